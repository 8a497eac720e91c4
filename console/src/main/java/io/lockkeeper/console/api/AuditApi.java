package io.lockkeeper.console.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.AuditQuery;
import io.lockkeeper.console.act.audit.Consent;
import io.lockkeeper.console.act.audit.Consent.Decision;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.act.audit.RecordedOutcome;
import io.lockkeeper.console.ground.loops.HeavyReads;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.EvictionWords;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The audit of operators' changes. */
@CommonProblems
@KeepsToScope
@Tag(name = "audit-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class AuditApi {

    private static final int MOST = 500;
    private static final int FARTHEST = 1_000_000;

    private final AuditLog log;
    private final EvictionFollower follower;
    private final HeavyReads heavy;

    AuditApi(AuditLog log, EvictionFollower follower, HeavyReads heavy) {
        this.log = log;
        this.follower = follower;
        this.heavy = heavy;
    }

    /**
     * Entries of the audit, the newest first.
     *
     * @param next the offset of what follows; null if nothing does
     */
    record AuditAnswer(List<Evicted> entries, @Nullable Integer next) {}

    /**
     * A request of an operator, and its outcome.
     *
     * @param outcome what MongoDB answered; null if that was never recorded
     * @param state where it stands now, in a word or three
     */
    record Evicted(
            String id,
            Instant at,
            String by,
            String ip,
            @JsonUnwrapped Target target,
            String reason,
            @Nullable String outcome,
            String state,
            @Nullable String end,
            List<LateDeed> late,
            @Nullable Decided consent) {}

    /**
     * What a request is about.
     *
     * @param source of whose locks it is one; null for Lockkeeper's own
     */
    record Target(String action, @Nullable String source, String lock, long token, String holder) {

        static Target of(AuditEntry entry) {
            return new Target(
                    entry.action().name(), entry.place().storedSource(), entry.lock(), entry.token(), entry.holder());
        }
    }

    /**
     * A second person's consent, where a rule of four eyes needs one.
     *
     * @param rule the pattern of names
     * @param decision {@code CONSENTED}, {@code REFUSED}, {@code WITHDRAWN}, {@code EXPIRED} or {@code VOID}; null until it is decided
     */
    record Decided(
            String rule,
            @Nullable String decision,
            @Nullable String by,
            @Nullable Instant at) {

        static @Nullable Decided of(@Nullable Consent consent) {
            if (consent == null) {
                return null;
            }
            Decision made = consent.decision();
            return made == null
                    ? new Decided(consent.rule(), null, null, null)
                    : new Decided(consent.rule(), made.kind().name(), made.by(), made.at());
        }
    }

    /**
     * An attempt of the evicted holder after it had lost the lease.
     *
     * @param at when it did so first
     * @param what {@code RENEW} or {@code WRITE}
     */
    record LateDeed(Instant at, String what, long afterMillis) {}

    @Operation(
            operationId = "audit",
            summary = "Answers who evicted whom or paused what, why, and with what outcome",
            description =
                    "lock and by match parts of the names; from and to are days in UTC, as in 2026-11-23. Entries are"
                            + " only ever added, so while some are, an offset may have one twice and never leaves one"
                            + " out.")
    @GetMapping("/audit")
    AuditAnswer audit(
            @RequestParam(defaultValue = "") String lock,
            @RequestParam(defaultValue = "") String by,
            @RequestParam(defaultValue = "") String from,
            @RequestParam(defaultValue = "") String to,
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(defaultValue = "0") int offset) {
        int most = ProblemException.limit(limit, MOST);
        if (offset < 0 || offset > FARTHEST) {
            throw ProblemException.badRequest(
                    String.format(Locale.ROOT, "offset is %d; it must be from 0 to %d.", offset, FARTHEST));
        }
        AuditQuery asked = query(lock, by, from, to);
        List<AuditEntry> found = heavy.read(() -> log.page(asked, offset, most + 1));
        return new AuditAnswer(
                found.stream().limit(most).map(this::entry).toList(), found.size() > most ? offset + most : null);
    }

    private Evicted entry(AuditEntry entry) {
        return new Evicted(
                entry.id(),
                entry.at(),
                entry.by(),
                entry.ip(),
                Target.of(entry),
                entry.reason(),
                entry.result() == null ? null : entry.result().outcome().name(),
                RecordedOutcome.of(entry)
                        .map(RecordedOutcome::brief)
                        .orElseGet(() -> EvictionWords.brief(follower.state(entry))),
                entry.end() == null ? null : entry.end().kind().name(),
                entry.late().stream()
                        .map(deed -> new LateDeed(
                                deed.at(), deed.kind().name(), deed.after().toMillis()))
                        .toList(),
                Decided.of(entry.consent()));
    }

    private static AuditQuery query(String lock, String by, String from, String to) {
        return ProblemException.checked(
                () -> new AuditQuery(LockScope.present(), lock, by, AuditQuery.day(from), AuditQuery.day(to)));
    }
}

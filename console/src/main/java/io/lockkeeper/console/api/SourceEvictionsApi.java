package io.lockkeeper.console.api;

import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.eviction.EvictionRequest;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.act.eviction.EvictionService;
import io.lockkeeper.console.act.eviction.Seen;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.source.SourceBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Evicts the holder of another library's lock that the caller has seen: that acquisition ends or none. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class SourceEvictionsApi {

    private final SourceFeeds feeds;
    private final AskedSources asked;
    private final FindingsFeed findings;
    private final EvictionService evictions;
    private final EvictionRate rate;

    SourceEvictionsApi(
            SourceFeeds feeds,
            AskedSources asked,
            FindingsFeed findings,
            EvictionService evictions,
            EvictionRate rate) {
        this.feeds = feeds;
        this.asked = asked;
        this.findings = findings;
        this.evictions = evictions;
        this.rate = rate;
    }

    /**
     * What is asked.
     *
     * @param reason why, for the audit
     * @param confirm for grade C, and if {@code now}, the lock's name once more, by which the old process is confirmed dead
     * @param now whether a lease of Lockkeeper's own ends at once, without a quarantine
     */
    record ReleaseBody(
            @Nullable String reason,
            @Nullable String confirm,
            @Nullable Boolean now) {

        Way way() {
            return Boolean.TRUE.equals(now) ? Way.NOW : Way.MARK;
        }
    }

    /**
     * An eviction that was made.
     *
     * @param id of its entry in the audit, where a late write of the old holder is recorded
     * @param outcome {@code MARKED} while nobody may have the lock, {@code ENDED} where it is free
     */
    record ReleaseAnswer(String id, String source, String lock, String outcome, String meaning) {}

    @Operation(
            summary = "Evicts (force-releases) the holder of another library's lock",
            description =
                    "If-Match names the acquisition, as the ETag of the lock or of one of its leases does. In the way of"
                            + " the library's dialect; grade C needs confirm, and so does now, which Lockkeeper's own alone have. For operators, where an administrator has allowed it; on record"
                            + " before anything is done.")
    @MayAwaitConsent
    @MayBeMissing
    @ApiResponse(
            responseCode = "409",
            description = "The source is read-only, its grade D, or what needs confirm lacks it; nothing was changed",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDetail.class)))
    @NeedsIfMatch
    @MayBeUnconfirmed
    @PostMapping(path = "/sources/{source}/locks/{name}/eviction", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ReleaseAnswer> evictForeignHolder(
            @PathVariable String source,
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody ReleaseBody body,
            Principal user,
            HttpServletRequest request) {
        rate.require(user.getName());
        evictions.requireWithin(
                new LockId(LockAddress.nameOf(source), LockAddress.nameOf(name)),
                Action.EVICT,
                Objects.requireNonNullElse(body.reason(), ""),
                request.getRemoteAddr());
        Watched watched = asked.at(source);
        SourceBoard board = AskedSources.board(watched);
        ForeignLock seen = seen(watched.source().id(), board, AskedSources.lock(board, name), ifMatch);
        return evict(asked(watched.source().id(), seen, body, request.getRemoteAddr()), board, request);
    }

    /** Of several documents of the name, the one whose acquisition it is. */
    private ForeignLock seen(String source, SourceBoard board, ForeignLock lock, @Nullable String ifMatch) {
        String etag = IfMatch.required(ifMatch, "the ETag of the lock, or of the lease, whose holder to evict");
        return board.all(lock.name(), SourcesApi.MOST_DOCUMENTS).stream()
                .flatMap(each -> ApiForeignLock.tagged(each, etag).stream())
                .findFirst()
                .orElseThrow(() -> changed(source, lock, "It is not the acquisition that If-Match names."));
    }

    private static EvictionRequest asked(String source, ForeignLock seen, ReleaseBody body, String ip) {
        return ProblemException.checked(() -> new EvictionRequest(
                new LockId(source, seen.name()),
                Seen.of(seen),
                Objects.requireNonNullElse(body.reason(), ""),
                Objects.requireNonNullElse(body.confirm(), ""),
                body.way(),
                ip));
    }

    private ResponseEntity<ReleaseAnswer> evict(EvictionRequest asked, SourceBoard board, HttpServletRequest request) {
        evictions.refusal().filter(why -> evictions.isAllowed()).ifPresent(why -> {
            throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, why);
        });
        try {
            Result result = evictions.evict(asked);
            return result.outcome() == Outcome.AWAITS_CONSENT
                    ? ConsentsApi.accepted(asked.id(), request)
                    : ResponseEntity.ok(answer(asked, result, board));
        } catch (RefusedException e) {
            throw new ProblemException(HttpStatus.CONFLICT, String.valueOf(e.getMessage()));
        } catch (DataAccessException e) {
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE, "Nothing was evicted, because it could not be recorded.");
        }
    }

    private ReleaseAnswer answer(EvictionRequest asked, Result result, SourceBoard board) {
        String meaning = meaning(result);
        return switch (result.outcome()) {
            case MARKED, ENDED ->
                new ReleaseAnswer(
                        asked.id(),
                        asked.lock().source(),
                        asked.lock().name(),
                        result.outcome().name(),
                        meaning);
            case HOLDER_CHANGED, GONE, ALREADY_MARKED -> throw gone(asked, result.detail(), board);
            case REFUSED -> throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, meaning);
            case DENIED -> throw new ProblemException(HttpStatus.FORBIDDEN, "Only an operator may evict.");
            case NOT_CONFIRMED ->
                throw new ProblemException(HttpStatus.GATEWAY_TIMEOUT, meaning).with("id", asked.id());
            case AWAITS_CONSENT -> throw new IllegalStateException("A request has no answer of MongoDB");
        };
    }

    private static String meaning(Result result) {
        return switch (result.outcome()) {
            case MARKED -> "The lock is quarantined.";
            case ENDED -> "The lock is released.";
            case NOT_CONFIRMED ->
                "MongoDB did not confirm it: the lock may be released or not. The source's page shows its present state.";
            default -> Formats.visible(result.unchanged());
        };
    }

    private ProblemException gone(EvictionRequest asked, String detail, SourceBoard board) {
        return board.find(asked.seen().acquisition().id())
                .map(now -> changed(asked.lock().source(), now, detail))
                .orElseGet(
                        () -> new ProblemException(HttpStatus.PRECONDITION_FAILED, detail + " Nothing was changed."));
    }

    /** With what is there now. */
    private ProblemException changed(String source, ForeignLock now, String detail) {
        Finding worst = findings.latest(LockScope.present()).worstIn(source).get(now.name());
        return new ProblemException(HttpStatus.PRECONDITION_FAILED, detail + " Nothing was changed.")
                .with(
                        "current",
                        ApiForeignLock.of(
                                now,
                                worst,
                                feeds.find(LockScope.present(), source)
                                        .map(Watched::now)
                                        .orElseGet(feeds::now)));
    }
}

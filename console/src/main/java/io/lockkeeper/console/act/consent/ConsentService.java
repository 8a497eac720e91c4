package io.lockkeeper.console.act.consent;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.Consent;
import io.lockkeeper.console.act.audit.Consent.Decision;
import io.lockkeeper.console.act.audit.Consent.Kind;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ActingUser;
import io.lockkeeper.console.people.security.ConsoleUser;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Service;

/**
 * Consents to what others have asked for, or refuses it. It checks the decider and that the requester still has the right, then
 * records the decision (the first one holds), then carries out the request. Waits for MongoDB.
 */
@Service
public class ConsentService {

    static final int LONGEST_WORDS = 200;

    private final AuditLog audit;
    private final Operators operators;
    private final List<ConsentedWork> works;
    private final ServerClock clock;

    ConsentService(AuditLog audit, Operators operators, List<ConsentedWork> works, ServerClock clock) {
        this.audit = audit;
        this.operators = operators;
        this.works = works;
        this.clock = clock;
    }

    /** A request within the present user's scope, decided or not. */
    public Optional<AuditEntry> find(String id) {
        LockScope scope = LockScope.present();
        return audit.find(id).filter(entry -> entry.consent() != null && entry.isWithin(scope));
    }

    /** Undecided requests within the present user's scope, the newest first. */
    public List<AuditEntry> waiting() {
        LockScope scope = LockScope.present();
        return audit.undecided(clock.now(), ConsentFeed.MOST).stream()
                .filter(entry -> needed(entry).until().isAfter(clock.now()) && entry.isWithin(scope))
                .toList();
    }

    /**
     * Consents to the request and carries it out, on exactly the lease that it names.
     *
     * @param ip where the consent comes from
     * @throws AccessDeniedException if the present user is no operator
     * @throws RefusedException if this user cannot consent to it, or it is decided or expired; then nothing was changed
     * @throws DataAccessException if the consent could not be recorded; then nothing was changed
     */
    public Result consent(String id, String ip) {
        ConsoleUser second = operators.present();
        AuditEntry entry = open(id);
        Consent needed = needed(entry);
        if (second.name().equals(needed.user())) {
            throw new RefusedException(
                    "You asked for this yourself: a second person has to consent. Nothing was changed.");
        }
        if (!operators.isStill(entry)) {
            String why = "%s may not do this any more.".formatted(needed.user());
            decide(entry, Kind.VOID, why, ip);
            throw new RefusedException(why + " The request is void, and nothing was changed.");
        }
        return run(decide(entry, Kind.CONSENTED, "", ip));
    }

    /**
     * Refuses the request; for its author this means to withdraw it.
     *
     * @param why in words; empty for none
     */
    public AuditEntry refuse(String id, String why, String ip) {
        ConsoleUser user = operators.present();
        String words = why.strip();
        if (words.length() > LONGEST_WORDS || !Formats.visible(words).equals(words)) {
            throw new InvalidException(String.format(
                    Locale.ROOT, "Say why in at most %d characters of plain text, or leave it out.", LONGEST_WORDS));
        }
        AuditEntry entry = open(id);
        return decide(entry, user.name().equals(needed(entry).user()) ? Kind.WITHDRAWN : Kind.REFUSED, words, ip);
    }

    private AuditEntry open(String id) {
        AuditEntry entry =
                find(id).orElseThrow(() -> new RefusedException("There is no such request. Nothing was changed."));
        Consent needed = needed(entry);
        if (needed.decision() != null) {
            throw new RefusedException(
                    "This request is decided already: %s. Nothing was changed.".formatted(words(needed.decision())));
        }
        if (!needed.until().isAfter(clock.now())) {
            throw new RefusedException("The time to consent is over. Nothing was changed.");
        }
        return entry;
    }

    private AuditEntry decide(AuditEntry entry, Kind kind, String words, String ip) {
        String by = ActingUser.words(SecurityContextHolder.getContext().getAuthentication());
        Decision decision = new Decision(clock.now(), by, ip, kind, words);
        if (!audit.decide(entry, decision)) {
            throw new RefusedException(
                    "Somebody else decided this request at the same moment. The audit says what came of it.");
        }
        return entry.with(needed(entry).with(decision));
    }

    private Result run(AuditEntry consented) {
        return works.stream()
                .filter(work -> work.isOf(consented))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("There is no service for what was consented to: " + consented.id()))
                .run(consented);
    }

    static Consent needed(AuditEntry entry) {
        return Objects.requireNonNull(entry.consent(), "a request needs a consent");
    }

    private static String words(Decision decision) {
        return switch (decision.kind()) {
            case CONSENTED -> decision.by() + " consented";
            case REFUSED -> decision.by() + " refused";
            case WITHDRAWN -> decision.by() + " took it back";
            case EXPIRED -> "its time was over";
            case VOID -> "it was void";
        };
    }
}

package io.lockkeeper.console.act.consent;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.Consent.Decision;
import io.lockkeeper.console.act.audit.Consent.Kind;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/**
 * Rules and requests as pages show them, read every other second; also ends requests without consent in time. Decisions rest on what
 * MongoDB says at that moment, never on this copy. Thread-safe.
 */
@Component
public class ConsentFeed implements RepeatedWork {

    static final int MOST = 500;
    private static final long LOOK_MILLIS = 2_000;
    private static final String RULES = "own rules of four eyes";
    private static final Logger LOG = LoggerFactory.getLogger(ConsentFeed.class);

    private final Worker looking = new Worker("consents", this::look, LOOK_MILLIS);
    private final FourEyes rules;
    private final AuditLog audit;
    private final ServerClock clock;
    private final Undigested undigested;
    private volatile RuleBook known = RuleBook.EMPTY;
    private volatile List<AuditEntry> waiting = List.of();

    ConsentFeed(FourEyes rules, AuditLog audit, ServerClock clock, Undigested undigested) {
        this.rules = rules;
        this.undigested = undigested;
        this.audit = audit;
        this.clock = clock;
    }

    /** Why a name needs a second person's consent, in words; empty if it does not. */
    public Optional<String> reason(String lock) {
        return known.ruleFor(lock)
                .map(rule -> "Names that match %s need a second person’s consent".formatted(rule.pattern()));
    }

    /** The notice that a second person has to consent, shown before the user asks; empty if that is not needed. */
    public Optional<String> notice(String lock) {
        return reason(lock).map(why -> why + ": you make a request, and nothing changes until then." + desktop());
    }

    private static String desktop() {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        return present != null && present.getPrincipal() instanceof ConsoleUser user && user.isOfDesktop()
                ? " You ask as %s, which has to be an operator stored in the console. If it is not: %s"
                        .formatted(user.name(), Operators.DESKTOP_ADVICE)
                : "";
    }

    /** Undecided requests within the scope, the newest first. */
    public List<AuditEntry> waiting(LockScope scope) {
        return waiting.stream().filter(entry -> entry.isWithin(scope)).toList();
    }

    /** Whether there is a rule, or something waits. */
    boolean isUsed() {
        return !known.rules().isEmpty() || !waiting.isEmpty();
    }

    /** Keeps the last known state if MongoDB does not answer; other parts of the page say so. */
    void look() {
        try {
            readRules();
            Instant now = clock.now();
            List<AuditEntry> found = audit.undecided(now, MOST);
            waiting = found.stream().filter(entry -> isOpen(entry, now)).toList();
            found.stream().filter(entry -> !isOpen(entry, now)).forEach(entry -> expire(entry, now));
        } catch (DataAccessException e) {
            // tried again in a moment
        }
    }

    /** A failure hides no request. Each action reads the rules from MongoDB again, and is refused without them. */
    private void readRules() {
        try {
            known = rules.read();
            undigested.clear(RULES);
        } catch (DataAccessException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.debug("The rules of four eyes cannot be read", e);
            undigested.note(
                    RULES,
                    "The rules that say which names need a second person’s consent cannot be read: no eviction, pause or take-out goes through until the document “%s” of the console’s own collection “state” is repaired."
                            .formatted(RuleBook.ID));
        }
    }

    private void expire(AuditEntry entry, Instant now) {
        boolean unused = audit.decide(entry, new Decision(now, "console", "", Kind.EXPIRED, ""));
    }

    private static boolean isOpen(AuditEntry entry, Instant now) {
        return ConsentService.needed(entry).until().isAfter(now);
    }

    @Override
    public Worker worker() {
        return looking;
    }
}

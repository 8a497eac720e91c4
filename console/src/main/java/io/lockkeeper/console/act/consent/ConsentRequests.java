package io.lockkeeper.console.act.consent;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.Consent;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.TokenAuthentication;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/**
 * Turns an operator's action into a request where a rule demands a second person's consent. A request is an audit record and
 * nothing else, so every console shows it, and the first decision holds.
 *
 * <p>See docs/maintainers/decisions/2026-11-23-four-eyes.md.
 */
@Component
public class ConsentRequests {

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final FourEyes rules;
    private final Operators operators;
    private final AuditLog audit;
    private final Duration within;

    ConsentRequests(
            FourEyes rules,
            Operators operators,
            AuditLog audit,
            @Value("${lockkeeper.consent-within:30m}") Duration within) {
        if (within.compareTo(SHORTEST) < 0 || within.compareTo(Consent.LONGEST) > 0) {
            throw new IllegalArgumentException("lockkeeper.consent-within is %s s; it must be from 1 s to %s h"
                    .formatted(within.toSeconds(), Consent.LONGEST.toHours()));
        }
        this.rules = rules;
        this.operators = operators;
        this.audit = audit;
        this.within = within;
    }

    /**
     * Records a request for consent and returns it; empty if no rule matches the lock's name. Waits for MongoDB.
     *
     * @param pauseUntil when the pause that is asked for ends; null for anything else
     * @throws AccessDeniedException if consent is impossible, because the present user is not stored in this console; the refusal is on
     *     record
     * @throws DataAccessException if the rules cannot be read or the request cannot be recorded
     */
    public Optional<AuditEntry> ask(AuditEntry entry, @Nullable Instant pauseUntil) {
        return rules.read().ruleFor(entry.lock()).map(rule -> ask(entry, rule, pauseUntil));
    }

    private AuditEntry ask(AuditEntry entry, Rule rule, @Nullable Instant pauseUntil) {
        ConsoleUser user = asker(entry);
        Instant until = entry.at().plus(within);
        AuditEntry asked = entry.with(new Consent(rule.pattern(), user.name(), token(), until, pauseUntil, null));
        audit.intend(asked);
        return asked;
    }

    private ConsoleUser asker(AuditEntry entry) {
        try {
            return operators.present();
        } catch (AccessDeniedException e) {
            audit.intend(entry);
            String why = String.valueOf(e.getMessage());
            audit.conclude(entry, new Result(entry.at(), Outcome.DENIED, why, ""));
            throw e;
        }
    }

    private static @Nullable String token() {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        return present instanceof TokenAuthentication token ? token.user().tokenId() : null;
    }
}

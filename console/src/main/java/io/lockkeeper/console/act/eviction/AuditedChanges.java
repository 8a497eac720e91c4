package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.Consent;
import io.lockkeeper.console.act.consent.ConsentRequests;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.RefusedException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Component;

/**
 * The one way in which an operator changes a lock: check who asks, ask for a second person's consent where a rule demands it, record the
 * intent, change the lock, record the outcome. Unless the intent is recorded, nothing is changed.
 */
@Component
final class AuditedChanges {

    private final ChangeRights rights;
    private final ConsentRequests consents;
    private final AuditLog audit;
    private final LockChanges locks;

    AuditedChanges(ChangeRights rights, ConsentRequests consents, AuditLog audit, LockChanges locks) {
        this.rights = rights;
        this.consents = consents;
        this.audit = audit;
        this.locks = locks;
    }

    /** Hears of each step. */
    interface Steps {

        /** Steps of changes that are not followed. */
        Steps NONE = new Steps() {
            @Override
            public void begins(AuditEntry entry) {}

            @Override
            public void fails(AuditEntry entry, RuntimeException why) {}

            @Override
            public void ends(AuditEntry entry, Answer answer, boolean recorded) {}
        };

        /** The entry is about to be recorded, waits for consent, or has it. */
        void begins(AuditEntry entry);

        /** It could not be recorded, or consent could not be asked for: nothing was changed. */
        void fails(AuditEntry entry, RuntimeException why);

        /**
         * MongoDB has answered, or has failed to.
         *
         * @param recorded whether the outcome is on record
         */
        void ends(AuditEntry entry, Answer answer, boolean recorded);
    }

    /**
     * Makes a change, or asks for consent to it. Waits for MongoDB.
     *
     * @param pauseUntil when the pause that is asked for ends; null for anything else
     * @param check throws RefusedException if what is asked lacks something, once it is known that the user may ask
     * @throws AccessDeniedException if the present user is no operator, or the lock is outside the user's scope
     * @throws RefusedException if the source is read-only; then nothing was changed
     * @throws DataAccessException if the intent could not be recorded; then nothing was changed
     */
    Result make(
            AuditEntry entry,
            @Nullable Instant pauseUntil,
            Runnable check,
            Steps steps,
            Function<AuditEntry, Answer> change) {
        rights.mayDo(entry);
        check.run();
        steps.begins(entry);
        Optional<AuditEntry> asked = recorded(entry, pauseUntil, steps);
        asked.ifPresent(steps::begins);
        return asked.map(this::awaitsConsent).orElseGet(() -> changed(entry, steps, change));
    }

    /** Makes a change without consent, for it takes another back. Waits for MongoDB, and throws as {@link #make}. */
    Result makeUnasked(AuditEntry entry, Function<AuditEntry, Answer> change) {
        rights.mayDo(entry);
        audit.intend(entry);
        return changed(entry, Steps.NONE, change);
    }

    /** Makes a change that is on record, and consented to. Waits for MongoDB. */
    Result makeConsented(AuditEntry entry, Steps steps, Function<AuditEntry, Answer> change) {
        steps.begins(entry);
        return changed(entry, steps, change);
    }

    /** Returns the request, if a second person has to consent. */
    private Optional<AuditEntry> recorded(AuditEntry entry, @Nullable Instant pauseUntil, Steps steps) {
        try {
            Optional<AuditEntry> asked = consents.ask(entry, pauseUntil);
            if (asked.isEmpty()) {
                audit.intend(entry);
            }
            return asked;
        } catch (RuntimeException e) {
            steps.fails(entry, e);
            throw e;
        }
    }

    private Result changed(AuditEntry entry, Steps steps, Function<AuditEntry, Answer> change) {
        Answer answer = change.apply(entry);
        steps.ends(entry, answer, rights.conclude(entry, answer.result()));
        return answer.result();
    }

    private Result awaitsConsent(AuditEntry asked) {
        Consent needed = Objects.requireNonNull(asked.consent());
        return locks.result(
                Outcome.AWAITS_CONSENT,
                "Names that match %s need a second person's consent: another operator has until %s."
                        .formatted(needed.rule(), Formats.exact(needed.until())));
    }
}

package io.lockkeeper.console.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator asked for, and what came of it.
 *
 * @param id the entry's id
 * @param at when it was asked, by the server's clock
 * @param by the user
 * @param ip where the request came from
 * @param action what was asked
 * @param lock the lock's name
 * @param acquirer the lease that the operator saw
 * @param token its token
 * @param holder who held it, in words
 * @param reason why, in the operator's words
 * @param result what came of it, or null if that was never recorded
 */
public record AuditEntry(
        String id,
        Instant at,
        String by,
        String ip,
        Action action,
        String lock,
        String acquirer,
        long token,
        String holder,
        String reason,
        @Nullable Result result) {

    public enum Action {
        EVICT("evict"),
        EVICT_NOW("evict now");

        private final String words;

        Action(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * What came of it.
     *
     * @param at when, by the server's clock
     * @param outcome in one word
     * @param detail in a sentence; empty for none
     */
    public record Result(Instant at, Outcome outcome, String detail) {}

    public enum Outcome {
        /** The lease is marked and its quarantine runs. */
        MARKED("marked"),
        /** The lease was removed at once. */
        ENDED("ended"),
        /** Another lease holds the lock; nothing was changed. */
        HOLDER_CHANGED("holder changed"),
        /** The lease was marked before; nothing was changed. */
        ALREADY_MARKED("already marked"),
        /** The lease had ended; nothing was changed. */
        GONE("gone"),
        /** The user may not do this; nothing was changed. */
        DENIED("denied"),
        /** MongoDB did not confirm the change. */
        FAILED("failed");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}

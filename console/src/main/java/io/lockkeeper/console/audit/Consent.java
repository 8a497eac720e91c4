package io.lockkeeper.console.audit;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That something was asked for which needs a second person's consent, and what came of that.
 *
 * @param rule the pattern that the lock's name matches
 * @param user who asked, by the name to log in with
 * @param token the id of the personal token by which it was asked; null for a page
 * @param until when the request ends by itself, by the server's clock
 * @param pauseUntil when the pause that was asked for ends; null for an eviction
 * @param decision what was decided; null while nobody has
 */
public record Consent(
        String rule,
        String user,
        @Nullable String token,
        Instant until,
        @Nullable Instant pauseUntil,
        @Nullable Decision decision) {

    /** No request waits for longer. */
    public static final Duration LONGEST = Duration.ofHours(24);

    /**
     * How a request was decided. There is one at most: the first.
     *
     * @param at when, by the server's clock
     * @param by who, as {@code by} of an entry
     * @param ip from where; empty for the console itself
     * @param kind in one word
     * @param words why, in a sentence; empty for none
     */
    public record Decision(Instant at, String by, String ip, Kind kind, String words) {}

    /** How. */
    public enum Kind {
        CONSENTED,
        REFUSED,
        /** Whoever asked took it back. */
        WITHDRAWN,
        /** Nobody consented in time. */
        EXPIRED,
        /** Whoever asked may not do it any more. */
        VOID
    }

    /** Whether what was asked for may be done. */
    public boolean isGiven() {
        return decision != null && decision.kind() == Kind.CONSENTED;
    }

    /** Decided so. */
    public Consent with(Decision made) {
        return new Consent(rule, user, token, until, pauseUntil, made);
    }
}

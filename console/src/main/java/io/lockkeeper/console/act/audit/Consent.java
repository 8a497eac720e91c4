package io.lockkeeper.console.act.audit;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request for a second person's consent, and the decision.
 *
 * @param rule the pattern that the lock's name matches
 * @param user the login name of the author
 * @param token the id of the API token used to ask; null for a page
 * @param until when the request expires, by the server's clock
 * @param pauseUntil when the pause that was asked for ends; null for an eviction
 * @param decision the decision; null while there is none
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
     * How a request was decided. Only the first decision counts.
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
        /** The author of the request took it back. */
        WITHDRAWN,
        /** There was no consent in time. */
        EXPIRED,
        /** The author of the request lost the right to it. */
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

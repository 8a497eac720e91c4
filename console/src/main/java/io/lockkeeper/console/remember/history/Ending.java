package io.lockkeeper.console.remember.history;

import java.util.Locale;

/** How a lease ended. */
public enum Ending {
    /** Its holder released it. */
    RELEASED("released"),
    /** It expired, and had no waiters when that was noticed. */
    EXPIRED("expired"),
    /** It expired, and the lock was granted to another by the same change. */
    TAKEN_OVER("taken over"),
    /** An operator evicted it. */
    EVICTED("evicted"),
    /** It ended while nothing was recorded, or with the lock's document. */
    UNKNOWN("unknown");

    private final String words;

    Ending(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** Whether its holder let the time run out. */
    public boolean ranOut() {
        return this == EXPIRED || this == TAKEN_OVER;
    }

    /** The name under which style sheets know it. */
    public String css() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

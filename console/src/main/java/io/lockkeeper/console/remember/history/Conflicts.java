package io.lockkeeper.console.remember.history;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Since when another transaction has kept the recorder from writing. The server ends one that was cut off within a minute and a half. */
final class Conflicts {

    static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final LongSupplier ticker;
    private boolean conflicts;
    private long since;

    Conflicts(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** A write has conflicted. Returns whether the conflict is one that passes. */
    boolean passes() {
        long now = ticker.getAsLong();
        if (!conflicts) {
            conflicts = true;
            since = now;
        }
        return now - since < LONGEST_NANOS;
    }

    /** Something was written. */
    void over() {
        conflicts = false;
    }
}

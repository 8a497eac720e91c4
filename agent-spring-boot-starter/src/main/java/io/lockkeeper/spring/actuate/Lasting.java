package io.lockkeeper.spring.actuate;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measures for how long a condition has been true at each check. */
final class Lasting {

    private final LongSupplier ticker;
    private @Nullable Long since;

    Lasting(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** How long it has been true; zero while it is false, and at the first check at which it is true. */
    Duration is(boolean so) {
        long now = ticker.getAsLong();
        if (!so) {
            since = null;
            return Duration.ZERO;
        }
        if (since == null) {
            since = now;
        }
        return Duration.ofNanos(now - since);
    }
}

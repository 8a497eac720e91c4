package io.lockkeeper.spring.actuate;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** For how long something has been so at each look. */
final class Lasting {

    private final LongSupplier ticker;
    private @Nullable Long since;

    Lasting(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** Zero where it is not so, and at the first look at which it is. */
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

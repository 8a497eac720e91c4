package io.lockkeeper.desktop;

import java.time.Duration;
import java.util.function.LongSupplier;

/** When the window last asked for something. Thread-safe. */
final class SignsOfLife {

    private final LongSupplier nanos;
    private volatile long last;
    private volatile long count;

    SignsOfLife(LongSupplier nanos) {
        this.nanos = nanos;
        last = nanos.getAsLong();
    }

    synchronized void note() {
        last = nanos.getAsLong();
        count++;
    }

    /** The number of signs so far. */
    long count() {
        return count;
    }

    Duration since() {
        return Duration.ofNanos(nanos.getAsLong() - last);
    }
}

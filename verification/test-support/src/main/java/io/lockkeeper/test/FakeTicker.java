package io.lockkeeper.test;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock in nanoseconds that stands still until a test advances it. Safe for use by several threads. */
public final class FakeTicker implements LongSupplier {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("A monotonic clock cannot go back by " + by);
        }
        nanos.addAndGet(by.toNanos());
    }
}

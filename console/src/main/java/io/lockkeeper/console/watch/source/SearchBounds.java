package io.lockkeeper.console.watch.source;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How much one search may still look at. Not thread-safe. */
final class SearchBounds {

    static final int MOST_COLLECTIONS = 1_000;

    private static final Duration AT_MOST = Duration.ofSeconds(20);

    private final LongSupplier ticker;
    private final long began;
    private int looked;

    /** @param ticker nanoseconds */
    SearchBounds(LongSupplier ticker) {
        this.ticker = ticker;
        began = ticker.getAsLong();
    }

    /** One collection more. */
    void count() {
        looked++;
    }

    boolean areReached() {
        return looked >= MOST_COLLECTIONS || taken().compareTo(AT_MOST) > 0;
    }

    Duration taken() {
        return Duration.ofNanos(ticker.getAsLong() - began);
    }
}

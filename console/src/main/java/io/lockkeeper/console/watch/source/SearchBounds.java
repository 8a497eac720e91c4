package io.lockkeeper.console.watch.source;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time limit of one search. Not thread-safe. */
final class SearchBounds {

    private static final Duration AT_MOST = Duration.ofSeconds(20);

    private final LongSupplier ticker;
    private final long began;

    /** @param ticker nanoseconds */
    SearchBounds(LongSupplier ticker) {
        this.ticker = ticker;
        began = ticker.getAsLong();
    }

    boolean areReached() {
        return taken().compareTo(AT_MOST) > 0;
    }

    Duration taken() {
        return Duration.ofNanos(ticker.getAsLong() - began);
    }
}

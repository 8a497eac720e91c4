package io.lockkeeper.console.watch.source;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time limit of one search. Not thread-safe. */
final class SearchBounds {

    /** Of a search that somebody awaits. */
    static final Duration AT_MOST = Duration.ofSeconds(20);

    private final LongSupplier ticker;
    private final Duration atMost;
    private final long began;

    /** @param ticker nanoseconds */
    SearchBounds(LongSupplier ticker, Duration atMost) {
        this.ticker = ticker;
        this.atMost = atMost;
        began = ticker.getAsLong();
    }

    boolean areReached() {
        return taken().compareTo(atMost) > 0;
    }

    Duration taken() {
        return Duration.ofNanos(ticker.getAsLong() - began);
    }
}

package io.lockkeeper.agent.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Estimates the server's time from its answers, to a few milliseconds, for some seconds. Not for anything that must be exact. */
final class ServerTime {

    private static final Duration GOOD_FOR = Duration.ofSeconds(10);

    private final LongSupplier ticker;
    private volatile @Nullable Told told;

    ServerTime(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** A time by the server's clock, and when it was received, by the ticker. */
    private record Told(Instant time, long at) {}

    void told(Instant time) {
        told = new Told(time, ticker.getAsLong());
    }

    /** The server's time; empty if no answer of the last seconds had it. */
    Optional<Instant> now() {
        long now = ticker.getAsLong();
        return Optional.ofNullable(told)
                .filter(last -> now - last.at < GOOD_FOR.toNanos())
                .map(last ->
                        last.time.plusMillis(Duration.ofNanos(now - last.at).toMillis()));
    }
}

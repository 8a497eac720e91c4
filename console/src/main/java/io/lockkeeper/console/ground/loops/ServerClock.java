package io.lockkeeper.console.ground.loops;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;

/**
 * The server's clock as seen from here: an offset to this process's monotonic clock, taken from the answer that
 * travelled fastest within the last half minute. Thread-safe.
 */
@Component
public class ServerClock {

    private static final long TRUSTED_FOR = Duration.ofSeconds(30).toNanos();

    private final LongSupplier ticker;
    private Sample best;

    public ServerClock() {
        this(System::nanoTime);
    }

    /** @param ticker nanoseconds of a monotonic clock */
    public ServerClock(LongSupplier ticker) {
        this.ticker = ticker;
        this.best = new Sample(ticker.getAsLong(), Instant.now(), Long.MAX_VALUE);
    }

    /** Now, by the server's clock; by this machine's before the first sample. */
    public synchronized Instant now() {
        return best.time.plusNanos(ticker.getAsLong() - best.at);
    }

    /** Takes the server's time from an answer to a request that was sent at {@code sent} and has just come. */
    public synchronized void sample(long sent, Instant serverTime) {
        long now = ticker.getAsLong();
        long roundTrip = now - sent;
        if (roundTrip <= best.roundTrip || now - best.at > TRUSTED_FOR) {
            best = new Sample(now - roundTrip / 2, serverTime, roundTrip);
        }
    }

    /** The monotonic clock that {@link #sample} takes its times from. */
    public long ticks() {
        return ticker.getAsLong();
    }

    private record Sample(long at, Instant time, long roundTrip) {}
}

package io.lockkeeper.agent.calls;

import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Guesses which locks are taken, from the refusals of the last seconds. Locks share a fixed number of slots, so memory does not grow with
 * their number.
 */
public final class RecentRefusals {

    private static final Duration MOMENT = Duration.ofSeconds(10);
    private static final int PLACES = 1024;

    private final LongSupplier ticker;
    private final long bornAt;
    private final AtomicLongArray refusedAt = new AtomicLongArray(PLACES);

    public RecentRefusals(LongSupplier ticker) {
        this.ticker = ticker;
        this.bornAt = ticker.getAsLong();
    }

    public void refused(LockName name) {
        refusedAt.set(place(name), now());
    }

    public boolean mayHold(LockName name) {
        return now() - refusedAt.get(place(name)) < MOMENT.toNanos();
    }

    /** Counted so that the zero of a slot without a refusal is long ago from the start. */
    private long now() {
        return ticker.getAsLong() - bornAt + MOMENT.toNanos();
    }

    private static int place(LockName name) {
        return Math.floorMod(name.hashCode(), PLACES);
    }
}

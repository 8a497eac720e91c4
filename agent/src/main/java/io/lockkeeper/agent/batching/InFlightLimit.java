package io.lockkeeper.agent.batching;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * Limits how many calls and batches are in flight. A few calls go side by side, each by itself and at once. More calls go together; very
 * many go as two batches, so that one is sent while the other is answered. A batch that hangs stops counting after a while, so it delays
 * others only briefly. Lock-free, because callers ask it.
 */
final class InFlightLimit {

    /** How many calls may be in flight one by one. */
    static final int FEW = 4;
    /** How many calls are worth a second batch beside another. */
    static final int MANY = 16;

    private final LongSupplier ticker;
    private final Duration patience;
    private final Queue<Batch<?, ?>> inFlight = new ConcurrentLinkedQueue<>();

    /** @param patience for how long a batch counts */
    InFlightLimit(LongSupplier ticker, Duration patience) {
        this.ticker = ticker;
        this.patience = patience;
    }

    /** Whether a batch may leave where so many calls wait. */
    boolean isFree(int waiting) {
        forgetStale();
        int batches = 0;
        int calls = 0;
        for (Batch<?, ?> batch : inFlight) {
            batches++;
            calls += batch.size();
        }
        return calls < FEW || (batches == 1 && waiting >= Math.max(calls, MANY));
    }

    /** Whether a single call may leave. Several that come at once may all be refused. */
    boolean tryEnter(Batch<?, ?> alone) {
        forgetStale();
        inFlight.add(alone);
        if (inFlight.stream().mapToInt(Batch::size).sum() <= FEW) {
            return true;
        }
        inFlight.remove(alone);
        return false;
    }

    void enter(Batch<?, ?> batch) {
        inFlight.add(batch);
    }

    /** Whether it still counted. */
    boolean leave(Batch<?, ?> batch) {
        return inFlight.remove(batch);
    }

    private void forgetStale() {
        long now = ticker.getAsLong();
        inFlight.removeIf(batch -> batch.takesFor(now).compareTo(patience) > 0);
    }
}

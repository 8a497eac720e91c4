package io.lockkeeper.agent.batching;

import io.lockkeeper.agent.time.Machine;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The pause before a batch leaves, as {@link Gathering} decides. It ends early when all have come that are expected. */
final class GatheringPause {

    private final Machine machine;
    private final LongSupplier ticker;
    private final Gathering gathering = new Gathering();
    private volatile @Nullable Thread gatherer;
    private volatile int expected;

    GatheringPause(Machine machine, LongSupplier ticker) {
        this.machine = machine;
        this.ticker = ticker;
    }

    /** Records that the batch is answered; its callers do not know it yet. Called by the thread that boards. */
    void answered(Batch<?, ?> batch) {
        long now = ticker.getAsLong();
        gathering.answered(batch.size(), batch.takesFor(now), now);
    }

    /** Called by the thread that boards. */
    void take(IntSupplier waiting) {
        int wanted = gathering.expected(waiting.getAsInt(), ticker.getAsLong());
        expected = wanted;
        gatherer = Thread.currentThread();
        long left = gathering.timeLeft(ticker.getAsLong());
        while (left > 0 && waiting.getAsInt() < wanted) {
            machine.park(this, left);
            var unused = Thread.interrupted(); // would keep it from waiting
            left = gathering.timeLeft(ticker.getAsLong());
        }
        gatherer = null;
        gathering.left(waiting.getAsInt(), wanted);
    }

    /** Called by a caller, with the number of waiting calls. */
    void joined(int waiting) {
        Thread gathers = gatherer;
        if (gathers != null && waiting >= expected) {
            LockSupport.unpark(gathers);
        }
    }
}

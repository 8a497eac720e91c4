package io.lockkeeper.agent.time;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for what other threads set. It takes no lock: a batch that wakes many callers must not depend on one of
 * them that is not scheduled.
 */
public final class WaitingThread {

    private final LongSupplier ticker;
    private final Machine machine;
    private volatile @Nullable Thread waiting;

    public WaitingThread(LongSupplier ticker, Machine machine) {
        this.ticker = ticker;
        this.machine = machine;
    }

    /** Has it look again. The caller has set what it waits for. */
    public void wake() {
        Thread thread = waiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Waits for a reason, which it also checks at {@code lookAt}; returns whether there was one before {@code giveUpAt}. */
    public boolean await(BooleanSupplier reason, LongSupplier lookAt, long giveUpAt) throws InterruptedException {
        waiting = Thread.currentThread(); // before it looks: a thread that sets a reason from here on sees it
        try {
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (reason.getAsBoolean()) {
                    return true;
                }
                long next = lookAt.getAsLong();
                long now = ticker.getAsLong(); // last: a thread that stood still before this sleeps no longer for it
                if (giveUpAt - now <= 0) {
                    return false;
                }
                machine.park(this, next - now);
            }
        } finally {
            waiting = null;
        }
    }
}

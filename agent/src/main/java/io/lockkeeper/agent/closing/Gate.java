package io.lockkeeper.agent.closing;

import io.lockkeeper.agent.time.Awaiting;
import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the requests inside an agent. Once the gate is shut, it lets no request in, and what is granted to those inside must not be
 * handed out. It counts without a lock, so that no request depends on the thread of another.
 */
public final class Gate {

    /** Why a request that is inside gets no lock once the gate is shut. */
    public static final String CLOSED = "the agent was closed";

    private static final long SHUT = 1L << 62;

    private final AtomicLong state = new AtomicLong();
    /** How many of those inside are the calling thread's, which must not wait for itself. */
    private final ThreadLocal<Integer> own = ThreadLocal.withInitial(() -> 0);

    private final Awaiting awaiting;
    private final CompletableFuture<Void> shutting = new CompletableFuture<>();

    public Gate(Machine machine) {
        this.awaiting = new Awaiting(machine);
    }

    /**
     * Counts a request of the calling thread in, until it {@linkplain #end ends}.
     *
     * @throws IllegalStateException if the gate is shut
     */
    public void begin() {
        enter();
        own.set(own.get() + 1);
    }

    /** The request that the calling thread began last has ended. */
    public void end() {
        own.set(own.get() - 1);
        leave();
    }

    /** Counts work of the calling thread that has begun already, even if the gate is shut by now, until it {@linkplain #end ends}. */
    public void finishHere() {
        finishLater();
        own.set(own.get() + 1);
    }

    /** Counts work that has begun already, even if the gate is shut by now, until it is {@linkplain #leave() out}, on any thread. */
    public void finishLater() {
        state.incrementAndGet();
    }

    /** Counts a request in, until it is {@linkplain #leave() out} again, on any thread. */
    public void enter() {
        if (state.getAndUpdate(count -> count < SHUT ? count + 1 : count) >= SHUT) {
            throw new IllegalStateException("The agent is closed");
        }
    }

    public void leave() {
        if (state.decrementAndGet() >= SHUT) {
            awaiting.wake();
        }
    }

    public void shut() {
        var unused = state.updateAndGet(count -> count < SHUT ? count + SHUT : count);
        shutting.complete(null);
    }

    /** Done once the gate is shut. */
    public CompletableFuture<Void> shutting() {
        return shutting;
    }

    public boolean isShut() {
        return state.get() >= SHUT;
    }

    /** Whether the calling thread is inside. */
    public boolean isInside() {
        return own.get() > 0;
    }

    /** Whether all others are out, or are by the end of the time given. An interrupt ends the wait, and is kept. */
    public boolean awaitOthers(Duration longest) {
        return awaiting.until(() -> !hasOthers(), longest);
    }

    private boolean hasOthers() {
        return state.get() % SHUT > own.get();
    }
}

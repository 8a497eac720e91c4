package io.lockkeeper.agent.reentrant;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One entry into a lock that an {@link Ownership} holds. All of its entries share one lease, which ends with the last of them.
 * Any thread may leave it. Safe for use by any number of threads.
 */
public final class OwnershipEntry implements AutoCloseable {

    private final Ownership ownership;
    private final Hold hold;
    private final LockRequest request;
    private final Lease lease;
    private final String enteredBy = threadName();
    private final AtomicBoolean left = new AtomicBoolean();
    private final CompletableFuture<Boolean> heldUntilLeft = new CompletableFuture<>();

    OwnershipEntry(Ownership ownership, Hold hold, LockRequest request, Lease lease) {
        this.ownership = ownership;
        this.hold = hold;
        this.request = request;
        this.lease = lease;
    }

    /** The lock's name. */
    public String name() {
        return lease.name();
    }

    /** The fencing token, the same for all entries until the last has left. */
    public long token() {
        return lease.token();
    }

    /** The name of the thread that entered. */
    public String enteredBy() {
        return enteredBy;
    }

    /** Whether the lease is held now, and this entry has not been left. Needs no network. */
    public boolean isHeld() {
        return !left.get() && lease.isHeld();
    }

    /** The time until the lease is lost unless it is renewed; see {@link Lease#remaining()}. */
    public Duration remaining() {
        return lease.remaining();
    }

    /** Why the lease was lost, if it was. */
    public Optional<LeaseLoss> loss() {
        return lease.loss();
    }

    /** Calls the listener, on a thread of its own, when the lease is lost: at once if it is lost already, never after a release. */
    public void onLoss(Consumer<LeaseLoss> listener) {
        lease.onLoss((lost, loss) -> listener.accept(loss));
    }

    /**
     * Moves the longest hold of the lease, for all entries: see {@link Lease#holdAtMost}.
     *
     * @throws IllegalArgumentException if it is not positive
     * @throws LeaseLostException if the lease has ended
     */
    public void holdAtMost(Duration fromNow) {
        lease.holdAtMost(fromNow);
    }

    /**
     * Frees the lock after a loss, before all have left: a lost lease can otherwise keep its place until then. Threads inside learn of the
     * loss by {@link #isHeld()} and at their exit. Does nothing while the lease is held.
     */
    public void giveUpPlace() {
        if (lease.loss().isPresent()) {
            lease.release();
        }
    }

    /**
     * Leaves. The last to leave releases the lease. When the last writer leaves and readers stay, the write lease becomes a read lease in one
     * step.
     *
     * @return whether the lease was held until then. Further calls return the same.
     */
    public boolean exit() {
        if (left.compareAndSet(false, true)) {
            try {
                heldUntilLeft.complete(ownership.leave(this));
            } finally {
                heldUntilLeft.complete(false);
            }
        }
        return heldUntilLeft.join();
    }

    /** Leaves, unless it has been left before. */
    @Override
    public void close() {
        exit();
    }

    /** Leaves, and throws if the lease was lost. */
    void exitHeld() {
        if (!exit()) {
            throw lost(lease);
        }
    }

    /** The exception of a lease that has ended, with its cause: its renewal throws it without a network call. */
    static LeaseLostException lost(Lease ended) {
        try {
            ended.renew();
        } catch (LeaseLostException e) {
            return e;
        }
        throw new IllegalStateException("The lease of lock \"%s\" was renewed after its end".formatted(ended.name()));
    }

    Hold hold() {
        return hold;
    }

    LockRequest request() {
        return request;
    }

    Lease lease() {
        return lease;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "OwnershipEntry[%s, token %d, by %s]", name(), token(), enteredBy);
    }

    private static String threadName() {
        Thread thread = Thread.currentThread();
        return thread.getName().isEmpty() ? "#" + thread.threadId() : thread.getName();
    }
}

package io.lockkeeper.agent;

import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.Optional;

/**
 * Sees what an agent does, for metrics and traces; {@link AgentOptions#withObserver} takes it. Every method has a default
 * that does nothing, and an agent without an observer makes nothing for one.
 *
 * <p>What happens to one request and its lease is reported to objects that the observer makes for it, so that it needs no
 * bookkeeping of its own. Methods of {@link Acquiring} are called on the thread that asks, one after the other; all others
 * on any thread. None is called under a lock, none can hold up renewals or deadlines, and what they throw is logged and changes
 * nothing. What runs on the asking thread adds to its wait: return at once.
 *
 * <p>For code that has to act on a loss there is {@link LeaseListener}.
 */
public interface LockObserver {

    /** Sees nothing. */
    LockObserver NONE = new LockObserver() {};

    /** A request begins. Requests of {@code acquireAll} and the like are reported one by one. */
    default Acquiring acquiring(LockRequest request) {
        return Acquiring.IGNORED;
    }

    /**
     * The server acknowledged a touch of the agent's leases and waiters.
     *
     * @param entries how many were touched together
     * @param lag for how long the most overdue of them had been due; zero where all were in time
     */
    default void renewed(int entries, Duration lag) {}

    /** A command was left without an answer that says whether it was applied. It is asked again, or undone. */
    default void outcomeUnknown(Exception cause) {}

    /** Calls that arrived together were sent together, so many of them. */
    default void batchSent(int calls) {}

    /** One request, from the first call to its end: exactly one of granted, refused and failed. */
    interface Acquiring {

        /** Ignores everything. */
        Acquiring IGNORED = new Acquiring() {};

        /** The request to send in place of {@code asked}, for example with details for those that will wait behind its lease. */
        default LockRequest request(LockRequest asked) {
            return asked;
        }

        /**
         * A call is about to be sent that may create an entry of the request in the lock's document.
         *
         * @param acquirer the id of that entry; a request whose grant came too late goes on under another
         */
        default void asks(String acquirer) {}

        /** The request has joined the queue, behind those named. Again where it was dropped from there and came back. */
        default void queued(Attempt.Refused behind) {}

        /**
         * The lock was granted.
         *
         * @param lease is not lost yet
         * @param previous who had the lease that ended last on this lock, however long ago
         */
        default Holding granted(Lease lease, Optional<Owner> previous) {
            return Holding.IGNORED;
        }

        /** The lock is in use, and the request does not wait. */
        default void refused(Attempt.Refused refused) {}

        /** The request ended without a lease: a {@link LockException}, an {@link InterruptedException}, or a mistake of the caller. */
        default void failed(Exception failure) {}
    }

    /** One lease, from its grant to its end: exactly one of released and lost. */
    interface Holding {

        /** Ignores everything. */
        Holding IGNORED = new Holding() {};

        /** Released by its holder; where the server did not answer, it ends by its expiry. */
        default void released(Duration held) {}

        /** The lease was lost. Its holder is notified too. */
        default void lost(LeaseLoss loss, Duration held) {}
    }
}

package io.lockkeeper.agent;

import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import java.util.Optional;

/**
 * The last acknowledged write that left a request queued.
 *
 * @param sentAt the instant before it was sent
 * @param token the last that the lock had granted by then
 * @param after whose lease has to end before the request is granted, where that is certain
 */
record LastQueued(long sentAt, long token, Optional<Owner> after) {

    /** What the answer to that write shows. */
    static LastQueued in(LockDocument lock, String acquirer, long sentAt) {
        return new LastQueued(sentAt, lock.token(), whoHoldsBefore(lock, acquirer));
    }

    /** The first waiter of a lock that one holder has for itself comes after that holder. */
    private static Optional<Owner> whoHoldsBefore(LockDocument lock, String acquirer) {
        boolean first = lock.queue().getFirst().acquirer().equals(acquirer);
        return first && lock.holders().size() == 1
                ? Optional.of(lock.holders().getFirst().owner())
                : Optional.empty();
    }
}

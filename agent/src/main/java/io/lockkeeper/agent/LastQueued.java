package io.lockkeeper.agent;

import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import java.util.Optional;

/**
 * The last acknowledged write that left a request queued. A grant with a later token came after it.
 *
 * @param sentAt the instant before it was sent
 * @param token the lock's last token at that time
 * @param after the owner whose lease ends before the request is granted, where that is certain
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

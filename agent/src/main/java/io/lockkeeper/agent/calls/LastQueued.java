package io.lockkeeper.agent.calls;

import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Snapshot;
import java.time.Instant;
import java.util.Optional;

/**
 * The last acknowledged write that left a request queued. A grant with a later token came after it.
 *
 * @param sentAt the instant before it was sent
 * @param answeredBy the server's time in its answer
 * @param token the lock's last token at that time
 * @param after the owner whose lease ends before the request is granted, where that is certain
 */
public record LastQueued(long sentAt, Instant answeredBy, long token, Optional<Owner> after) {

    /** The last queued write, as its answer shows it. */
    public static LastQueued in(Snapshot answer, String acquirer, long sentAt) {
        LockDocument lock = answer.lock();
        return new LastQueued(sentAt, answer.serverTime(), lock.token(), whoHoldsBefore(lock, acquirer));
    }

    /** The server's time at that time of the agent's clock, or a little later than that. */
    public Instant serverTime(long now) {
        return answeredBy.plusNanos(now - sentAt);
    }

    /** The first waiter of a lock that one holder has for itself comes after that holder. */
    private static Optional<Owner> whoHoldsBefore(LockDocument lock, String acquirer) {
        boolean first = lock.queue().getFirst().acquirer().equals(acquirer);
        return first && lock.holders().size() == 1
                ? Optional.of(lock.holders().getFirst().owner())
                : Optional.empty();
    }
}

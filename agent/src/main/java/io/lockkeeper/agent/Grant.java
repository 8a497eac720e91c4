package io.lockkeeper.agent;

import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A grant as the agent knows of it.
 *
 * @param holder what the server granted
 * @param touchedAt on the agent's clock, the instant before the write was sent from which the lease's time counts
 * @param counts whether that write reached the entry, as its stamp shows
 * @param previous whose lease was the last that ended there, if that is known
 */
record Grant(Holder holder, long touchedAt, boolean counts, Optional<Owner> previous) {

    /** What the answer to a call shows. */
    static Grant answered(Holder holder, ServerCall call) {
        return shown(holder, call.stamp(), call.sentAt(), previous(call));
    }

    /** What the answer to a touch by the renewal lane shows. */
    static Grant answered(Holder holder, LiveEntry.SentTouch touch, Snapshot lock) {
        return shown(holder, touch.stamp(), touch.sentAt(), previous(lock));
    }

    private static Grant shown(Holder holder, String stamp, long sentAt, Optional<Owner> previous) {
        boolean counts = holder.stamp().equals(stamp) && holder.evicted() == null;
        return new Grant(holder, sentAt, counts, previous);
    }

    /**
     * Whether another touch of the agent reached the live entry after the write that was answered. The grant holds, but not this
     * answer says until when: that touch's does, or the next.
     */
    boolean isTouchedSince() {
        return !counts && holder.evicted() == null;
    }

    /**
     * What an event tells. The grant came after the last acknowledged write that left the request queued, for its token is greater
     * than the lock's was then; so the server counts the claim time from a later instant than that write, and a holder that
     * counts it from before the write believes no longer than the server keeps the place.
     */
    static Grant heard(Request request, long token, long queuedAt, Optional<Owner> previous) {
        Instant at = Instant.ofEpochMilli(token / 1000); // as good as the server's time: tokens are counted by it
        return new Grant(
                new Holder(
                        request.acquirer(),
                        request.weight(),
                        token,
                        request.ttl(),
                        at,
                        at,
                        at.plus(claimTime(request)),
                        "",
                        request.owner(),
                        null,
                        null),
                queuedAt,
                true,
                previous);
    }

    static Duration claimTime(Request request) {
        return request.ttl().compareTo(Settle.CLAIM_TIME) < 0 ? request.ttl() : Settle.CLAIM_TIME;
    }

    private static Optional<Owner> previous(ServerCall call) {
        return call.reply() instanceof Reply.Answered answered
                ? answered.snapshot().flatMap(Grant::previous)
                : Optional.empty();
    }

    private static Optional<Owner> previous(Snapshot lock) {
        return Optional.ofNullable(lock.lock().released()).map(Released::owner);
    }
}

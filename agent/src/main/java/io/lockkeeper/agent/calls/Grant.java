package io.lockkeeper.agent.calls;

import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.upkeep.Renewals;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A grant, and how the agent learned of it: from the answer to a touch, or from an event.
 *
 * @param holder what the server granted
 * @param touchedAt where the lease's time begins on the agent's clock: the instant before that write was sent
 * @param counts whether that write reached the entry, as its stamp shows: otherwise the grant moves no deadline
 * @param previous the owner of the lease before, if it is known
 * @param unwanted whether that answer shows that the queue is empty, and that the lock is not paused
 */
public record Grant(Holder holder, long touchedAt, boolean counts, Optional<Owner> previous, boolean unwanted) {

    /** The grant in the answer to a call. */
    public static Grant answered(Holder holder, ServerCall call) {
        return shown(holder, call.stamp(), call.sentAt(), snapshot(call));
    }

    /** The grant of the request, if the answer to the call shows one. */
    public static Optional<Grant> of(Bid bid, ServerCall call) {
        return snapshot(call)
                .flatMap(each -> each.lock().holder(bid.acquirer()))
                .map(holder -> answered(holder, call));
    }

    /** The grant in the answer to a touch by {@link Renewals}. */
    public static Grant answered(Holder holder, LiveEntry.SentTouch touch, Snapshot lock) {
        return shown(holder, touch.stamp(), touch.sentAt(), Optional.of(lock));
    }

    private static Grant shown(Holder holder, String stamp, long sentAt, Optional<Snapshot> lock) {
        boolean counts = holder.stamp().equals(stamp) && holder.evicted() == null;
        boolean unwanted = lock.map(Snapshot::lock)
                .filter(each -> each.queue().isEmpty() && each.paused() == null)
                .isPresent();
        return new Grant(holder, sentAt, counts, lock.flatMap(Grant::previous), unwanted);
    }

    /**
     * Whether another touch of the agent reached the live entry after this write. The grant holds; until when, the answer to that touch
     * says, or the next.
     */
    public boolean isTouchedSince() {
        return !counts && holder.evicted() == null;
    }

    /** Whether only an event said so: a hint may be false. */
    public boolean isHeard() {
        return holder.stamp().isEmpty();
    }

    /** For how long it was granted. */
    public Duration time() {
        return Duration.between(holder.updatedAt(), holder.expiresAt());
    }

    /**
     * The grant in an event. Its token is greater than the lock's was at the last acknowledged write that left the request queued, so the
     * server granted it after that write. A holder that counts the claim time from before that write ends no later than the server's.
     *
     * @param tokens how many it has, if it was granted more than one; else zero
     * @param now the server's time
     */
    public static Grant heard(Request request, long token, int tokens, LastQueued last, Instant now) {
        Instant counted = Instant.ofEpochMilli(token / 1000); // exact, unless tokens run ahead of the clock
        Instant at = counted.isBefore(now) ? counted : now;
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
                        null,
                        tokens == 0 ? null : new Keep(Duration.ZERO, tokens),
                        null),
                last.sentAt(),
                true,
                last.after(),
                false);
    }

    public static Duration claimTime(Request request) {
        return request.ttl().compareTo(Holder.CLAIM_TIME) < 0 ? request.ttl() : Holder.CLAIM_TIME;
    }

    private static Optional<Snapshot> snapshot(ServerCall call) {
        return call.reply() instanceof Reply.Answered answered ? answered.snapshot() : Optional.empty();
    }

    private static Optional<Owner> previous(Snapshot lock) {
        return Optional.ofNullable(lock.lock().released()).map(Released::owner);
    }
}

package io.lockkeeper.agent;

import com.mongodb.MongoException;
import io.lockkeeper.agent.Calls.Call;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Snapshot;
import java.util.List;
import java.util.Optional;

/** Acquiring without waiting: one round trip, unless the server leaves it unanswered. */
final class Tries {

    private final Calls calls;
    private final Removals removals;
    private final Leases leases;

    Tries(Calls calls, Removals removals, Leases leases) {
        this.calls = calls;
        this.removals = removals;
        this.leases = leases;
    }

    Attempt attempt(LockRequest asked) {
        Bid bid = calls.bid(asked);
        long giveUpAt = calls.now() + calls.options().answerTimeout().toNanos();
        while (true) {
            Call call = calls.tryEnqueue(bid);
            switch (call.reply()) {
                case Reply.Answered answered -> {
                    return attempted(asked, bid, call, answered.snapshot().orElseThrow());
                }
                case Reply.Refused refused ->
                    throw new LockUnavailableException(
                            asked.name().value(), "MongoDB refused the request", refused.cause());
                case Reply.Unknown unknown -> {
                    if (Thread.currentThread().isInterrupted()) {
                        throw givenUp(bid, "the thread was interrupted", unknown);
                    }
                    if (calls.now() - giveUpAt >= 0) {
                        throw givenUp(
                                bid,
                                "MongoDB did not answer within "
                                        + calls.options().answerTimeout(),
                                unknown);
                    }
                    if (Pause.wasInterrupted()) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
        }
    }

    List<HeldBy> heldBy(LockRequest asked) {
        try {
            return calls.read(List.of(calls.bid(asked))).values().stream()
                    .flatMap(snapshot -> HeldBy.in(snapshot).stream())
                    .filter(holder -> holder.remaining().isPositive())
                    .toList();
        } catch (MongoException e) {
            throw new LockUnavailableException(asked.name().value(), "its holders could not be read", e);
        }
    }

    private LockUnavailableException givenUp(Bid bid, String why, Reply.Unknown unknown) {
        removals.remove(bid);
        return new LockUnavailableException(bid.lock().value(), why, unknown.cause());
    }

    private Attempt attempted(LockRequest asked, Bid bid, Call call, Snapshot snapshot) {
        LockDocument lock = snapshot.lock();
        Optional<Holder> holder = lock.holder(bid.acquirer());
        if (holder.isPresent()) {
            return leases.granted(bid, holder.get(), call, asked)
                    .<Attempt>map(Attempt.Granted::new)
                    .orElseThrow(() -> new LockUnavailableException(
                            asked.name().value(), "it was granted, but the answer came after the lease's end", null));
        }
        if (lock.capacity() != bid.request().capacity()) {
            throw new CapacityMismatchException(
                    lock.name(), lock.capacity(), bid.request().capacity());
        }
        return new Attempt.Refused(
                asked.name(), HeldBy.in(snapshot), lock.queue().size());
    }
}

package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.waiting.LocalWaiter;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The short wait of a try that has recalled a kept lease: until the lease's agent releases it or answers that it is in use, and no longer
 * than the recall time.
 */
final class KeptWait {

    private final Server server;
    private final LocalWaiters waiters;
    private final Runnable listen;

    KeptWait(Server server, LocalWaiters waiters, Runnable listen) {
        this.server = server;
        this.waiters = waiters;
        this.listen = listen;
    }

    /** How a wait ended: with a grant, or without one. The request may still stand in the queue, as the last answer shows. */
    record Outcome(Optional<Grant> grant, Snapshot last) {}

    /**
     * Waits for the grant.
     *
     * @param queued the call whose answer shows the request in the queue
     * @throws LockUnavailableException if the agent is closed, or the server does not answer
     */
    Outcome await(LockRequest asked, Bid bid, ServerCall queued, Snapshot answer, Duration longest)
            throws InterruptedException {
        LocalWaiter waiter = waiters.waiter(bid, asked.isRenewedByAgent());
        waiter.isQueued(true);
        waiter.place(); // its request stands in the document, so it is offered no use in memory
        waiter.saw(answer, queued.stamp(), queued.sentAt());
        long giveUpAt = server.now() + longest.toNanos();
        waiters.add(waiter);
        try {
            listen.run();
            waiter.hint(); // an event from before it was added went unheard
            return await(waiter, answer, giveUpAt);
        } finally {
            waiters.remove(waiter);
        }
    }

    private Outcome await(LocalWaiter waiter, Snapshot answer, long giveUpAt) throws InterruptedException {
        Snapshot last = answer;
        while (waiter.awaitReason(giveUpAt)) {
            if (waiter.isCancelled()) {
                throw unavailable(waiter.bid(), Gate.CLOSED, null);
            }
            Optional<Grant> offer = waiter.takeOffer();
            if (offer.isPresent()) {
                return new Outcome(offer, last);
            }
            ServerCall call = server.send(waiter.bid().touch());
            if (!(call.reply() instanceof Reply.Answered answered)) {
                throw unavailable(
                        waiter.bid(), "MongoDB did not answer in time", ((Reply.Failed) call.reply()).cause());
            }
            last = answered.snapshot().orElse(last);
            Optional<Grant> grant = Grant.of(waiter.bid(), call);
            if (grant.isPresent() || last.lock().waiter(waiter.bid().acquirer()).isEmpty()) {
                return new Outcome(grant, last);
            }
            waiter.saw(last, call.stamp(), call.sentAt());
        }
        return new Outcome(Optional.empty(), last);
    }

    private static LockUnavailableException unavailable(Bid bid, String why, @Nullable Throwable cause) {
        return new LockUnavailableException(bid.lock().value(), why, cause);
    }
}

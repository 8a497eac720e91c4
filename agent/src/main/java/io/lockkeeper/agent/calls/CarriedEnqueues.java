package io.lockkeeper.agent.calls;

import java.time.Duration;
import java.util.Optional;

/** Has a waiter's first enqueue carried by another call for its lock, and notes in its {@link Bid} what became of it. */
public final class CarriedEnqueues {

    private final Server server;

    public CarriedEnqueues(Server server) {
        this.server = server;
    }

    /** Waits for a call that carries it; nothing if none came within {@code longest}, and the enqueue was not sent. */
    public Optional<ServerCall> await(LiveEntry waiter, CarriedEnqueue.Queue queue, Duration longest, Duration timeout)
            throws InterruptedException {
        Bid bid = waiter.bid();
        CarriedEnqueue enqueue = new CarriedEnqueue(bid.enqueue(waiter.behind()));
        bid.enqueueBegins();
        queue.add(enqueue);
        try {
            boolean answered = server.machine().await(enqueue.answer(), longest.toNanos());
            if (!answered && queue.withdraw(enqueue)) {
                bid.enqueueNotSent();
                return Optional.empty();
            }
            return Optional.of(carried(bid, enqueue, timeout));
        } catch (InterruptedException e) {
            if (queue.withdraw(enqueue)) {
                bid.enqueueNotSent();
            } else {
                abandon(bid, enqueue);
            }
            throw e;
        }
    }

    private ServerCall carried(Bid bid, CarriedEnqueue enqueue, Duration timeout) throws InterruptedException {
        if (server.machine().await(enqueue.answer(), timeout.toNanos())) {
            ServerCall call = enqueue.answer().join();
            bid.enqueueAnswered(call.reply(), server.now(), server.timeouts().atLeast(timeout));
            return call;
        }
        abandon(bid, enqueue);
        return server.unanswered(new IllegalStateException("Not answered within " + timeout));
    }

    private void abandon(Bid bid, CarriedEnqueue enqueue) {
        bid.enqueueAbandoned(
                enqueue.answer(), server.ticker(), server.timeouts().command());
    }
}

package io.lockkeeper.agent.calls;

import io.lockkeeper.agent.batching.Batcher;
import io.lockkeeper.agent.batching.Batcher.Result;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Sends the calls that may create a request's entry, one at a time, and notes in its {@link Bid} what became of each. */
public final class Enqueues {

    private final Duration commandTimeout;
    private final LongSupplier ticker;
    private final Machine machine;
    private final CallSender sender;
    private final Batcher<Ask.Combinable, ServerCall> batcher;

    Enqueues(
            Duration commandTimeout,
            LongSupplier ticker,
            Machine machine,
            CallSender sender,
            Batcher<Ask.Combinable, ServerCall> batcher) {
        this.commandTimeout = commandTimeout;
        this.ticker = ticker;
        this.machine = machine;
        this.sender = sender;
        this.batcher = batcher;
    }

    /** {@linkplain Bid#enqueue Enqueues} the request, or {@linkplain Bid#tryEnqueue tries} to, unless an earlier call of it is under way. */
    public ServerCall send(Bid bid, Ask.Combinable enqueue, Duration timeout) {
        if (bid.isUnderWay()) {
            return sender.unanswered(new IllegalStateException("An earlier call of the request has not ended yet"));
        }
        bid.enqueueBegins();
        Result<ServerCall> result;
        try {
            result = batcher.send(enqueue, timeout);
        } catch (RuntimeException | Error e) {
            bid.enqueueAnswered(unknown(e), ticker.getAsLong(), longer(timeout)); // or it would be under way for ever
            throw e;
        }
        switch (result) {
            case Result.Answered<ServerCall>(ServerCall call) -> answered(bid, call, timeout);
            case Result.NotSent<ServerCall> never -> bid.enqueueNotSent();
            case Result.Abandoned<ServerCall> abandoned -> abandon(bid, abandoned.over());
        }
        return sender.call(result);
    }

    /**
     * Waits for another call for the lock to carry the waiter's first enqueue; nothing if none came within {@code longest}, and the
     * enqueue was not sent.
     */
    public Optional<ServerCall> beCarried(
            LiveEntry waiter, CarriedEnqueue.Queue queue, Duration longest, Duration timeout)
            throws InterruptedException {
        Bid bid = waiter.bid();
        CarriedEnqueue enqueue = new CarriedEnqueue(bid.enqueue(waiter.behind()));
        bid.enqueueBegins();
        queue.add(enqueue);
        try {
            boolean answered = machine.await(enqueue.answer(), longest.toNanos());
            if (!answered && queue.withdraw(enqueue)) {
                bid.enqueueNotSent();
                return Optional.empty();
            }
            return Optional.of(carried(bid, enqueue, timeout));
        } catch (InterruptedException e) {
            if (queue.withdraw(enqueue)) {
                bid.enqueueNotSent();
            } else {
                abandon(bid, enqueue.answer());
            }
            throw e;
        }
    }

    private ServerCall carried(Bid bid, CarriedEnqueue enqueue, Duration timeout) throws InterruptedException {
        if (machine.await(enqueue.answer(), timeout.toNanos())) {
            ServerCall call = enqueue.answer().join();
            answered(bid, call, timeout);
            return call;
        }
        abandon(bid, enqueue.answer());
        return sender.unanswered(new IllegalStateException("Not answered within " + timeout));
    }

    private void answered(Bid bid, ServerCall call, Duration timeout) {
        bid.enqueueAnswered(call.reply(), ticker.getAsLong(), longer(timeout));
    }

    /** Its caller waits no longer, and it may be sent yet. */
    private void abandon(Bid bid, CompletableFuture<ServerCall> over) {
        bid.enqueueAbandoned(ticker.getAsLong(), commandTimeout);
        var unused = over.whenComplete((call, failure) -> {
            long now = ticker.getAsLong();
            if (failure instanceof CancellationException) {
                bid.enqueueDropped(now);
            } else {
                bid.enqueueOver(failure == null ? call.reply() : unknown(failure), now, commandTimeout);
            }
        });
    }

    private static Reply unknown(Throwable failure) {
        return new Reply.Unknown(new IllegalStateException("The call failed", failure));
    }

    private Duration longer(Duration timeout) {
        return timeout.compareTo(commandTimeout) > 0 ? timeout : commandTimeout;
    }
}

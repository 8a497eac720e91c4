package io.lockkeeper.agent.batching;

import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Combines concurrent calls into batches. A call goes out at once, on its caller's thread, while {@link InFlightLimit} has room for it;
 * calls that come meanwhile wait and then go out as one batch, on a thread of the batcher's own.
 *
 * <p>No caller depends on the thread of another: callers add their calls to a lock-free queue and wake {@link BatchThreads}, which decide
 * and send. So a caller that is interrupted, or not scheduled for seconds, delays no other.
 *
 * @param <C> what is called
 * @param <A> the answer
 */
public final class Batcher<C, A> {

    /** How long calls wait for what is in flight. */
    public static final Duration PATIENCE = Duration.ofMillis(100);

    private static final Logger log = LoggerFactory.getLogger(Batcher.class);

    /** The outcome of a call for its caller. */
    public sealed interface Result<A> {

        record Answered<A>(A answer) implements Result<A> {}

        /** The call was not sent, and never will be. */
        record NotSent<A>(RuntimeException cause) implements Result<A> {}

        /** Its caller gave up while it was under way: it may have been sent, or may still be, until {@code over} is completed. */
        record Abandoned<A>(RuntimeException cause, CompletableFuture<A> over) implements Result<A> {}
    }

    private final BatchSender<C, A> sender;
    private final Machine machine;
    private final LongSupplier ticker;
    private final Duration patience;
    private final InFlightLimit limit;
    private final CallQueue<C, A> queue = new CallQueue<>();
    private final GatheringPause pause;
    private final BatchThreads threads;
    /** Held by the thread that takes calls up; callers only look whether it is. */
    private final ReentrantLock boarding = new ReentrantLock();

    private volatile boolean closed;

    public Batcher(BatchSender<C, A> sender, Machine machine) {
        this(sender, machine, machine::nanos, PATIENCE);
    }

    Batcher(BatchSender<C, A> sender, Machine machine, LongSupplier ticker, Duration patience) {
        this.sender = sender;
        this.machine = machine;
        this.ticker = ticker;
        this.patience = patience;
        this.limit = new InFlightLimit(ticker, patience);
        this.pause = new GatheringPause(machine, ticker);
        this.threads = new BatchThreads(machine, this::isDue, this::serve);
    }

    /**
     * Sends the call, by itself or in a batch. A call that waits for a batch is given up after the timeout, and where its thread is
     * interrupted, which stays set; one that is in flight has the whole timeout again.
     */
    public Result<A> send(C call, Duration timeout) {
        long now = ticker.getAsLong();
        Batch<C, A> alone = Batch.alone(now);
        if (closed || (sender.goesAlone(call) && mayLeave(alone))) {
            return sendAlone(call, timeout, alone);
        }
        return await(join(call, timeout, now));
    }

    /**
     * Sends the call on a thread of the batcher's own, by itself or in a batch, which completes the future. No thread waits for it, so one
     * must {@linkplain #look() look} every {@link #PATIENCE} until then.
     */
    public CompletableFuture<A> submit(C call, Duration timeout) {
        return join(call, timeout, ticker.getAsLong()).answer();
    }

    private PendingCall<C, A> join(C call, Duration timeout, long now) {
        PendingCall<C, A> pending = new PendingCall<>(call, timeout, now);
        queue.add(pending);
        pause.joined(queue.size());
        look();
        return pending;
    }

    /** From now on each caller sends its own call. Waiting calls are still sent. */
    public void close() {
        closed = true;
        threads.close();
    }

    private boolean mayLeave(Batch<C, A> alone) {
        return queue.size() == 0 && !boarding.isLocked() && limit.tryEnter(alone);
    }

    private Result<A> sendAlone(C call, Duration timeout, Batch<C, A> alone) {
        try {
            return new Result.Answered<>(sender.send(call, timeout));
        } finally {
            limit.leave(alone);
            look();
        }
    }

    /** Has waiting calls sent, if what they wait for has been answered, or hangs. */
    public void look() {
        if (isDue()) {
            threads.wake();
        }
    }

    /** Whether calls wait, may leave, and no thread takes them up yet. The thread that does looks again afterwards. */
    private boolean isDue() {
        int waiting = queue.size();
        return waiting > 0 && !boarding.isLocked() && limit.isFree(waiting);
    }

    private Result<A> await(PendingCall<C, A> pending) {
        try {
            while (true) {
                long left = pending.timeLeft(ticker.getAsLong());
                if (left <= 0) {
                    return giveUp(pending, "Not answered within " + pending.timeout(), null);
                }
                if (pending.await(machine, Math.min(left, patience.toNanos()))) {
                    return new Result.Answered<>(pending.answer().join());
                }
                look(); // what it waits for may hang, and no longer count
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return giveUp(pending, "Interrupted while the call waited for others", e);
        }
    }

    private Result<A> giveUp(PendingCall<C, A> pending, String why, @Nullable Exception cause) {
        RuntimeException reason = new IllegalStateException(why, cause);
        if (pending.leave()) {
            return new Result.NotSent<>(reason);
        }
        pending.abandon(); // before it looks: an answer that comes from here on reaches no listener
        if (pending.isAnswered()) {
            return new Result.Answered<>(pending.answer().join());
        }
        return new Result.Abandoned<>(reason, pending.answer());
    }

    /** Sends what is due, and what comes after it without a pause; whether there was something. On a batch thread. */
    private boolean serve() {
        Batch<C, A> batch = boardIfDue();
        boolean served = !batch.isEmpty();
        while (!batch.isEmpty()) {
            batch = sendAndBoardNext(batch);
        }
        return served;
    }

    private Batch<C, A> boardIfDue() {
        if (!boarding.tryLock()) {
            return nothing();
        }
        Batch<C, A> batch;
        try {
            int waiting = queue.size();
            batch = waiting > 0 && limit.isFree(waiting) ? board() : nothing();
        } finally {
            boarding.unlock();
        }
        look();
        return batch;
    }

    /** While it is answered, callers that come back at once find that the next batch is being gathered. */
    private Batch<C, A> sendAndBoardNext(Batch<C, A> batch) {
        List<PendingCall<C, A>> calls = batch.stillWanted();
        List<A> answers = send(calls);
        boolean counted = limit.leave(batch);
        Batch<C, A> next = nothing();
        boolean boards = boarding.tryLock();
        try {
            if (boards && counted) {
                pause.answered(batch);
            }
            arrive(calls, answers);
            if (boards && limit.isFree(Math.max(1, queue.size()))) {
                next = board();
            }
        } finally {
            if (boards) {
                boarding.unlock();
            }
        }
        look();
        return next;
    }

    private static <C, A> void arrive(List<PendingCall<C, A>> calls, List<A> answers) {
        for (int i = 0; i < calls.size(); i++) {
            calls.get(i).arrive(answers.get(i));
        }
    }

    private Batch<C, A> nothing() {
        return Batch.together(List.of(), ticker.getAsLong());
    }

    /** A batch of all calls that wait by now, or very soon. */
    private Batch<C, A> board() {
        pause.take(queue::size);
        long now = ticker.getAsLong();
        Batch<C, A> batch = Batch.together(queue.board(now), now);
        if (!batch.isEmpty()) {
            limit.enter(batch);
        }
        return batch;
    }

    private List<A> send(List<PendingCall<C, A>> calls) {
        try {
            return calls.isEmpty() ? List.of() : sendAsFew(calls);
        } catch (RuntimeException | Error e) {
            log.error("{} calls could not be sent", calls.size(), e);
            return Collections.nCopies(
                    calls.size(), sender.unanswered(new IllegalStateException("The call could not be sent", e)));
        }
    }

    private List<A> sendAsFew(List<PendingCall<C, A>> calls) {
        C first = calls.getFirst().call();
        return calls.size() == 1 && sender.goesAlone(first)
                ? List.of(sender.send(first, calls.getFirst().timeout()))
                : sender.sendAll(calls.stream().map(PendingCall::call).toList());
    }
}

package io.lockkeeper.agent.batching;

import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends calls together that come at the same time. A call goes out at once, on its caller's thread, while {@link InFlightLimit} has
 * room for it; what comes meanwhile waits and then goes out as one batch, on a thread of the batcher's own.
 *
 * <p>No caller depends on the thread of another: callers add their calls to lock-free queues and wake {@link BatchThreads}, which decide
 * and send. So a caller that is interrupted, or not scheduled for seconds, delays nobody else.
 *
 * @param <C> what is called
 * @param <A> the answer
 */
public final class Batcher<C, A> {

    /** How many calls go together at the most. */
    static final int MOST = 500;
    /** How long calls wait for what is in flight. */
    static final Duration PATIENCE = Duration.ofMillis(100);

    private static final Logger log = LoggerFactory.getLogger(Batcher.class);

    /** Sends what is called. Throws nothing. */
    public interface Sender<C, A> {

        A send(C call, Duration timeout);

        /** Sends all together; an answer for each, in their order. */
        List<A> sendAll(List<C> calls);

        /** The answer to a call of which nothing is known. */
        A unanswered(RuntimeException cause);

        /** The call was given up by its caller while it was under way, and is no longer. */
        void over(C call);
    }

    /** What a caller comes to know of its call. */
    public sealed interface Result<A> {

        record Answered<A>(A answer) implements Result<A> {}

        /** It was not sent, and never will be. */
        record NotSent<A>(RuntimeException cause) implements Result<A> {}

        /** Its caller gave up while it was under way: it may have been sent, or may still be, until {@link Sender#over}. */
        record Abandoned<A>(RuntimeException cause) implements Result<A> {}
    }

    private final Sender<C, A> sender;
    private final Machine machine;
    private final LongSupplier ticker;
    private final Duration patience;
    private final InFlightLimit limit;
    private final Queue<PendingCall<C, A>> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Companions<C, A> companions;
    private final BatchThreads threads;
    /** Held by the lane that takes calls up; callers only look whether it is. */
    private final ReentrantLock boarding = new ReentrantLock();

    private final Gathering gathering = new Gathering();
    private volatile @Nullable Thread gatherer;
    private volatile int expected;
    private volatile boolean closed;

    /** Where calls with the same key may go along with each other. */
    public Batcher(Sender<C, A> sender, Function<C, Object> key, Machine machine) {
        this(sender, key, machine, machine::nanos, PATIENCE);
    }

    Batcher(Sender<C, A> sender, Function<C, Object> key, Machine machine, LongSupplier ticker, Duration patience) {
        this.sender = sender;
        this.machine = machine;
        this.ticker = ticker;
        this.patience = patience;
        this.limit = new InFlightLimit(ticker, patience);
        this.companions = new Companions<>(key);
        this.threads = new BatchThreads(machine, this::isDue, this::serve);
    }

    /**
     * Sends the call, alone or with others. A call that waits for others is given up after the timeout, and where its thread is
     * interrupted, which stays set; one that is under way has the timeout anew.
     */
    public Result<A> send(C call, Duration timeout, Company company) {
        long now = ticker.getAsLong();
        if (closed || (company.isNone() && !companions.goWith(call))) {
            Batch<C, A> alone = Batch.alone(now);
            if (maySendAlone(alone)) {
                return sendAlone(call, timeout, alone);
            }
        }
        PendingCall<C, A> pending = new PendingCall<>(machine, call, timeout, company, now);
        if (company.isNone()) {
            join(pending);
            return await(pending, patience);
        }
        companions.add(pending);
        return await(pending, company.longest());
    }

    /** What comes from now on is sent by its caller, alone. What waits is still sent. */
    public void close() {
        closed = true;
        threads.close();
    }

    private boolean maySendAlone(Batch<C, A> alone) {
        return closed || (queue.isEmpty() && !boarding.isLocked() && limit.tryEnter(alone));
    }

    private Result<A> sendAlone(C call, Duration timeout, Batch<C, A> alone) {
        try {
            return new Result.Answered<>(sender.send(call, timeout));
        } finally {
            limit.leave(alone);
            wakeIfDue();
        }
    }

    private void join(PendingCall<C, A> pending) {
        queue.add(pending);
        int present = waiting.incrementAndGet();
        Thread gathers = gatherer;
        if (gathers != null && present >= expected) {
            LockSupport.unpark(gathers);
        }
        wakeIfDue();
    }

    /** How many wait: exactly whether any does, and how many as far as callers that stand still have counted. */
    private int present() {
        return queue.isEmpty() ? 0 : Math.max(1, waiting.get());
    }

    private void wakeIfDue() {
        if (isDue()) {
            threads.wake();
        }
    }

    /** Whether calls wait, may leave, and nobody takes them up yet. Whoever does looks again afterwards. */
    private boolean isDue() {
        int present = present();
        return present > 0 && !boarding.isLocked() && limit.isFree(present);
    }

    private Result<A> await(PendingCall<C, A> pending, Duration untilLook) {
        long look = untilLook.toNanos();
        try {
            while (true) {
                long left = pending.timeLeft(ticker.getAsLong());
                if (left <= 0) {
                    return giveUp(pending, "Not answered within " + pending.timeout(), null);
                }
                if (pending.await(Math.min(left, look))) {
                    return new Result.Answered<>(pending.answer());
                }
                lookAgain(pending);
                look = patience.toNanos();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return giveUp(pending, "Interrupted while the call waited for others", e);
        }
    }

    /** Its patience is over, or what it waits for hangs and no longer counts. */
    private void lookAgain(PendingCall<C, A> pending) {
        if (companions.remove(pending)) {
            join(pending);
        } else {
            wakeIfDue();
        }
    }

    private Result<A> giveUp(PendingCall<C, A> pending, String why, @Nullable Exception cause) {
        RuntimeException reason = new IllegalStateException(why, cause);
        if (pending.leave()) {
            if (!companions.remove(pending) && queue.remove(pending)) {
                waiting.decrementAndGet();
            }
            return new Result.NotSent<>(reason);
        }
        return pending.abandon() ? new Result.Abandoned<>(reason) : new Result.Answered<>(pending.answer());
    }

    /** Sends what is due, and what comes after it without a pause; whether there was something. On a lane. */
    private boolean serve() {
        Batch<C, A> batch = boardIfDue();
        boolean served = !batch.calls().isEmpty();
        while (!batch.calls().isEmpty()) {
            batch = sendAndBoardNext(batch);
        }
        return served;
    }

    private Batch<C, A> boardIfDue() {
        Batch<C, A> none = Batch.together(List.of(), ticker.getAsLong());
        if (!boarding.tryLock()) {
            return none;
        }
        Batch<C, A> batch;
        try {
            batch = mayLeave() ? board() : none;
        } finally {
            boarding.unlock();
        }
        wakeIfDue();
        return batch;
    }

    private boolean mayLeave() {
        int present = present();
        return present > 0 && limit.isFree(present);
    }

    /** While it is answered, callers that come back at once find that the next batch is being gathered. */
    private Batch<C, A> sendAndBoardNext(Batch<C, A> batch) {
        List<PendingCall<C, A>> wanted = wanted(batch);
        List<A> answers = send(wanted);
        boolean counted = limit.leave(batch);
        Batch<C, A> next = Batch.together(List.of(), ticker.getAsLong());
        boolean boards = boarding.tryLock();
        try {
            if (boards && counted) {
                long now = ticker.getAsLong();
                gathering.answered(batch.size(), batch.takesFor(now), now);
            }
            arrive(wanted, answers);
            if (boards && limit.isFree(Math.max(1, present()))) {
                next = board();
            }
        } finally {
            if (boards) {
                boarding.unlock();
            }
        }
        wakeIfDue();
        return next;
    }

    /** Those whose callers are still there: this thread may have stalled since it took them up. */
    private List<PendingCall<C, A>> wanted(Batch<C, A> batch) {
        Map<Boolean, List<PendingCall<C, A>>> abandoned =
                batch.calls().stream().collect(Collectors.partitioningBy(PendingCall::isAbandoned));
        abandoned.getOrDefault(true, List.of()).forEach(call -> sender.over(call.call()));
        return abandoned.getOrDefault(false, List.of());
    }

    private void arrive(List<PendingCall<C, A>> calls, List<A> answers) {
        for (int i = 0; i < calls.size(); i++) {
            if (!calls.get(i).arrive(answers.get(i))) {
                sender.over(calls.get(i).call());
            }
        }
    }

    /** All that wait by now, or very soon. */
    private Batch<C, A> board() {
        gather();
        long now = ticker.getAsLong();
        List<PendingCall<C, A>> boarded = new ArrayList<>();
        for (PendingCall<C, A> next = poll(boarded); next != null; next = poll(boarded)) {
            if (next.board(now)) {
                boarded.add(next);
            }
        }
        companions.join(boarded, MOST, now);
        Batch<C, A> batch = Batch.together(boarded, now);
        if (!boarded.isEmpty()) {
            limit.enter(batch);
        }
        return batch;
    }

    private @Nullable PendingCall<C, A> poll(List<PendingCall<C, A>> boarded) {
        PendingCall<C, A> next = boarded.size() < MOST ? queue.poll() : null;
        if (next != null) {
            waiting.decrementAndGet();
        }
        return next;
    }

    private void gather() {
        int wanted = gathering.expected(present(), ticker.getAsLong());
        expected = wanted;
        gatherer = Thread.currentThread();
        long left = gathering.timeLeft(ticker.getAsLong());
        while (left > 0 && present() < wanted) {
            machine.park(this, left);
            var unused = Thread.interrupted(); // would keep it from waiting
            left = gathering.timeLeft(ticker.getAsLong());
        }
        gatherer = null;
        gathering.left(present(), wanted);
    }

    private List<A> send(List<PendingCall<C, A>> calls) {
        try {
            return switch (calls.size()) {
                case 0 -> List.of();
                case 1 ->
                    List.of(sender.send(
                            calls.getFirst().call(), calls.getFirst().timeout()));
                default -> sender.sendAll(calls.stream().map(PendingCall::call).toList());
            };
        } catch (RuntimeException | Error e) {
            log.error("{} calls could not be sent", calls.size(), e);
            return Collections.nCopies(
                    calls.size(), sender.unanswered(new IllegalStateException("The call could not be sent", e)));
        }
    }
}

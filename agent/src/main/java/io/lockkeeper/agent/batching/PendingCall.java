package io.lockkeeper.agent.batching;

import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A call that waits to be sent with others, and its caller, who waits for the answer. One state tells whether the call is sent and whether
 * its caller is still there, so that a call whose caller left before is never sent.
 */
final class PendingCall<C, A> {

    /** {@code WAITING} becomes {@code LEFT} or {@code BOARDED}, and that {@code ANSWERED} or {@code ABANDONED}. */
    private enum Stage {
        WAITING,
        LEFT,
        BOARDED,
        ANSWERED,
        ABANDONED
    }

    private final Machine machine;
    private final C call;
    private final Duration timeout;
    private final Company company;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
    private final CompletableFuture<A> answer = new CompletableFuture<>();
    private volatile long timeBegan;

    PendingCall(Machine machine, C call, Duration timeout, Company company, long now) {
        this.machine = machine;
        this.call = call;
        this.timeout = timeout;
        this.company = company;
        this.timeBegan = now;
    }

    C call() {
        return call;
    }

    Company company() {
        return company;
    }

    boolean isWaiting() {
        return stage.get() == Stage.WAITING;
    }

    /** Goes with a batch, unless its caller has left. From here on it has its time anew. */
    boolean board(long now) {
        boolean boarded = stage.compareAndSet(Stage.WAITING, Stage.BOARDED);
        if (boarded) {
            timeBegan = now;
        }
        return boarded;
    }

    /** Its caller gives up; whether that was before it was boarded, so that it is never sent. */
    boolean leave() {
        return stage.compareAndSet(Stage.WAITING, Stage.LEFT);
    }

    /** Its caller gives up; whether that was while it was under way. */
    boolean abandon() {
        return stage.compareAndSet(Stage.BOARDED, Stage.ABANDONED);
    }

    boolean isAbandoned() {
        return stage.get() == Stage.ABANDONED;
    }

    /** Hands the answer over; whether somebody was there to take it. */
    boolean arrive(A arrived) {
        return stage.compareAndSet(Stage.BOARDED, Stage.ANSWERED) && answer.complete(arrived);
    }

    /** How many more nanoseconds its caller waits. */
    long timeLeft(long now) {
        return timeBegan + timeout.toNanos() - now;
    }

    Duration timeout() {
        return timeout;
    }

    /** Whether the answer came within the time. */
    boolean await(long nanos) throws InterruptedException {
        return machine.await(answer, nanos);
    }

    /** The answer, once it has come. */
    A answer() {
        return answer.join();
    }
}

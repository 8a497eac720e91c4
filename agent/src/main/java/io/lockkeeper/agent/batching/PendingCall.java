package io.lockkeeper.agent.batching;

import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call that waits to be sent with others, and its caller, who waits for the answer. The first to take it decides: a batch sends it; its
 * caller gives it up, so that it is never sent.
 */
final class PendingCall<C, A> {

    private final C call;
    private final Duration timeout;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final CompletableFuture<A> answer = new CompletableFuture<>();
    private volatile long timeBegan;
    private volatile boolean abandoned;

    PendingCall(C call, Duration timeout, long now) {
        this.call = call;
        this.timeout = timeout;
        this.timeBegan = now;
    }

    C call() {
        return call;
    }

    Duration timeout() {
        return timeout;
    }

    /** Whether a batch may take it, which its caller has not given up. From here on its timeout starts again. */
    boolean board(long now) {
        boolean boarded = taken.compareAndSet(false, true);
        if (boarded) {
            timeBegan = now;
        }
        return boarded;
    }

    /** Whether its caller gives it up before a batch took it. */
    boolean leave() {
        return taken.compareAndSet(false, true);
    }

    /** Its caller gives it up while it is under way. */
    void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    void arrive(A arrived) {
        answer.complete(arrived);
    }

    /** Drops the abandoned call, which is not sent. */
    void drop() {
        answer.cancel(false);
    }

    /** How many more nanoseconds its caller waits. */
    long timeLeft(long now) {
        return timeBegan + timeout.toNanos() - now;
    }

    /** Whether the answer came within the time. */
    boolean await(Machine machine, long nanos) throws InterruptedException {
        return machine.await(answer, nanos);
    }

    boolean isAnswered() {
        return answer.isDone() && !answer.isCancelled();
    }

    /** Completes when it is not under way any more. */
    CompletableFuture<A> answer() {
        return answer;
    }
}

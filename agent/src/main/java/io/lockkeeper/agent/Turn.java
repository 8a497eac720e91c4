package io.lockkeeper.agent;

import io.lockkeeper.agent.Calls.Call;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One caller's wait for its turn, from the first call to the grant. A grant is what the answer to a call of its own shows:
 * neither a hint nor a read makes one.
 */
final class Turn {

    /** No command gets less time than this, however little of the caller's wait is left: it would never be answered. */
    private static final Duration SHORTEST_COMMAND = Duration.ofMillis(500);

    private final Calls calls;
    private final Wait wait;
    private final Duration longestWait;
    private final long giveUpAt;
    private final Runnable whenQueued;
    private boolean queued;
    private Attempt.Refused lastAnswer;

    /** Where {@code whenQueued} runs each time that the request has joined the queue. */
    Turn(Calls calls, Wait wait, Duration longestWait, long giveUpAt, Runnable whenQueued) {
        this.calls = calls;
        this.wait = wait;
        this.longestWait = longestWait;
        this.giveUpAt = giveUpAt;
        this.whenQueued = whenQueued;
        this.lastAnswer = new Attempt.Refused(wait.bid().lock(), List.of(), 0);
    }

    /** A grant, as the answer to the call showed it. */
    record Grant(Holder holder, Call call) {}

    Grant await() throws InterruptedException {
        Optional<Grant> grant = look();
        while (grant.isEmpty()) {
            if (!wait.awaitReason(giveUpAt)) {
                throw new LockNotAcquiredException(lastAnswer, longestWait);
            }
            grant = look();
        }
        return grant.get();
    }

    /** The grant if there is one by now; queues, or queues again, where the request is not there. */
    private Optional<Grant> look() throws InterruptedException {
        while (true) {
            Call call = ask();
            switch (call.reply()) {
                case Reply.Answered(Optional<Snapshot> snapshot) -> {
                    Optional<Grant> grant = snapshot.flatMap(
                                    each -> each.lock().holder(wait.bid().acquirer()))
                            .map(holder -> new Grant(holder, call));
                    if (grant.isPresent() || isQueued(snapshot)) {
                        return grant;
                    }
                }
                case Reply.Refused(RuntimeException cause) -> throw unavailable("MongoDB refused the request", cause);
                case Reply.Unknown(RuntimeException cause) -> {
                    if (giveUpAt - calls.now() <= 0) {
                        throw unavailable("MongoDB did not answer within the longest wait, " + longestWait, cause);
                    }
                    Pause.take();
                }
            }
        }
    }

    private Call ask() throws InterruptedException {
        if (wait.isCancelled()) {
            throw unavailable("the agent was closed", null);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return queued ? calls.touch(wait.bid(), patience()) : calls.enqueue(wait.bid(), patience());
    }

    /** Whether the answer shows the request in the queue. One that was dropped queues again; one that never got in cannot. */
    private boolean isQueued(Optional<Snapshot> snapshot) {
        boolean wasQueued = queued;
        queued = snapshot.flatMap(each -> each.lock().waiter(wait.bid().acquirer()))
                .isPresent();
        snapshot.ifPresent(this::remember);
        if (!queued && !wasQueued) {
            throw refusal(snapshot.orElseThrow().lock());
        }
        if (queued && !wasQueued) {
            whenQueued.run();
        }
        return queued;
    }

    private void remember(Snapshot snapshot) {
        wait.waits(snapshot);
        lastAnswer = new Attempt.Refused(
                wait.bid().lock(), HeldBy.in(snapshot), snapshot.lock().queue().size());
    }

    private LockException refusal(LockDocument lock) {
        int asked = wait.bid().request().capacity();
        return lock.capacity() == asked
                ? new QueueFullException(lock.name(), lock.queue().size(), Settle.MAX_ENTRIES)
                : new CapacityMismatchException(lock.name(), lock.capacity(), asked);
    }

    private Duration patience() {
        Duration most = calls.options().commandTimeout();
        Duration left = Duration.ofNanos(giveUpAt - calls.now());
        Duration bounded = left.compareTo(most) < 0 ? left : most;
        return bounded.compareTo(SHORTEST_COMMAND) < 0 ? SHORTEST_COMMAND : bounded;
    }

    private LockUnavailableException unavailable(String why, @Nullable Throwable cause) {
        return new LockUnavailableException(wait.bid().lock().value(), why, cause);
    }
}

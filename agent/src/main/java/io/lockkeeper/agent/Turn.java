package io.lockkeeper.agent;

import io.lockkeeper.agent.Calls.Call;
import io.lockkeeper.agent.batching.Company;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One caller's wait for its turn, from the first call to the grant. A grant is what the answer to a touch of its entry shows:
 * neither a hint nor a read makes one.
 */
final class Turn {

    static final String CLOSED = "the agent was closed";

    /** No command gets less time than this, however little of the caller's wait is left: it would never be answered. */
    private static final Duration SHORTEST_COMMAND = Duration.ofMillis(500);

    /** How long a request waits for a release to go along with. */
    private static final Duration COMPANY = Duration.ofMillis(50);

    private final Calls calls;
    private final Wait wait;
    private final Duration longestWait;
    private final long giveUpAt;
    private final Consumer<Attempt.Refused> whenQueued;

    /** Where {@code whenQueued} is told each time that the request has joined the queue, and behind whom. */
    Turn(Calls calls, Wait wait, Duration longestWait, long giveUpAt, Consumer<Attempt.Refused> whenQueued) {
        this.calls = calls;
        this.wait = wait;
        this.longestWait = longestWait;
        this.giveUpAt = giveUpAt;
        this.whenQueued = whenQueued;
    }

    Grant await() throws InterruptedException {
        if (!wait.awaitPlace(giveUpAt)) {
            throw tooLong();
        }
        Optional<Grant> grant = look();
        while (grant.isEmpty()) {
            if (!wait.awaitReason(giveUpAt)) {
                throw tooLong();
            }
            grant = wait.takeOffer();
            if (grant.isEmpty()) {
                grant = look();
            }
        }
        return grant.get();
    }

    private LockException tooLong() {
        Attempt.Refused lastAnswer = wait.line().lastAnswer();
        return lastAnswer == null
                ? unavailable("MongoDB did not answer within the longest wait, " + longestWait, null)
                : new LockNotAcquiredException(lastAnswer, longestWait);
    }

    /** The grant if there is one by now; queues, or queues again, where the request is not there. */
    private Optional<Grant> look() throws InterruptedException {
        while (true) {
            Call call = ask();
            switch (call.reply()) {
                case Reply.Answered answered -> {
                    Optional<Grant> grant = grant(answered.snapshot(), call);
                    if (grant.filter(Grant::isTouchedSince).isPresent()) {
                        Optional<Grant> offer = wait.takeOffer(); // by the answer to the later touch; else asks again
                        if (offer.isPresent()) {
                            return offer;
                        }
                    } else if (grant.isPresent() || isQueued(answered.snapshot(), call)) {
                        return grant;
                    }
                }
                case Reply.Refused(RuntimeException cause) -> throw unavailable("MongoDB refused the request", cause);
                case Reply.Unknown(RuntimeException cause) -> {
                    if (giveUpAt - calls.now() <= 0) {
                        throw unavailable("MongoDB did not answer within the longest wait, " + longestWait, cause);
                    }
                    calls.pause().take();
                }
            }
        }
    }

    private Optional<Grant> grant(Optional<Snapshot> snapshot, Call call) {
        return snapshot.flatMap(each -> each.lock().holder(wait.bid().acquirer()))
                .map(holder -> Grant.answered(holder, call));
    }

    private Call ask() throws InterruptedException {
        if (wait.isCancelled()) {
            throw unavailable(CLOSED, null);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return wait.isQueued()
                ? calls.touch(wait.bid(), patience())
                : calls.enqueue(wait.bid(), wait.behind(), patience(), company());
    }

    /** Whether the answer shows the request in the queue. One that was dropped queues again; one that never got in cannot. */
    private boolean isQueued(Optional<Snapshot> snapshot, Call call) {
        boolean wasQueued = wait.isQueued();
        boolean queued = snapshot.flatMap(each -> each.lock().waiter(wait.bid().acquirer()))
                .isPresent();
        wait.isQueued(queued);
        snapshot.ifPresent(lock -> wait.waits(lock, call.stamp(), call.sentAt()));
        if (!queued && !wasQueued) {
            throw refusal(snapshot.orElseThrow().lock());
        }
        if (queued) {
            remember(snapshot.orElseThrow(), !wasQueued);
        }
        return queued;
    }

    private void remember(Snapshot snapshot, boolean joined) {
        Attempt.Refused answer = new Attempt.Refused(
                wait.bid().lock(), HeldBy.in(snapshot), snapshot.lock().waiting());
        wait.line().heard(answer, agentsInTurn(snapshot.lock()));
        if (joined) {
            whenQueued.accept(answer);
        }
    }

    /** How many agents share the queue of a lock that one holds at a time; where many hold it, many are granted at once. */
    private static int agentsInTurn(LockDocument lock) {
        return lock.capacity() > 1
                ? 1
                : (int) lock.queue().stream()
                        .map(waiter -> waiter.owner().agent())
                        .distinct()
                        .count();
    }

    private LockException refusal(LockDocument lock) {
        int asked = wait.bid().request().capacity();
        return lock.capacity() == asked
                ? new QueueFullException(lock.name(), lock.waiting(), Settle.MAX_ENTRIES)
                : new CapacityMismatchException(lock.name(), lock.capacity(), asked);
    }

    /** A release of this agent comes before its turn, where others of it are before it: the first request can go along. */
    private Company company() {
        boolean sentBefore = wait.bid().wasSent();
        boolean hurries = giveUpAt - calls.now() < 10 * COMPANY.toNanos();
        return sentBefore || hurries || wait.line().next().isEmpty()
                ? Company.NONE
                : new Company(COMPANY, wait.line()::company);
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

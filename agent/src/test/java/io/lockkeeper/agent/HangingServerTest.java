package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoTimeoutException;
import io.lockkeeper.agent.OuterLocks.OuterLock;
import io.lockkeeper.agent.OuterLocks.Taking;
import io.lockkeeper.agent.reentrant.Ownership;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.store.Use;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests beside a server that hangs: each ends in its time, which is less than one command of the agent may take. */
@Timeout(60)
class HangingServerTest {

    private static final AgentOptions OPTIONS = AgentOptions.forService("billing");
    private static final Duration SHORT = Duration.ofMillis(10);
    /** What a command gets whose caller has no time left, twice, and what a busy machine adds. */
    private static final Duration ENDS_WITHIN = OPTIONS.callTimeouts().command();

    private final CountDownLatch answers = new CountDownLatch(1);
    private final Locks store = new Locks();
    private final Outer outer = new Outer();
    private final LockAgent other = LockAgent.on(store, OPTIONS, Machine.JVM);
    private final LockAgent agent = LockAgent.on(store, OPTIONS, Machine.JVM);
    private final LockAgent nested = LockAgent.on(store, OPTIONS.withOuterLocks(opening -> outer), Machine.JVM);

    @AfterEach
    void close() {
        answers.countDown();
        List.of(agent, other, nested).forEach(LockAgent::close);
    }

    @Test
    void whatWasGrantedOfSeveralLocksIsGivenBackWithoutTheCaller() {
        store.hangs = ask -> ask.lock().value().equals("b") || ask instanceof Ask.Remove;
        assertEndsInItsTime(
                () -> agent.acquireAll(List.of(LockRequest.of("a"), LockRequest.of("b")), Duration.ofMillis(200)));
        assertThat(agent.monitor().leases()).isEmpty();
    }

    @Test
    void anOuterLockIsGivenBackWithoutTheCaller() {
        store.hangs = ask -> true;
        assertEndsInItsTime(() -> nested.acquire(LockRequest.of("a").withLongestWait(SHORT)));
        assertThat(outer.timeouts).containsExactly(Duration.ofMillis(500));
    }

    @Test
    void aWaitBehindAnotherEntryOfItsOwnershipReadsTheHolderInTime() {
        store.hangs = ask -> true;
        Ownership ownership = Ownership.of(agent, "order 17");
        var unused = start(() -> ownership.acquire(LockRequest.of("a")));
        await().until(() -> !store.asked.isEmpty());
        assertEndsInItsTime(() -> ownership.acquire(LockRequest.of("a").withLongestWait(SHORT)));
        assertThat(store.reads).containsExactly(Duration.ofMillis(500));
    }

    @Test
    void manyLocksThatCannotBeReadAreUnavailable() {
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> agent.tryAcquireLongestIdle(List.of(LockRequest.of("a"))))
                .withCauseInstanceOf(MongoTimeoutException.class);
    }

    /** What that wait left in the queue is removed in the background, and was next. */
    @Test
    void aTryAfterAWaitThatEndedIsNotRefusedForItsSake() throws Exception {
        Lease held = other.tryAcquire("a").orElseThrow();
        store.hangs = ask -> ask instanceof Ask.Remove && store.hasWaited(ask.acquirer());
        assertThat(agent.tryAcquire("a", SHORT)).isEmpty();
        held.close();
        FutureTask<Optional<Lease>> trying = new FutureTask<>(() -> agent.tryAcquire("a"));
        Thread caller = Thread.ofPlatform().daemon().start(trying);
        await().until(() -> trying.isDone() || caller.getState() == Thread.State.TIMED_WAITING);
        answers.countDown();
        assertThat(trying.get(20, TimeUnit.SECONDS)).isPresent();
    }

    private interface Asking {
        Object ask() throws InterruptedException;
    }

    private static void assertEndsInItsTime(Asking request) {
        long began = System.nanoTime();
        assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(request::ask);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(ENDS_WITHIN);
    }

    private static FutureTask<Object> start(Asking request) {
        FutureTask<Object> started = new FutureTask<>(request::ask);
        Thread.ofVirtual().start(started);
        return started;
    }

    /** Locks in memory. A call that hangs comes to its time, or is answered at the end of the test. */
    private final class Locks extends StubStore {
        private final Map<String, LockModel> locks = new HashMap<>();
        private final List<Ask> asked = new CopyOnWriteArrayList<>();
        private final List<Duration> reads = new CopyOnWriteArrayList<>();
        private volatile Predicate<Ask> hangs = ask -> false;

        boolean hasWaited(String acquirer) {
            return asked.stream()
                    .anyMatch(
                            ask -> ask instanceof Ask.Enqueue && ask.acquirer().equals(acquirer));
        }

        @Override
        public Reply apply(Ask ask, String stamp, Duration timeout) {
            asked.add(ask);
            return hangs.test(ask) && !isAnswered(timeout)
                    ? new Reply.Unknown(new MongoTimeoutException("it hangs"))
                    : new Reply.Answered(changed(ask, stamp), true);
        }

        private boolean isAnswered(Duration timeout) {
            try {
                return answers.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private synchronized Optional<Snapshot> changed(Ask ask, String stamp) {
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            LockModel lock = locks.computeIfAbsent(ask.lock().value(), LockModel::new);
            lock.apply(ask, new LockModel.Call(now, stamp));
            return lock.document().map(document -> new Snapshot(document, now));
        }

        @Override
        public List<Reply> applyAll(List<Ask.Combinable> asks, String stamp, Duration timeout) {
            return asks.stream().map(ask -> apply(ask, stamp, timeout)).toList();
        }

        @Override
        public void endAll(
                Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
            removes.forEach(remove -> changed(remove, stamp));
        }

        @Override
        public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
            reads.add(timeout);
            throw new MongoTimeoutException("it hangs");
        }

        @Override
        public List<Use> uses(Collection<LockName> names, Duration timeout) {
            throw new MongoTimeoutException("it hangs");
        }

        @Override
        public Wakes wakes(String agent) {
            throw new IllegalStateException("there is no stream");
        }
    }

    /** Old locks that are free, and whose release hangs. */
    private final class Outer implements OuterLocks.Session, OuterLock {
        private final List<Duration> timeouts = new CopyOnWriteArrayList<>();

        @Override
        public Taking tryTake(LockRequest request, Duration timeout) {
            timeouts.add(timeout);
            return new Taking.Taken(this);
        }

        @Override
        public boolean release(Duration atLeast) {
            return store.isAnswered(ENDS_WITHIN);
        }

        @Override
        public Optional<String> loss() {
            return Optional.empty();
        }

        @Override
        public Duration remaining() {
            return OPTIONS.ttl();
        }

        @Override
        public void onLoss(Runnable action) {}

        @Override
        public void keepNoLonger() {}

        @Override
        public void close() {}
    }
}

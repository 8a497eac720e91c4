package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoTimeoutException;
import io.lockkeeper.agent.calls.Identity;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.StubMachine;
import io.lockkeeper.agent.time.SystemTime;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.LockkeeperCollection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of an agent that connected without its server, while that is away. */
@Timeout(60)
class AdmissionTest {

    private static final LockName REPORT = new LockName("report");
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final CompletableFuture<Void> OPEN = new CompletableFuture<>();

    private final MovedMachine machine = new MovedMachine();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicInteger checks = new AtomicInteger();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final Admission admission = new Admission(machine, this::check, look -> {});

    @AfterEach
    void end() {
        answer.countDown();
    }

    /** A first command connects, which takes longer than many a wait. */
    @Test
    void noWaitEndsWithinTheFirstSecondOfACheck() throws InterruptedException {
        FutureTask<Void> first = request(SHORT);
        await().until(() -> machine.awaited > 0);
        assertThat(machine.awaited)
                .isBetween(SHORT.toNanos(), Duration.ofSeconds(1).toNanos())
                .isGreaterThan(SHORT.toNanos());

        machine.moved = Duration.ofSeconds(1).toNanos();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> admission.await(REPORT, SHORT, OPEN));
        assertThat(machine.awaited).isEqualTo(SHORT.toNanos());
        answer.countDown();
        assertThat(first).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void manyRequestsAwaitOneCheckEachForItsOwnTime() throws InterruptedException {
        List<FutureTask<Void>> requests =
                Stream.generate(() -> request(SHORT)).limit(20).toList();
        assertThat(requests)
                .allSatisfy(request -> assertThat(request)
                        .failsWithin(Duration.ofSeconds(20))
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(LockUnavailableException.class)
                        .withMessageContaining("No MongoDB primary answered within PT0.05S"));
        assertThat(checks).hasValue(1);
    }

    @Test
    void aRequestThatIsInterruptedEndsAtOnceAndLeavesTheCheckToOthers() throws InterruptedException {
        FutureTask<Void> other = request(LONG);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> admission.await(REPORT, LONG, OPEN));
        answer.countDown();
        assertThat(other).succeedsWithin(Duration.ofSeconds(20));
        assertThat(checks).hasValue(1);
    }

    @Test
    void aRequestEndsWhenItsAgentIsClosed() {
        CompletableFuture<Void> closing = new CompletableFuture<>();
        FutureTask<Void> request = start(() -> admission.await(REPORT, LONG, closing));
        await().untilAsserted(() -> assertThat(checks).hasValue(1));
        closing.complete(null);
        assertThat(request)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withMessageContaining("the agent was closed");
    }

    @Test
    void aFailureCountsForASecond() {
        failure.set(new ServerUnavailableException("No MongoDB primary answered", new MongoTimeoutException("away")));
        answer.countDown();
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> admission.await(REPORT, LONG, OPEN))
                    .withCauseInstanceOf(MongoTimeoutException.class);
        }
        assertThat(checks).hasValue(1);

        failure.set(null);
        machine.moved = Duration.ofSeconds(1).toNanos();
        assertThatCode(() -> admission.await(REPORT, LONG, OPEN)).doesNotThrowAnyException();
        assertThat(checks).hasValue(2);
        assertThat(admission.isPassed()).isTrue();
    }

    @Test
    void aServerThatIsNotFitIsRefusedAsSuch() {
        failure.set(new UnsupportedServerException("This MongoDB is a standalone server", null));
        answer.countDown();
        assertThatExceptionOfType(UnsupportedServerException.class)
                .isThrownBy(() -> admission.await(REPORT, LONG, OPEN))
                .withMessage("This MongoDB is a standalone server");
    }

    @Test
    void anAsynchronousRequestIsDoneWhenItsAgentIsClosed() {
        AgentParts parts = agent();
        LockRequest asked = LockRequest.of("report");
        parts.gate().enter();
        CompletableFuture<Lease> lease =
                AsyncAcquire.run(machine, () -> parts.requests().acquire(asked), parts.gate()::leave);
        await().untilAsserted(() -> assertThat(checks).hasValue(1));
        parts.closing().close();
        assertThat(lease)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withMessageContaining("the agent was closed");
    }

    @Test
    void aTryThatIsInterruptedKeepsTheInterruptAndOneWithAWaitThrowsIt() {
        Requests requests = agent().requests();
        for (Duration wait : List.of(Duration.ZERO, Duration.ofMillis(1), LONG)) {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedException.class)
                    .isThrownBy(() -> requests.acquire(LockRequest.of("report").withLongestWait(wait)));
        }
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> requests.attempt(LockRequest.of("report")))
                .withMessageContaining("the thread was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    private AgentParts agent() {
        AgentOptions options = AgentOptions.forService("billing");
        return AgentParts.of(
                new StubStore() {},
                new Identity("billing", options.instance(), machine),
                options,
                new SystemTime(machine::nanos, machine),
                admission,
                null);
    }

    private CollectionLook check() {
        checks.incrementAndGet();
        try {
            answer.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        RuntimeException refusal = failure.get();
        if (refusal != null) {
            throw refusal;
        }
        return new CollectionLook(LockkeeperCollection.LOCKS, List.of(), false, List.of());
    }

    private FutureTask<Void> request(Duration longest) {
        return start(() -> admission.await(REPORT, longest, OPEN));
    }

    private interface Waiting {
        void await() throws InterruptedException;
    }

    private static FutureTask<Void> start(Waiting request) {
        FutureTask<Void> started = new FutureTask<>(() -> {
            request.await();
            return null;
        });
        Thread.ofVirtual().start(started);
        return started;
    }

    /** The JVM's, by a clock that a test moves on. */
    private static final class MovedMachine extends StubMachine {
        private volatile long moved;
        private volatile long awaited;

        @Override
        public long nanos() {
            return Machine.JVM.nanos() + moved;
        }

        @Override
        public boolean await(CompletableFuture<?> done, long nanos) throws InterruptedException {
            awaited = nanos;
            return super.await(done, nanos);
        }
    }
}

package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.acquireLater;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent that closes with grace, as a service's deployment does. */
@Timeout(60)
class ClosingIT {

    private static final Duration LONG = Duration.ofSeconds(40);
    /** Its last look at the server takes a second. */
    private static final Duration STREAM_ENDS_WITHIN = Duration.ofSeconds(3);

    private static final Duration MOMENT = Duration.ofMillis(50);

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent agent = agents.agent("billing");

    @Test
    void holdersHaveTimeToReleaseWhileNothingNewIsTaken() throws Exception {
        Lease held = agent.acquire("report");
        CompletableFuture<Lease> waiting = acquireLater(agent, LockRequest.of("report"));
        agents.awaitWaiters("report", 1);

        CompletableFuture<Boolean> closed = CompletableFuture.supplyAsync(() -> agent.close(LONG));
        await().until(waiting::isCompletedExceptionally);
        assertThat(waiting.exceptionNow()).isInstanceOf(LockUnavailableException.class);
        assertThatIllegalStateException().isThrownBy(() -> agent.tryAcquire("other"));
        assertThat(held.isHeld()).isTrue();
        assertThat(closed).isNotDone();

        assertThat(held.release()).isTrue();
        assertThat(closed.get(30, TimeUnit.SECONDS)).isTrue();
        agents.awaitIdle("report");
    }

    @Test
    void aHolderThatDoesNotEndInTimeIsToldAndItsLockIsFree() throws InterruptedException {
        Lease held = agent.acquire("report");
        assertThat(agent.close(MOMENT)).isFalse();
        assertThat(held.loss()).contains(new LeaseLoss.AgentClosed());
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE})
    void anyGraceIsOne(long seconds) throws InterruptedException {
        assertThat(agent.acquire("report").release()).isTrue();

        assertThat(agent.close(Duration.ofSeconds(seconds))).isTrue();
        agents.awaitIdle("report");
    }

    @Test
    void aClosedAgentThatIsOpenedAgainIsAsGoodAsNewAndWhatItLostStaysLost() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Lease lost = agent.acquire("report");
            agent.close();
            assertThatIllegalStateException().isThrownBy(() -> agent.tryAcquire("report"));

            agent.reopen();
            assertThat(lost.isHeld()).isFalse();
            assertThat(lost.loss()).contains(new LeaseLoss.AgentClosed());
            try (Lease lease = agent.acquire("report")) {
                assertThat(lease.token()).isGreaterThan(lost.token());
                assertThat(agent.monitor().status().leases()).isEqualTo(1);
            }
        }
    }

    @Test
    void anOpenAgentIsNotOpenedAgain() throws InterruptedException {
        try (Lease lease = agent.acquire("report")) {
            agent.reopen();
            assertThat(lease.isHeld()).isTrue();
            assertThat(agent.monitor().leases()).hasSize(1);
        }
    }

    @Test
    void anAgentThatHoldsNothingClosesAtOnce() {
        assertThat(agent.close(LONG)).isTrue();
    }

    @Test
    void twoThreadsMayCloseItAndBothReturnWhenItIsClosed() throws Exception {
        Lease held = agent.acquire("report");
        CompletableFuture<Void> one = CompletableFuture.runAsync(agent::close);
        CompletableFuture<Void> other = CompletableFuture.runAsync(agent::close);
        CompletableFuture.anyOf(one, other).get(30, TimeUnit.SECONDS);
        assertThat(held.loss()).contains(new LeaseLoss.AgentClosed());
        assertThat(agents.stored("report").isIdle()).isTrue();
        CompletableFuture.allOf(one, other).get(30, TimeUnit.SECONDS);
    }

    @Test
    void anInterruptedThreadClosesItAllTheSame() throws Exception {
        var unused = agent.acquire("report");
        Thread.currentThread().interrupt();
        agent.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void workUnderALockMayCloseTheAgent() {
        assertThatThrownBy(() -> agent.withLock("report", lease -> {
                    agent.close();
                    assertThat(agents.stored("report").isIdle()).isTrue();
                    return lease;
                }))
                .isInstanceOf(LeaseLostException.class);
    }

    @Test
    void anObserverOfARequestMayCloseTheAgentAndDoesNotWaitForItself() {
        AtomicReference<LockAgent> closed = new AtomicReference<>();
        LockObserver closer = new LockObserver() {
            @Override
            public Acquiring acquiring(LockRequest request) {
                Optional.ofNullable(closed.get()).ifPresent(LockAgent::close);
                return Acquiring.IGNORED;
            }
        };
        LockAgent mail = agents.agent(
                MongoServer.shared().client(), TestAgents.options("mail").withObserver(closer));
        closed.set(mail);
        long before = System.nanoTime();
        assertThatThrownBy(() -> mail.tryAcquire("report")).isInstanceOf(LockUnavailableException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(3));
    }

    /** A redeployment looks for threads that its application left. */
    @Test
    void itsStreamEndsWithItOrSoonAfter() throws Exception {
        Set<Thread> before = streams();
        Lease held = agent.acquire("report");
        LockAgent waiter = agents.agent("mail");
        CompletableFuture<Lease> waiting = acquireLater(waiter, LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        await().until(() -> waiter.monitor().status().stream() == AgentMonitor.StreamState.OPEN);
        waiter.close();

        await().atMost(STREAM_ENDS_WITHIN)
                .untilAsserted(() -> assertThat(streams()).isSubsetOf(before));
        assertThat(waiting).isCompletedExceptionally();
        assertThat(held.isHeld()).isTrue();
    }

    @RepeatedTest(5)
    void callsThatWereCancelledBeforeAreUndoneWithoutAWarning(RepetitionInfo repetition) throws Exception {
        Lease held = agent.acquire("report");
        LockAgent waiter = agents.agent("mail");
        try (CapturedLog log = CapturedLog.of("io.lockkeeper.agent")) {
            List<CompletableFuture<Lease>> waiting = Stream.generate(
                            () -> waiter.acquireAsync(LockRequest.of("report")))
                    .limit(60)
                    .toList();
            int some = 3 * repetition.getCurrentRepetition(); // are queued, and others on their way
            await().until(() -> agents.stored("report").waiting() >= some);
            waiting.forEach(call -> call.cancel(true));
            waiter.close();

            assertThat(log.warnings("")).isEmpty();
        }
        assertThat(agents.stored("report").waiting()).isZero();
        assertThat(held.release()).isTrue();
    }

    private static Set<Thread> streams() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("lockkeeper-stream"))
                .collect(Collectors.toSet());
    }
}

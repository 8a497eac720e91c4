package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.acquireLater;
import static io.lockkeeper.agent.TestAgents.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class LockObserverIT {

    private static final Duration MOMENT = Duration.ofMillis(50);

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final RecordingObserver observer = new RecordingObserver();
    private final LockAgent watched = agents.agent(options("billing").withObserver(observer));
    private final LockAgent other = agents.agent("mail");

    @Test
    void aRequestIsToldFromItsFirstCallToTheEndOfItsLease() throws InterruptedException {
        watched.acquire("report").close();
        assertThat(observer.told()).containsExactly("asks report", "granted after nobody", "released");
    }

    @Test
    void aWaiterIsToldBehindWhomItQueuesAndAfterWhomItWasGranted() throws Exception {
        Lease held = other.acquire("report");
        CompletableFuture<Lease> waiting = acquireLater(watched, LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        held.close();
        waiting.get(30, TimeUnit.SECONDS).close();
        assertThat(observer.told())
                .containsExactly("asks report", "queued behind mail", "granted after mail", "released");
    }

    @Test
    void aRefusalAWaitThatRanOutAndAnInterruptAreToldApart() throws Exception {
        Lease held = other.acquire("report");
        assertThat(watched.tryAcquire("report")).isEmpty();
        assertThatExceptionOfType(LockNotAcquiredException.class)
                .isThrownBy(() -> watched.acquire(LockRequest.of("report").withLongestWait(MOMENT)));
        CompletableFuture<Lease> cancelled = watched.acquireAsync(LockRequest.of("report"));
        await().until(() ->
                observer.told().stream().filter("queued behind mail"::equals).count() == 2);
        cancelled.cancel(false);
        await().until(() -> observer.told().contains("failed InterruptedException"));
        held.close();
        assertThat(observer.told())
                .containsSubsequence("refused", "failed LockNotAcquiredException", "failed InterruptedException");
    }

    @Test
    void aLossIsToldOnceWithItsCause() throws InterruptedException {
        Lease lease = watched.acquire("report");
        agents.evict("report", Duration.ofSeconds(15));
        await().until(() -> lease.loss().isPresent());
        lease.close();
        await().untilAsserted(() -> assertThat(observer.told())
                .containsOnlyOnce("lost evicted by ann: hung on a dead peer")
                .doesNotContain("released"));
    }

    @Test
    void renewalsAreTold() throws InterruptedException {
        try (Lease lease = watched.acquire(LockRequest.of("report").withTtl(TestAgents.RENEWED_TTL))) {
            await().until(() -> observer.told().contains("renewed 1"));
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void whatTheObserverAddsToARequestIsStored() throws InterruptedException {
        try (Lease lease = watched.acquire("report")) {
            assertThat(agents.holder(lease.name()).owner().note()).isEqualTo("observed");
        }
    }

    @Test
    void anObserverThatThrowsBreaksNothing() throws InterruptedException {
        LockAgent agent = agents.agent(options("billing").withObserver(new Broken()));
        Lease lease = agent.acquire(LockRequest.of("report").withTtl(TestAgents.RENEWED_TTL));
        Duration granted = lease.remaining();
        await().until(() -> lease.remaining().compareTo(granted.minus(MOMENT)) < 0);
        await().until(() -> lease.remaining().compareTo(granted.minus(MOMENT)) > 0);
        assertThat(lease.release()).isTrue();
    }

    private static final class Broken implements LockObserver {
        @Override
        public Acquiring acquiring(LockRequest request) {
            return new Acquiring() {
                @Override
                public LockRequest request(LockRequest asked) {
                    throw new IllegalStateException("staged");
                }

                @Override
                public Holding granted(Lease lease, Optional<Owner> previous) {
                    throw new IllegalStateException("staged");
                }
            };
        }

        @Override
        public void renewed(int entries, Duration lag) {
            throw new IllegalStateException("staged");
        }
    }
}

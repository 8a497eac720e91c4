package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.leadership.Leadership;
import io.lockkeeper.agent.leadership.LeadershipListener;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One leader at a time, told when it is and when it no longer is. */
@Timeout(60)
class LeadershipIT {

    private static final LockRequest SCHEDULER = LockRequest.of("scheduler");

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("billing");
    private final LockAgent other = agents.agent("mail");
    private final Recorder first = new Recorder();
    private final Recorder second = new Recorder();

    @Test
    void oneIsElectedAndEverybodyCanAskWhoLeads() throws InterruptedException {
        assertThat(one.heldBy("scheduler")).isEmpty();
        try (Leadership leading = campaign(one, first)) {
            Lease lease = first.awaitElection();
            try (Leadership standing = campaign(other, second)) {
                agents.awaitWaiters("scheduler", 1);
                assertThat(leading.isLeader()).isTrue();
                assertThat(leading.lease()).contains(lease);
                assertThat(standing.isLeader()).isFalse();
                assertThat(standing.leader().orElseThrow().owner().service()).isEqualTo("billing");
                assertThat(standing.leader().orElseThrow().since()).isEqualTo(lease.acquiredAt());
            }
            agents.awaitWaiters("scheduler", 0);
        }
        assertThat(other.heldBy("scheduler")).isEmpty();
        assertThat(agents.stored("scheduler").isIdle()).isTrue();
        assertThat(first.losses).isEmpty();
    }

    @Test
    void whoIsDeposedIsToldAndStandsAgain() throws InterruptedException {
        try (Leadership leading = campaign(one, first)) {
            Lease term = first.awaitElection();
            try (Leadership standing = campaign(other, second)) {
                agents.awaitWaiters("scheduler", 1);
                agents.evict("scheduler", Duration.ofSeconds(20));

                assertThat(first.awaitLoss()).isInstanceOf(LeaseLoss.Evicted.class);
                assertThat(second.awaitElection().token()).isGreaterThan(term.token());
                agents.awaitWaiters("scheduler", 1);
                assertThat(standing.isLeader()).isTrue();
                assertThat(leading.isLeader()).isFalse();
            }
            assertThat(first.awaitElection().token()).isGreaterThan(term.token());
        }
    }

    @Test
    void whoResignsStandsAgainBehindThoseWhoWait() throws InterruptedException {
        try (Leadership leading = campaign(one, first);
                Lease term = first.awaitElection();
                Leadership standing = campaign(other, second)) {
            agents.awaitWaiters("scheduler", 1);
            assertThat(leading.resign()).isTrue();
            assertThat(term.isHeld()).isFalse();

            second.awaitElection();
            agents.awaitWaiters("scheduler", 1);
            assertThat(leading.resign()).isFalse();
            assertThat(standing.resign()).isTrue();
            first.awaitElection();
        }
        assertThat(first.losses).isEmpty();
    }

    @Test
    void whoLeadsAsLongAsItIsElectedIsInterruptedAtTheEndOfTheTerm() throws InterruptedException {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        LeadershipListener leader = listener(lease -> {
            try {
                first.elected(lease);
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.complete(!lease.isHeld());
            }
        });
        try (Leadership leading = campaign(one, leader)) {
            first.awaitElection();
            agents.evictNow("scheduler");

            assertThat(interrupted).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(true);
            first.awaitElection();
            assertThat(leading.isLeader()).isTrue();
        }
    }

    @Test
    void aTermIsNoLongerThanItsRequestAllows() throws InterruptedException {
        LockRequest brief = SCHEDULER.withLongestHold(Duration.ofMillis(500));
        try (Leadership leading = Leadership.campaign(one, brief, first)) {
            first.awaitElection();
            try (Leadership standing = campaign(other, second)) {
                assertThat(first.awaitLoss()).isInstanceOf(LeaseLoss.HeldTooLong.class);
                second.awaitElection();
                assertThat(standing.isLeader()).isTrue();
                assertThat(leading.isLeader()).isFalse();
            }
        }
    }

    @Test
    void whoFailsToTakeUpATermOrReleasesItsLeaseDoesNotLead() throws InterruptedException {
        AtomicInteger terms = new AtomicInteger();
        LeadershipListener faulty = listener(lease -> {
            if (terms.incrementAndGet() == 1) {
                throw new IllegalArgumentException("no schedule");
            }
            if (terms.get() == 2) {
                lease.close();
            }
        });
        try (Leadership leading = campaign(one, faulty)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> terms.get() == 3);
            assertThat(leading.isLeader()).isTrue();
        }
    }

    @Test
    void theEndOfTheAgentEndsTheTermAndTheCampaign() throws InterruptedException {
        try (Leadership leading = campaign(one, first)) {
            first.awaitElection();
            one.close();

            assertThat(first.awaitLoss()).isEqualTo(new LeaseLoss.AgentClosed());
            assertThat(leading.isLeader()).isFalse();
            await().untilAsserted(() -> assertThat(other.heldBy("scheduler")).isEmpty());
        }
    }

    private static Leadership campaign(LockAgent agent, LeadershipListener listener) {
        return Leadership.campaign(agent, SCHEDULER, listener);
    }

    private LeadershipListener listener(Consumer<Lease> elected) {
        return new LeadershipListener() {
            @Override
            public void elected(Lease lease) {
                elected.accept(lease);
            }

            @Override
            public void deposed(LeaseLoss loss) {
                first.deposed(loss);
            }
        };
    }

    private static final class Recorder implements LeadershipListener {
        private final BlockingQueue<Lease> elections = new LinkedBlockingQueue<>();
        private final BlockingQueue<LeaseLoss> losses = new LinkedBlockingQueue<>();

        @Override
        public void elected(Lease lease) {
            elections.add(lease);
        }

        @Override
        public void deposed(LeaseLoss loss) {
            losses.add(loss);
        }

        Lease awaitElection() throws InterruptedException {
            return told(elections);
        }

        LeaseLoss awaitLoss() throws InterruptedException {
            return told(losses);
        }

        private static <T> T told(BlockingQueue<T> queue) throws InterruptedException {
            T next = queue.poll(30, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("Nothing was told within 30 s");
            }
            return next;
        }
    }
}

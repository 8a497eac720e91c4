package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.AgentMonitor.OwnLease;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an agent tells its own service of the leases that it keeps. */
@Timeout(60)
class KeptMonitorIT {

    private static final LockRequest KEPT =
            LockRequest.of("report").withKeep(Duration.ofMinutes(10)).withNote("first");

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent agent = agents.agent("billing");

    @Test
    void theUseOfTheMomentIsShownBesideTheLease() throws InterruptedException {
        OwnLease idle = awaitIdle();
        try (Lease use = agent.acquire(KEPT.withNote("second"))) {
            OwnLease used = seen();
            OwnUse latest = used.use().orElseThrow();

            assertThat(used.isIdle()).isFalse();
            assertThat(used.token()).isEqualTo(idle.token());
            assertThat(used.acquiredAt()).isEqualTo(idle.acquiredAt());
            assertThat(used.owner().note()).isEqualTo("first");
            assertThat(latest.isOver()).isFalse();
            assertThat(latest.token()).isEqualTo(use.token());
            assertThat(latest.since()).isEqualTo(use.acquiredAt());
            assertThat(latest.thread()).isEqualTo(Thread.currentThread().getName());
            assertThat(latest.note()).isEqualTo("second");
            assertThat(latest.count())
                    .isEqualTo(idle.use().orElseThrow().count() + 1)
                    .isEqualTo((int) (use.token() - used.token()) + 1);
        }
    }

    @Test
    void anIdleLeaseIsShownAsIdleSinceItsLatestUseEnded() throws InterruptedException {
        awaitIdle();
        Lease use = agent.acquire(KEPT);
        Instant began = use.acquiredAt();
        use.close();

        OwnLease idle = seen();
        OwnUse latest = idle.use().orElseThrow();
        assertThat(idle.isIdle()).isTrue();
        assertThat(latest.isOver()).isTrue();
        assertThat(latest.token()).isEqualTo(use.token());
        assertThat(latest.since()).isAfterOrEqualTo(began).isAfter(idle.acquiredAt());
    }

    @Test
    void aLeaseThatIsNotKeptHasNoUses() throws InterruptedException {
        try (Lease lease = agent.acquire("report")) {
            assertThat(seen().use()).isEmpty();
            assertThat(seen().isIdle()).isFalse();
            assertThat(seen().token()).isEqualTo(lease.token());
        }
    }

    /** Once the agent listens. */
    private OwnLease awaitIdle() {
        await().until(() -> {
            agent.acquire(KEPT).close();
            return agent.monitor().leases().stream().anyMatch(OwnLease::isIdle);
        });
        return seen();
    }

    private OwnLease seen() {
        return agent.monitor().leases().getFirst();
    }
}

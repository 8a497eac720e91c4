package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.acquireLater;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.AgentMonitor.OwnLease;
import io.lockkeeper.agent.AgentMonitor.Reach;
import io.lockkeeper.agent.AgentMonitor.StreamState;
import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@OwnServer
@Timeout(120)
class AgentMonitorIT {

    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet replicaSet;

    @RegisterExtension
    private final TestAgents agents = new TestAgents(replicaSet.client());

    private final LockAgent agent =
            agents.agent(TestAgents.options("billing").withTtl(TTL).withAnswerTimeout(PATIENCE.multipliedBy(2)));
    private final AgentMonitor monitor = agent.monitor();

    @BeforeAll
    static void startReplicaSet() {
        replicaSet = ReplicaSet.start(3);
    }

    @AfterAll
    static void stopReplicaSet() {
        replicaSet.close();
    }

    @Test
    void leasesAndWaitersAreListedWhileTheyLast() throws Exception {
        Lease held = agent.acquire(LockRequest.of("report").withNote("monthly"));
        CompletableFuture<Lease> waiting = acquireLater(agent, LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        await().until(() -> !monitor.waiters().isEmpty()); // the agent knows of it once it has the answer

        assertThat(monitor.leases()).singleElement().satisfies(lease -> {
            assertThat(lease.token()).isEqualTo(held.token());
            assertThat(lease.owner().note()).isEqualTo("monthly");
            assertThat(lease.remaining()).isPositive().isLessThan(TTL);
            assertThat(lease.heldFor()).isPositive();
        });
        assertThat(monitor.waiters())
                .singleElement()
                .satisfies(waiter -> assertThat(waiter.waitingFor()).isPositive());
        await().until(() -> monitor.status().stream() == StreamState.OPEN);

        held.close();
        waiting.get(30, TimeUnit.SECONDS).close();
        assertThat(monitor.leases()).isEmpty();
        assertThat(monitor.waiters()).isEmpty();
        assertThat(monitor.status().leases()).isZero();
    }

    @Test
    void aLeaseThatIsEvictedHereIsLostAndFreeWhenItsCodeHasClosedIt() throws InterruptedException {
        Lease lease = agent.acquire("report");
        OwnLease seen = monitor.leases().getFirst();

        assertThat(monitor.evict("report", seen.token() + 1, "ann", "it hangs")).isFalse();
        assertThat(lease.isHeld()).isTrue();

        assertThat(monitor.evict("report", seen.token(), "ann", "it hangs")).isTrue();
        assertThat(lease.loss()).map(Object::toString).contains("evicted by ann: it hangs");
        assertThat(agents.stored("report").holders()).hasSize(1);
        lease.close();
        agents.awaitIdle("report");
    }

    @Test
    void aServerThatIsSilentShowsInTheStatusUntilItAnswersAgain() throws InterruptedException {
        try (Lease lease = agent.acquire(LockRequest.of("report"))) {
            FailPoint silent = replicaSet.failCommand(
                    new Document("failCommands", List.of("update", "find", "findAndModify")).append("errorCode", 50));
            await().until(() -> monitor.status().silentFor().isPresent());
            await().until(() -> monitor.status().renewalLag().isPositive());
            silent.off();
            await().until(() -> monitor.status().silentFor().isEmpty());
            await().until(() -> monitor.status().renewalLag().isZero());
            assertThat(lease.name()).isEqualTo("report");
        }
    }

    @Test
    void aPrimaryWithoutItsMajorityIsToldFromOneThatIsGone() {
        assertThat(monitor.probe(Duration.ofSeconds(10))).isEqualTo(Reach.MAJORITY);
        int primary = replicaSet.awaitPrimary();
        int one = (primary + 1) % 3;
        int other = (primary + 2) % 3;
        replicaSet.pause(one);
        replicaSet.pause(other);
        try {
            assertThat(monitor.probe(PATIENCE)).isEqualTo(Reach.PRIMARY_ALONE);
            await().atMost(Duration.ofSeconds(30)).until(() -> monitor.probe(PATIENCE) == Reach.NONE);
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> agent.attempt(LockRequest.of("x")));
        } finally {
            replicaSet.resume(one);
            replicaSet.resume(other);
        }
        replicaSet.awaitPrimary();
        await().atMost(Duration.ofSeconds(30)).until(() -> monitor.probe(PATIENCE) == Reach.MAJORITY);
    }
}

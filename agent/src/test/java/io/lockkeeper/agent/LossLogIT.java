package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.RENEWED_TTL;
import static io.lockkeeper.agent.TestAgents.SHORT_TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.test.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an operator finds in a service's log of a lease that was lost. */
class LossLogIT {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final CapturedLog log = CapturedLog.of(LossLog.class.getName());
    private final LockAgent agent = agents.agent("billing");

    @AfterEach
    void closeLog() {
        log.close();
    }

    @Test
    void anExpiredLeaseLeavesOneWarningWithLockHolderAndCause() throws InterruptedException {
        Lease lease = agent.acquire(LockRequest.of("report-7")
                .withTtl(SHORT_TTL)
                .withManualRenewal()
                .withNote("month end"));
        await().until(() -> !log.warnings("report-7").isEmpty());

        assertThat(log.warnings("report-7").getFirst())
                .startsWith("Lease lost: lock=\"report-7\" cause=\"expired")
                .contains("token=" + lease.token())
                .contains("service=\"billing\"")
                .contains("pid=" + ProcessHandle.current().pid())
                .contains("thread=\"" + Thread.currentThread().getName())
                .contains("note=\"month end\"");
        assertThat(lease.release()).isFalse();
        lease.close();
        agent.close();
        assertThat(log.warnings("report-7")).hasSize(1);
    }

    @Test
    void aLeaseThatWasTakenOverLeavesAWarningThatNamesWhoHasTheLockNow() throws InterruptedException {
        Lease lease = agent.acquire(LockRequest.of("report-8").withTtl(RENEWED_TTL));
        agents.deleteAll();
        try (Lease next = agents.agent("mail").acquire("report-8")) {
            await().until(() -> !log.warnings("report-8").isEmpty());

            assertThat(log.warnings("report-8"))
                    .singleElement()
                    .asString()
                    .contains("cause=\"taken over")
                    .contains("mail");
            assertThat(next.isHeld()).isTrue();
        }
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void aLeaseThatIsReleasedOrClosedWithItsAgentLeavesNone() throws InterruptedException {
        agent.acquire("report-9").close();
        Lease held = agent.acquire("report-10");
        agent.close();

        assertThat(held.loss()).contains(new LeaseLoss.AgentClosed());
        assertThat(log.warnings("report-9")).isEmpty();
        assertThat(log.warnings("report-10")).isEmpty();
    }
}

package io.lockkeeper.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Locks that stand in no test's way, without Spring. */
@DisableLocks
@TestMethodOrder(MethodOrderer.MethodName.class)
class DisableLocksTest {

    @Test
    void whateverIsAskedIsGranted(LockAgent agent) throws Exception {
        Lease first = agent.acquire("report");
        Lease second = agent.acquire("report");
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(agent.tryAcquire(LockRequest.writing("report"))).isPresent();
        assertThat(agent.tryAcquire(LockRequest.permits("report", 3, 3))).isPresent();
        assertThat(agent.tryAcquireLongestIdle(List.of(LockRequest.of("report"))))
                .isPresent();
        assertThat(first.release()).isTrue();
        assertThat(second.isHeld()).isTrue();
    }

    @Test
    void aWriterMayGoOverToReading(LockAgent agent) throws Exception {
        try (Lease lease = agent.acquire(LockRequest.writing("report"))) {
            lease.downgrade();
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @RepeatedTest(2)
    void nothingIsLeftOfTheTestBefore(LockAgent agent) throws Exception {
        assertThat(agent.heldBy("report")).isEmpty();
        assertThat(agent.acquire("report").isHeld()).isTrue();
    }
}

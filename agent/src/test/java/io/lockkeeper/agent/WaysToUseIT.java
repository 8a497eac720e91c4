package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.SHORT_TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The functional and the asynchronous form. */
@Timeout(60)
class WaysToUseIT {

    private static final LockRequest BRIEF =
            LockRequest.of("report").withTtl(SHORT_TTL).withManualRenewal();

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("billing");
    private final LockAgent other = agents.agent("mail");

    @Test
    void workUnderALockReturnsItsValueAndReleases() throws InterruptedException {
        long token = one.withLock("report", Lease::token);

        assertThat(token).isEqualTo(agents.stored("report").token());
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void whatTheWorkThrowsComesThroughAndTheLockIsReleased() {
        assertThatThrownBy(() -> one.withLock("report", lease -> {
                    throw new IOException("the printer is on fire");
                }))
                .isInstanceOf(IOException.class)
                .hasNoSuppressedExceptions();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void workThatOutlivedItsLeaseIsToldSoThoughItReturned() {
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(() -> one.withLock(BRIEF, lease -> {
                    await().until(() -> !lease.isHeld());
                    return 1;
                }))
                .satisfies(e -> assertThat(e.loss()).contains(new LeaseLoss.Expired()));
    }

    @Test
    void workThatFailedAndOutlivedItsLeaseTellsBoth() {
        assertThatThrownBy(() -> one.withLock(BRIEF, lease -> {
                    await().until(() -> !lease.isHeld());
                    throw new IOException("the printer is on fire");
                }))
                .isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(e.getSuppressed()[0]).isInstanceOf(LeaseLostException.class));
    }

    @Test
    void aFutureCompletesWithTheLeaseWhenItsTurnComes() throws Exception {
        Lease lease = one.acquire("report");
        CompletableFuture<Lease> future = other.acquireAsync(LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        assertThat(future).isNotDone();

        lease.close();

        future.get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void aFutureFailsWithWhatTheCallWouldThrow() throws InterruptedException {
        try (Lease lease = one.acquire("report")) {
            CompletableFuture<Lease> future =
                    other.acquireAsync(LockRequest.of("report").withLongestWait(Duration.ofMillis(100)));

            assertThatThrownBy(() -> future.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(LockNotAcquiredException.class);
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void aCancelledFutureLeavesNothingBehind() throws InterruptedException {
        try (Lease lease = one.acquire("report")) {
            CompletableFuture<Lease> future = other.acquireAsync(LockRequest.of("report"));
            agents.awaitWaiters("report", 1);

            future.cancel(true);

            agents.awaitWaiters("report", 0);
            assertThat(lease.isHeld()).isTrue();
        }
    }
}

package io.lockkeeper.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.LockUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a test may do with locks in memory, by a clock that stands still. */
@Timeout(60)
class InMemoryLocksTest {

    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    @RegisterExtension
    private final InMemoryLocks locks = new InMemoryLocks(TestClock.stoppedAt(NOON));

    private final LockAgent one = locks.agent("billing");
    private final LockAgent other = locks.agent("mail");

    @Test
    void anAgentThatWasClosedAndOpenedAgainSharesTheLocks() throws InterruptedException {
        LockAgent reopened = locks.agent("orders");
        reopened.close();
        reopened.reopen();
        try (Lease lease = reopened.acquire("report")) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(locks.inUse()).containsExactly("report");
            locks.clock().advance(Duration.ofMinutes(5));
            assertThat(lease.isHeld()).as("it renews itself").isTrue();
            assertThat(locks.agent("mail").tryAcquire("report")).isEmpty();
        }
    }

    @Test
    void timePassesOnlyWhereTheTestSaysSo() throws Exception {
        Lease lease = one.acquire("report");
        assertThat(lease.acquiredAt()).isEqualTo(NOON.plusMillis(1));
        assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(29_500));
        locks.clock().advance(Duration.ofSeconds(5));
        assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(24_500));
        assertThat(locks.clock().now()).isEqualTo(NOON.plusSeconds(5));
        assertThatIllegalArgumentException().isThrownBy(() -> locks.clock().advance(Duration.ofNanos(-1)));
    }

    @Test
    void aLeaseRenewsItselfForHours() throws Exception {
        Lease lease = one.acquire("report");
        locks.clock().advance(Duration.ofHours(3));
        assertThat(lease.isHeld()).isTrue();
        assertThat(locks.lock("report").orElseThrow().holders().getFirst().heldFor())
                .isGreaterThan(Duration.ofHours(2));
        assertThat(other.tryAcquire("report")).isEmpty();
        assertThat(lease.release()).isTrue();
    }

    @Test
    void aLeaseOfManualRenewalEndsToTheMillisecond() throws Exception {
        Lease lease = one.acquire(LockRequest.of("report").withManualRenewal());
        locks.clock().advance(Duration.ofMillis(29_499));
        assertThat(lease.isHeld()).isTrue();
        locks.clock().advance(Duration.ofMillis(1));
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.loss()).contains(new LeaseLoss.Expired());
    }

    @Test
    void aHolderOfTooLongIsToldInTime() throws Exception {
        Lease lease = one.acquire(LockRequest.of("report").withLongestHold(Duration.ofHours(1)));
        locks.clock().advance(Duration.ofMinutes(59));
        assertThat(lease.isHeld()).isTrue();
        locks.clock().advance(Duration.ofMinutes(1));
        assertThat(lease.loss()).contains(new LeaseLoss.HeldTooLong(Duration.ofHours(1)));
    }

    @Test
    void aWaitRunsOutByTheClock() throws Exception {
        Lease lease = one.acquire("report");
        CompletableFuture<Lease> waiting =
                other.acquireAsync(LockRequest.of("report").withLongestWait(Duration.ofMinutes(10)));
        await().until(() -> waiters() == 1);
        locks.clock().advance(Duration.ofMinutes(9));
        assertThat(waiting).isNotDone();
        locks.clock().advance(Duration.ofMinutes(1));

        assertThat(waiting)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LockNotAcquiredException.class);
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void aHolderThatIsCutOffLosesItsLeaseAndAWaiterHasIt() throws Exception {
        Lease lease = one.acquire("report");
        CompletableFuture<LeaseLoss> loss = new CompletableFuture<>();
        lease.onLoss((lost, cause) -> loss.complete(cause));
        locks.disconnect();
        assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(lease::renew);
        locks.clock().advance(Duration.ofMinutes(1));
        assertThat(lease.isHeld()).isFalse();
        assertThat(loss).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(new LeaseLoss.Expired());

        locks.reconnect();
        Lease next = other.acquire("report");
        assertThat(next.token()).isGreaterThan(lease.token());
    }

    @Test
    void anEvictionIsToldByWhomAndWhy() throws Exception {
        Lease lease = one.acquire("report");
        assertThatIllegalStateException().isThrownBy(() -> locks.evictNow("import", "ann", "hangs"));
        locks.evict("report", "ann", "hangs", Duration.ofMinutes(5));
        locks.clock().advance(Duration.ofSeconds(15));

        await().until(() -> lease.loss().isPresent());
        assertThat(lease.loss().orElseThrow()).hasToString("evicted by ann: hangs");
        assertThat(other.tryAcquire("report")).isEmpty();
        lease.close();
        await().until(() -> other.tryAcquire("report").isPresent());
    }

    @Test
    void whoeverResetsBeginsAnew() throws Exception {
        Lease lease = one.acquire("report");
        assertThat(locks.inUse()).containsExactly("report");
        locks.reset();
        assertThat(locks.inUse()).isEmpty();
        assertThat(lease.isHeld()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> one.tryAcquire("report"));
        assertThat(locks.agent("anew").tryAcquire("report")).isPresent();
    }

    @Test
    void theLongestIdleOfManyIsFoundToo() throws Exception {
        AgentOptions options = AgentOptions.forService("rotation");
        LockAgent agent = locks.agent(options);
        agent.acquire("a").close();
        locks.clock().advance(Duration.ofSeconds(1));
        agent.acquire("b").close();
        Lease held = agent.acquire("c");

        Lease idle = agent.tryAcquireLongestIdle(List.of(LockRequest.of("c"), LockRequest.of("b"), LockRequest.of("a")))
                .orElseThrow();
        assertThat(idle.name()).isEqualTo("a");
        assertThat(held.isHeld()).isTrue();
    }

    private int waiters() {
        return locks.lock("report").orElseThrow().queue().size();
    }
}

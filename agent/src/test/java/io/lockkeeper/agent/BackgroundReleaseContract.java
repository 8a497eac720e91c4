package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.SHORT_TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How a holder gives a lock back without waiting for the server. */
interface BackgroundReleaseContract extends Contest {

    Duration SOON = Duration.ofSeconds(30);

    @Test
    default void aReleaseThatNobodyWaitsForEndsTheLeaseAtOnceAndTheLockSoon() throws InterruptedException {
        Lease lease = one().acquire(request("report"));
        CompletableFuture<Boolean> answer = lease.releaseAsync();

        assertThat(lease.isHeld()).isFalse();
        assertThat(answer).succeedsWithin(SOON).isEqualTo(true);
        assertThat(world().stored("report").isIdle()).isTrue();
        assertThat(lease.release()).isTrue();
        assertThat(lease.releaseAsync()).isCompletedWithValue(true);
        assertThat(lease.loss()).isEmpty();
    }

    @Test
    default void aReleaseThatNobodyWaitsForHandsTheLockToTheNext() throws Exception {
        Lease lease = one().acquire(request("report"));
        CompletableFuture<Lease> waiting = other().acquireLater(rival("report"));
        world().awaitWaiters("report", 1);

        assertThat(lease.releaseAsync()).succeedsWithin(SOON).isEqualTo(true);
        assertThat(waiting).succeedsWithin(SOON);
    }

    @Test
    default void requestsOfItsAgentGoBehindAReleaseThatNobodyWaitsFor() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            one().acquire(request("report").withBackgroundRelease()).close();
            assertThat(one().tryAcquire(rival("report").withBackgroundRelease()))
                    .hasValueSatisfying(Lease::close);
        }
    }

    @Test
    default void aSecondReleaseWaitsForTheFirst() throws InterruptedException {
        Lease lease = one().acquire(request("report"));
        var unused = lease.releaseAsync();
        assertThat(lease.release()).isTrue();
        assertThat(world().stored("report").isIdle()).isTrue();
    }

    @Test
    default void aClosingAgentAwaitsReleasesThatNobodyWaitsFor() throws InterruptedException {
        Lease lease = one().acquire(request("report"));
        CompletableFuture<Boolean> answer = lease.releaseAsync();
        one().close();

        assertThat(world().stored("report").isIdle()).isTrue();
        assertThat(answer).succeedsWithin(SOON).isEqualTo(true);
        assertThat(lease.loss()).isEmpty();
    }

    @Test
    default void aLateReleaseThatNobodyWaitsForSaysSo() throws InterruptedException {
        Lease late = one().acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
        await().until(() -> !late.isHeld());

        assertThat(late.releaseAsync()).isCompletedWithValue(false);
        assertThat(late.loss()).contains(new LeaseLoss.Expired());
    }

    @Test
    default void aLockOfAShortestHoldStaysTakenAfterAReleaseThatNobodyWaitsFor() throws InterruptedException {
        Lease lease = one().acquire(request("report").withShortestHold(Duration.ofMinutes(5)));
        assertThat(lease.releaseAsync()).succeedsWithin(SOON).isEqualTo(true);
        assertThat(other().tryAcquire(rival("report"))).isEmpty();
    }

    @Test
    default void workUnderALockEndsWithoutWaitingForItsRelease() throws InterruptedException {
        Lease held = one().agent().withLock(request("report").withBackgroundRelease(), lease -> {
            assertThat(lease.isHeld()).isTrue();
            return lease;
        });
        assertThat(held.isHeld()).isFalse();
        assertThat(held.release()).isTrue();
    }
}

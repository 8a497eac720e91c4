package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.RENEWED_TTL;
import static io.lockkeeper.agent.TestAgents.SHORT_TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long a lease lasts, and how its holder hears that it has ended without him. */
interface LossContract extends Contest {

    @Test
    default void aLeaseRenewsItselfForAsLongAsItIsNeeded() throws InterruptedException {
        try (Lease lease = one().acquire(request("report").withTtl(RENEWED_TTL))) {
            await().untilAsserted(
                            () -> assertThat(world().holder("report").heldFor()).isGreaterThan(RENEWED_TTL));
            assertThat(lease.isHeld()).isTrue();
            assertThat(lease.loss()).isEmpty();
            assertThat(world().holder("report").token()).isEqualTo(lease.token());
        }
    }

    @Test
    default void aLeaseOfManualRenewalEndsUnlessItsHolderRenewsIt() throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one().acquire(request("report").withTtl(RENEWED_TTL).withManualRenewal());
        lease.onLoss(recorder);
        assertThat(recorder.awaitRisk()).isPositive().isLessThanOrEqualTo(RENEWED_TTL.dividedBy(3));
        lease.renew();
        assertThat(lease.remaining()).isGreaterThan(RENEWED_TTL.dividedBy(3));

        assertThat(recorder.awaitRisk()).isPositive();
        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.Expired());
        assertThat(lease.isHeld()).isFalse();
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(lease::renew)
                .withMessageContaining("expired");
    }

    @Test
    default void aHolderOfTooLongIsToldBeforeAndAtItsLimitAndKeepsItsPlaceUntilItHasClosed() throws Exception {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one().acquire(request("report").withLongestHold(Duration.ofSeconds(1)));
        lease.onLoss(recorder);
        CompletableFuture<Lease> waiting = other().acquireLater(rival("report"));

        assertThat(recorder.awaitLimit()).isEqualTo(Duration.ofMillis(100));
        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.HeldTooLong(Duration.ofSeconds(1)));
        assertThat(lease.isHeld()).isFalse();
        assertThat(waiting).isNotDone();
        assertThat(lease.release()).isFalse();
        waiting.get(30, TimeUnit.SECONDS).close();
    }

    @Test
    default void theLongestHoldMayBeMovedWhileItLasts() throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one().acquire(request("report").withLongestHold(Duration.ofSeconds(1)));
        lease.onLoss(recorder);
        lease.holdAtMost(Duration.ofMinutes(5));
        lease.holdAtMost(Duration.ofSeconds(2));

        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.HeldTooLong(Duration.ofSeconds(2)));
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> lease.holdAtMost(SHORT_TTL));
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> lease.holdAtLeast(SHORT_TTL));
        lease.close();
    }

    @Test
    default void aLeaseWhoseEntrySomebodyDeletedIsReportedAsTakenOver() throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one().acquire(request("report").withTtl(RENEWED_TTL));
        lease.onLoss(recorder);

        world().deleteAll();

        assertThat(recorder.awaitLoss()).isInstanceOf(LeaseLoss.TakenOver.class);
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    default void aListenerThatFailsOrHangsHoldsUpNobody() throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one().acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
        lease.onLoss((lost, loss) -> {
            throw new IllegalStateException("a listener's own trouble");
        });
        CompletableFuture<Void> never = new CompletableFuture<>();
        lease.onLoss((lost, loss) -> never.join());
        lease.onLoss(recorder);

        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.Expired());
        never.complete(null);
    }

    @Test
    default void aListenerThatComesLateIsToldAtOnce() throws InterruptedException {
        Lease lease = one().acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
        await().until(() -> lease.loss().isPresent());
        LossRecorder recorder = new LossRecorder();
        lease.onLoss(recorder);

        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.Expired());
    }
}

package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.SHORT_TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** How a holder gives a lock back: in time, late, interrupted, with its agent, or not before its shortest hold is over. */
interface ReleaseContract extends Contest {

    @Test
    default void aReleaseIsAnsweredOnceAndForAll() throws InterruptedException {
        Lease lease = one().acquire(request("report"));

        assertThat(lease.release()).isTrue();
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThat(lease.release()).isTrue();
        lease.close();
        assertThat(lease.loss()).isEmpty();
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lease::renew);
    }

    @Test
    default void aLateReleaseFreesNobodyElse() throws InterruptedException {
        Lease late = one().acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
        try (Lease next = other().acquire(rival("report"))) {
            assertThat(late.isHeld()).isFalse();
            assertThat(late.release()).isFalse();
            assertThat(late.loss()).contains(new LeaseLoss.Expired());

            assertThat(next.isHeld()).isTrue();
            assertThat(one().tryAcquire(rival("report"))).isEmpty();
            assertThat(world().holder("report").token()).isEqualTo(next.token()).isGreaterThan(late.token());
        }
    }

    @Test
    default void anInterruptedHolderStillReleasesAndStaysInterrupted() throws Exception {
        Lease lease = one().acquire(request("report"));

        assertThat(interrupted(lease::release)).isTrue();
        assertThat(world().stored("report").isIdle()).isTrue();
    }

    @Test
    default void closingTheAgentTellsItsHoldersReleasesAndCancelsItsWaiters() throws Exception {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one().acquire(request("report"));
        lease.onLoss(recorder);
        Lease blocking = other().acquire(rival("import"));
        CompletableFuture<Lease> waiting = one().acquireLater(request("import"));
        world().awaitWaiters("import", 1);

        one().close();
        one().close();

        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.AgentClosed());
        assertThat(lease.release()).isFalse();
        assertThat(world().stored("report").isIdle()).isTrue();
        assertThat(world().stored("import").queue()).isEmpty();
        assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(LockUnavailableException.class);
        assertThatThrownBy(() -> one().tryAcquire(request("report"))).isInstanceOf(IllegalStateException.class);
        blocking.close();
    }

    @Test
    default void anAgentClosedByAnInterruptedThreadReleasesAllTheSame() throws Exception {
        for (int i = 0; i < 50; i++) {
            assertThat(one().acquire(request("report-" + i)).isHeld()).isTrue();
        }
        assertThat(interrupted(() -> {
                    one().close();
                    return true;
                }))
                .isTrue();
        assertThat(world().held()).isZero();
    }

    @Test
    default void aLockOfAShortestHoldStaysTakenAfterItsReleaseAndGoesToTheNextThen() throws Exception {
        Duration shortest = Duration.ofMillis(1500);
        Lease lease = one().acquire(request("report").withShortestHold(shortest));
        CompletableFuture<Lease> waiting = other().acquireLater(rival("report"));
        world().awaitWaiters("report", 1);

        assertThat(lease.release()).isTrue();
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.release()).isTrue();
        assertThat(other().tryAcquire(rival("report"))).isEmpty();

        Lease next = waiting.get(30, TimeUnit.SECONDS);
        assertThat(Duration.between(lease.acquiredAt(), next.acquiredAt()))
                .isBetween(shortest, shortest.plusSeconds(1));
        next.close();
        assertThat(world().stored("report").isIdle()).isTrue();
    }

    @Test
    default void theShortestHoldMayBeMovedWhileItLasts() throws InterruptedException {
        Lease lease = one().acquire(request("report").withShortestHold(Duration.ofMinutes(5)));
        lease.holdAtLeast(Duration.ofMillis(500));
        assertThat(lease.release()).isTrue();
        assertThat(other().tryAcquire(rival("report"))).isEmpty();

        Lease next = other().acquire(rival("report"));
        assertThat(Duration.between(lease.acquiredAt(), next.acquiredAt()))
                .isBetween(Duration.ofMillis(500), Duration.ofSeconds(5));
        next.holdAtLeast(Duration.ofMinutes(5));
        next.holdAtLeast(Duration.ZERO);
        next.close();
        assertThat(world().stored("report").isIdle()).isTrue();
    }

    @Test
    default void aLockHeldForLongerThanItsShortestHoldIsFreeAtOnce() throws InterruptedException {
        Lease lease = one().acquire(request("report").withShortestHold(Duration.ofMillis(1)));
        await().until(() -> lease.remaining().compareTo(AgentOptions.DEFAULT_TTL.minusMillis(100)) < 0);

        assertThat(lease.release()).isTrue();
        assertThat(world().stored("report").isIdle()).isTrue();
    }

    /** Runs on an interrupted virtual thread, on which any wait for the network ends at once; it must stay interrupted. */
    private static boolean interrupted(BooleanSupplier action) throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            Thread.currentThread().interrupt();
            boolean result = action.getAsBoolean();
            done.complete(result && Thread.currentThread().isInterrupted());
        });
        return done.get(30, TimeUnit.SECONDS);
    }
}

package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.model.LatestUse;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Leases that stay with their agent after a release: what they promise to those who use them, and to those who want them. */
@Timeout(60)
class KeptLeasesIT {

    private static final LockRequest KEPT = LockRequest.of("report").withKeep(Duration.ofMinutes(10));
    /** Far less than the ten minutes, and more than a busy machine needs. */
    private static final int SOON = 8;

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("billing");
    private final LockAgent other = agents.agent("mail");

    @Test
    void eachUseIsALeaseOfItsOwnWithTheNextTokenAndNoCommand() throws Exception {
        try (CountedClient counted = new CountedClient()) {
            LockAgent agent = agents.agent(counted.client(), TestAgents.options("counted"));
            long last = awaitKept(agent);
            counted.forget();
            for (int i = 0; i < 100; i++) {
                Lease lease = agent.acquire(KEPT);
                assertThat(lease.isHeld()).isTrue();
                assertThat(lease.remaining()).isPositive();
                assertThat(lease.token()).isEqualTo(++last);
                assertThat(lease.release()).isTrue();
            }
            assertThat(counted.commands()).doesNotContain("findAndModify");
            assertThat(agents.stored("report").token()).isGreaterThan(last);
        }
    }

    @Test
    void aUseThatWasReleasedIsOverAlthoughItsLeaseIsKept() throws Exception {
        awaitKept(one);
        Lease lease = one.acquire(KEPT);

        assertThat(lease.release()).isTrue();
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThat(lease.loss()).isEmpty();
        try (Lease next = one.acquire(KEPT)) {
            assertThat(lease.release()).isTrue();
            lease.close();
            assertThat(lease.releaseAsync().get(SOON, TimeUnit.SECONDS)).isTrue();
            assertThat(lease.isHeld()).isFalse();
            assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lease::renew);
            assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> lease.holdAtMost(Duration.ofHours(1)));
            assertThat(next.isHeld()).isTrue();
        }
    }

    @Test
    void renewalsTellTheLatestUse() throws Exception {
        LockRequest brief = KEPT.withTtl(Duration.ofSeconds(5)); // so that its renewal comes soon
        awaitKept(one, brief);
        Lease lease = one.acquire(brief.withNote("tenant 4711"));

        LatestUse used = awaitTold(false);
        assertThat(used.thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(used.note()).isEqualTo("tenant 4711");
        assertThat(used.since()).isEqualTo(lease.acquiredAt().truncatedTo(ChronoUnit.MILLIS));
        assertThat(used.count()).isGreaterThan(1);
        assertThat(lease.release()).isTrue();
        LatestUse idle = awaitTold(true);
        assertThat(idle.since()).isAfterOrEqualTo(used.since());
        assertThat(idle.count()).isEqualTo(used.count());
    }

    /** The latest use, once a renewal has told that it is over or not. */
    private LatestUse awaitTold(boolean over) {
        return await().until(
                        () -> Optional.ofNullable(agents.holder("report").use()),
                        told -> told.filter(use -> use.idle() == over).isPresent())
                .orElseThrow();
    }

    @Test
    void whoeverElseWaitsIsGrantedTheLockAtOnce() throws Exception {
        long last = awaitKept(one);

        Lease next = other.acquire(LockRequest.of("report").withLongestWait(Duration.ofSeconds(SOON)));
        assertThat(next.token()).isGreaterThan(last);
        assertThat(next.release()).isTrue();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void aTryHasTheLeaseReleasedThatNobodyUses() throws Exception {
        LockAgent patient = agents.agent(TestAgents.options("mail").withRecallTime(Duration.ofSeconds(SOON)));
        long last = awaitKept(one);

        assertThat(patient.tryAcquire("report").orElseThrow().token()).isGreaterThan(last);
    }

    @Test
    void aTryThatRenewsByHandHasTheWholeTtl() throws Exception {
        awaitKept(one);

        LockAgent patient = agents.agent(TestAgents.options("mail").withRecallTime(Duration.ofSeconds(SOON)));
        LockRequest byHand =
                LockRequest.of("report").withTtl(Duration.ofMinutes(2)).withManualRenewal();
        assertThat(patient.tryAcquire(byHand).orElseThrow().remaining()).isGreaterThan(Duration.ofMinutes(1));
    }

    @Test
    void aTryIsRefusedWhileTheLeaseIsInUseAndTheLeaseEndsWithThat() throws Exception {
        awaitKept(one);
        Lease lease = one.acquire(KEPT);

        assertThat(other.tryAcquire("report")).isEmpty();
        assertThat(agents.stored("report").queue()).isEmpty();
        assertThat(agents.holder("report").isKept()).isFalse();
        assertThat(lease.isHeld()).isTrue();
        assertThat(lease.release()).isTrue();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void aTryOfTheSameAgentIsRefusedWithoutDisturbingWhoUsesTheLease() throws Exception {
        awaitKept(one);
        Lease lease = one.acquire(KEPT.withNote("nightly"));

        assertThat(one.attempt(KEPT))
                .isInstanceOfSatisfying(
                        Attempt.Refused.class,
                        refused -> assertThat(refused.heldBy())
                                .singleElement()
                                .satisfies(by -> assertThat(by.owner().note()).isEqualTo("nightly")));
        assertThat(lease.release()).isTrue();
        assertThat(agents.holder("report").isKept()).isTrue();
    }

    @Test
    void aRequestThatAsksForSomethingElseHasItReleasedFirst() throws Exception {
        long last = awaitKept(one);

        Lease plain = one.acquire("report");
        assertThat(plain.token()).isGreaterThan(last);
        assertThat(plain.release()).isTrue();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void aPauseHasItReleasedAndNobodyUsesItMeanwhile() throws Exception {
        awaitKept(one);
        agents.pause("report", Duration.ofMinutes(10));

        await().until(() -> agents.stored("report").holders().isEmpty());
        assertThat(one.tryAcquire(KEPT)).isEmpty();
    }

    @Test
    void theUseOfTheMomentIsToldOfAnEviction() throws Exception {
        awaitKept(one);
        Lease lease = one.acquire(KEPT);
        LossRecorder recorder = new LossRecorder();
        lease.onLoss(recorder);

        agents.evict("report", Duration.ofMinutes(5));

        assertThat(recorder.awaitLoss()).isInstanceOf(LeaseLoss.Evicted.class);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.loss()).containsInstanceOf(LeaseLoss.Evicted.class);
        assertThat(lease.release()).isFalse();
        await().until(() -> agents.stored("report").isIdle());
    }

    @Test
    void anEvictedLeaseThatNobodyUsesIsFreeAtOnce() throws Exception {
        awaitKept(one);
        agents.evict("report", Duration.ofMinutes(5));
        await().until(() -> agents.stored("report").isIdle());
    }

    @Test
    void aLongestHoldIsOfAUse() throws Exception {
        awaitKept(one);
        Lease lease = one.acquire(KEPT.withLongestHold(Duration.ofMillis(50)));
        await().until(() -> !lease.isHeld());
        assertThat(lease.loss()).containsInstanceOf(LeaseLoss.HeldTooLong.class);
        assertThat(lease.release()).isFalse();
        assertThat(other.acquire("report").isHeld()).isTrue();
    }

    @Test
    void aLongestHoldIsOverWithItsUseAlsoWhereTheLeaseEndsWithIt() throws Exception {
        awaitKept(one);
        Lease lease = one.acquire(KEPT.withLongestHold(Duration.ofMillis(1500)));
        AtomicBoolean near = new AtomicBoolean();
        lease.onLoss(new LeaseListener() {
            @Override
            public void longestHoldNear(Lease held, Duration left) {
                near.set(true);
            }

            @Override
            public void lost(Lease lost, LeaseLoss loss) {}
        });
        assertThat(other.tryAcquire("report")).isEmpty();
        assertThat(lease.release()).isTrue();

        Lease later = other.acquire(LockRequest.of("later").withLongestHold(Duration.ofMillis(1600)));
        await().until(() -> later.loss().isPresent());
        assertThat(near).isFalse();
    }

    @Test
    void aShortestHoldCountsFromTheUseAndEndsTheKeeping() throws Exception {
        awaitKept(one);
        Lease lease = one.acquire(KEPT);
        lease.holdAtLeast(Duration.ofMinutes(1));
        assertThat(lease.release()).isTrue();
        assertThat(agents.holder("report").lingers()).isTrue();
        assertThat(other.tryAcquire("report")).isEmpty();
    }

    @Test
    void itIsReleasedWhenItsTimeIsOver() throws Exception {
        LockRequest brief = KEPT.withKeep(Duration.ofMillis(100));
        await().untilAsserted(() -> {
            one.acquire(brief).close();
            assertThat(agents.stored("report").holders()).isNotEmpty();
        });
        await().until(() -> agents.stored("report").isIdle());
    }

    @Test
    void theOneThatWasIdleLongestGoesFirst() throws Exception {
        LockAgent agent = agents.agent(TestAgents.options("two").withMostKept(2));
        for (String name : List.of("a", "b", "c")) {
            awaitKept(agent, LockRequest.of(name).withKeep(Duration.ofMinutes(10)));
        }
        await().until(() -> agents.stored("a").isIdle());
        assertThat(agents.holder("b").isKept()).isTrue();
        assertThat(agents.holder("c").isKept()).isTrue();
    }

    @Test
    void aClosedAgentKeepsNothing() throws Exception {
        awaitKept(one);
        one.close();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void anAgentThatDrainsReleasesWhatNobodyUsesAndKeepsNothingMore() throws Exception {
        awaitKept(one);
        Lease lease = one.acquire(KEPT);
        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> one.close(Duration.ofSeconds(30)));
        await().until(() -> refusesRequests(one));
        assertThat(lease.release()).isTrue();
        assertThat(drained.get(SOON, TimeUnit.SECONDS)).isTrue();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    private static boolean refusesRequests(LockAgent agent) {
        try {
            agent.tryAcquire("another").ifPresent(Lease::close);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @Test
    void aRequestThatCannotBeKeptIsRefusedWhereItIsMade() {
        Duration keep = Duration.ofSeconds(1);
        assertThatThrownBy(() -> LockRequest.reading("report").withKeep(keep))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> LockRequest.permits("report", 1, 1).withKeep(keep).withManualRenewal())
                .hasMessageContaining("manual renewal");
        assertThatThrownBy(() -> KEPT.withShortestHold(keep)).hasMessageContaining("shortest hold");
        assertThatThrownBy(() -> KEPT.withKeep(Duration.ofMillis(-1))).hasMessageContaining("out of bounds");
        assertThatThrownBy(() -> KEPT.withKeep(Duration.ofDays(2))).hasMessageContaining("out of bounds");
        assertThat(KEPT.withKeep(Duration.ZERO).keep()).isEqualTo(Optional.empty());
    }

    private long awaitKept(LockAgent agent) {
        return awaitKept(agent, KEPT);
    }

    /** Once the agent listens. Returns the last token. */
    private long awaitKept(LockAgent agent, LockRequest request) {
        long[] token = new long[1];
        await().untilAsserted(() -> {
            Lease lease = agent.acquire(request);
            token[0] = lease.token();
            assertThat(lease.release()).isTrue();
            assertThat(agents.stored(request.name().value()).holders()).isNotEmpty();
        });
        return token[0];
    }
}

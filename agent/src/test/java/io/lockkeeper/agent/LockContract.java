package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.SHORT_TTL;
import static io.lockkeeper.agent.TestAgents.acquireLater;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a lock promises that one holder has for itself, whatever its kind: one sentence a test, on a real MongoDB. */
@Timeout(60)
abstract class LockContract {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    /** A request for all of a lock of the kind under test. */
    abstract LockRequest request(String name);

    private final LockAgent one = agents.agent("billing");
    private final LockAgent other = agents.agent("mail");

    @Test
    void aFreeLockIsGrantedAtOnce() throws InterruptedException {
        try (Lease lease = one.acquire(request("send_sms"))) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(lease.name()).isEqualTo("send_sms");
            assertThat(lease.token()).isEqualTo(agents.holder("send_sms").token());
            assertThat(lease.acquiredAt()).isEqualTo(agents.holder("send_sms").acquiredAt());
            assertThat(lease.remaining()).isBetween(Duration.ofSeconds(25), AgentOptions.DEFAULT_TTL);
            assertThat(lease.loss()).isEmpty();
        }
        assertThat(agents.stored("send_sms").isIdle()).isTrue();
    }

    @Test
    void aSecondHolderIsRefusedWhileTheLeaseRunsAndIsToldWhoHoldsIt() throws InterruptedException {
        try (Lease lease = one.acquire(request("report").withNote("month of May"))) {
            assertThat(other.tryAcquire(request("report"))).isEmpty();
            Attempt.Refused refused = (Attempt.Refused) other.attempt(request("report"));

            HeldBy holder = refused.heldBy().getFirst();
            assertThat(holder.owner().service()).isEqualTo("billing");
            assertThat(holder.owner().note()).isEqualTo("month of May");
            assertThat(holder.owner().pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(holder.since()).isEqualTo(lease.acquiredAt());
            assertThat(holder.remaining()).isBetween(Duration.ofSeconds(20), AgentOptions.DEFAULT_TTL);
            assertThat(refused.waiting()).isZero();
        }
    }

    @Test
    void theSameAgentIsRefusedTooForALeaseBelongsToItsAcquirer() throws InterruptedException {
        try (Lease lease = one.acquire(request("report"))) {
            assertThat(one.tryAcquire(request("report"))).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void aReleaseIsAnsweredOnceAndForAll() throws InterruptedException {
        Lease lease = one.acquire(request("report"));

        assertThat(lease.release()).isTrue();
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThat(lease.release()).isTrue();
        lease.close();
        assertThat(lease.loss()).isEmpty();
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lease::renew);
    }

    @Test
    void aWaiterIsHandedTheLockByTheRelease() throws Exception {
        Lease lease = one.acquire(request("report"));
        CompletableFuture<Lease> waiting = acquireLater(other, request("report"));
        agents.awaitWaiters("report", 1);

        assertThat(lease.release()).isTrue();

        Lease next = waiting.get(30, TimeUnit.SECONDS);
        assertThat(next.token()).isGreaterThan(lease.token());
        assertThat(next.remaining()).isGreaterThan(Duration.ofSeconds(20));
        assertThat(agents.holder("report").acquirer()).isNotNull();
        next.close();
    }

    @Test
    void waitersAreServedInTheOrderInWhichTheyCame() throws Exception {
        Lease lease = one.acquire(request("report"));
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            waiting.add(acquireLater(i % 2 == 0 ? one : other, request("report")));
            agents.awaitWaiters("report", i);
        }
        lease.close();
        List<Long> tokens = new ArrayList<>();
        for (CompletableFuture<Lease> next : waiting) {
            try (Lease granted = next.get(30, TimeUnit.SECONDS)) {
                tokens.add(granted.token());
                assertThat(waiting.stream().filter(CompletableFuture::isDone)).hasSize(tokens.size());
            }
        }
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aLeaseRenewsItselfForAsLongAsItIsNeeded() throws InterruptedException {
        try (Lease lease = one.acquire(request("report").withTtl(SHORT_TTL))) {
            await().untilAsserted(() ->
                    assertThat(agents.holder("report").heldFor()).isGreaterThan(SHORT_TTL.multipliedBy(3)));
            assertThat(lease.isHeld()).isTrue();
            assertThat(lease.loss()).isEmpty();
            assertThat(agents.holder("report").token()).isEqualTo(lease.token());
        }
    }

    @Test
    void aLeaseOfManualRenewalEndsUnlessItsHolderRenewsIt() throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one.acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
        lease.onLoss(recorder);
        await().until(() -> lease.remaining().compareTo(SHORT_TTL.dividedBy(2)) < 0);
        lease.renew();
        assertThat(lease.remaining()).isGreaterThan(SHORT_TTL.dividedBy(2));

        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.Expired());
        assertThat(lease.isHeld()).isFalse();
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(lease::renew)
                .withMessageContaining("expired");
    }

    @Test
    void aLateReleaseFreesNobodyElse() throws InterruptedException {
        Lease late = one.acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
        try (Lease next = other.acquire(request("report"))) {
            assertThat(late.isHeld()).isFalse();
            assertThat(late.release()).isFalse();
            assertThat(late.loss()).contains(new LeaseLoss.Expired());

            assertThat(next.isHeld()).isTrue();
            assertThat(one.tryAcquire(request("report"))).isEmpty();
            assertThat(agents.holder("report").token()).isEqualTo(next.token()).isGreaterThan(late.token());
        }
    }

    @Test
    void anExpiredLeaseIsTakenOverByAWaiterWithinASecond() throws InterruptedException {
        Lease late = one.acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
        try (Lease next = other.acquire(request("report"))) {
            assertThat(Duration.between(late.acquiredAt(), next.acquiredAt()))
                    .as("the holder gives up its allowance earlier than the server, and says so to the server")
                    .isBetween(SHORT_TTL.minus(Duration.ofMillis(100)), SHORT_TTL.plusSeconds(1));
        }
    }

    @Test
    void aWaitThatRunsOutNamesTheHolderAndLeavesNothingBehind() throws InterruptedException {
        try (Lease lease = one.acquire(request("report"))) {
            assertThatExceptionOfType(LockNotAcquiredException.class)
                    .isThrownBy(() -> other.acquire(request("report").withLongestWait(Duration.ofMillis(300))))
                    .withMessageContaining("report")
                    .withMessageContaining("billing")
                    .withMessageContaining("PT0.3S")
                    .satisfies(e -> assertThat(e.heldBy().getFirst().since()).isEqualTo(lease.acquiredAt()));
            agents.awaitWaiters("report", 0);
        }
    }

    @Test
    void aWaitOfZeroDoesNotQueue() throws InterruptedException {
        try (Lease lease = one.acquire(request("report"))) {
            assertThatExceptionOfType(LockNotAcquiredException.class)
                    .isThrownBy(() -> other.acquire(request("report").withLongestWait(Duration.ZERO)));
            assertThat(agents.stored("report").queue()).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void anInterruptedWaiterLeavesNothingBehind() throws Exception {
        try (Lease lease = one.acquire(request("report"))) {
            CompletableFuture<Throwable> ended = new CompletableFuture<>();
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    other.acquire(request("report")).close();
                } catch (InterruptedException e) {
                    ended.complete(e);
                }
            });
            agents.awaitWaiters("report", 1);
            thread.interrupt();

            assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            agents.awaitWaiters("report", 0);
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void anInterruptedHolderStillReleasesAndStaysInterrupted() throws Exception {
        Lease lease = one.acquire(request("report"));

        assertThat(interrupted(lease::release)).isTrue();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void anEvictedHolderIsToldByWhomAndWhyAndKeepsItsPlaceUntilItHasClosed() throws Exception {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one.acquire(request("report"));
        lease.onLoss(recorder);
        CompletableFuture<Lease> waiting = acquireLater(other, request("report"));
        agents.awaitWaiters("report", 1);

        agents.evict("report", Duration.ofMinutes(5));

        LeaseLoss.Evicted evicted = (LeaseLoss.Evicted) recorder.awaitLoss();
        assertThat(evicted.eviction().by()).isEqualTo("ann");
        assertThat(evicted.eviction().reason()).isEqualTo("hung on a dead peer");
        assertThat(lease.isHeld()).isFalse();
        assertThat(waiting).isNotDone();
        assertThat(agents.holder("report").token()).isEqualTo(lease.token());

        assertThat(lease.release()).isFalse();
        waiting.get(30, TimeUnit.SECONDS).close();
        assertThat(recorder.further()).isZero();
    }

    @Test
    void anEvictedLeaseEndsWithItsQuarantineIfItsHolderDoesNotClose() throws Exception {
        Lease lease = one.acquire(request("report").withTtl(SHORT_TTL));
        CompletableFuture<Lease> waiting = acquireLater(other, request("report"));
        agents.awaitWaiters("report", 1);

        agents.evict("report", Duration.ofSeconds(2));

        Lease next = waiting.get(30, TimeUnit.SECONDS);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.loss()).get().isInstanceOf(LeaseLoss.Evicted.class);
        next.close();
    }

    @Test
    void aHolderThatIsEvictedNowIsToldSo() throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one.acquire(request("report"));
        lease.onLoss(recorder);

        agents.evictNow("report");

        LeaseLoss.Evicted evicted = (LeaseLoss.Evicted) recorder.awaitLoss();
        assertThat(evicted.eviction().reason()).isEqualTo("its host burnt down");
        assertThat(lease.release()).isFalse();
    }

    @Test
    void aLeaseWhoseEntrySomebodyDeletedIsReportedAsTakenOver() throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one.acquire(request("report").withTtl(SHORT_TTL));
        lease.onLoss(recorder);

        agents.locks().deleteMany(new BsonDocument());

        assertThat(recorder.awaitLoss()).isInstanceOf(LeaseLoss.TakenOver.class);
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void closingTheAgentTellsItsHoldersReleasesAndCancelsItsWaiters() throws Exception {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one.acquire(request("report"));
        lease.onLoss(recorder);
        Lease blocking = other.acquire(request("import"));
        CompletableFuture<Lease> waiting = acquireLater(one, request("import"));
        agents.awaitWaiters("import", 1);

        one.close();
        one.close();

        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.AgentClosed());
        assertThat(lease.release()).isFalse();
        assertThat(agents.stored("report").isIdle()).isTrue();
        assertThat(agents.stored("import").queue()).isEmpty();
        assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(LockUnavailableException.class);
        assertThatThrownBy(() -> one.tryAcquire(request("report"))).isInstanceOf(IllegalStateException.class);
        blocking.close();
    }

    @Test
    void aHolderOfTooLongIsToldBeforeAndAtItsLimitAndKeepsItsPlaceUntilItHasClosed() throws Exception {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one.acquire(request("report").withLongestHold(Duration.ofSeconds(1)));
        lease.onLoss(recorder);
        CompletableFuture<Lease> waiting = acquireLater(other, request("report"));

        assertThat(recorder.awaitLimit()).isEqualTo(Duration.ofMillis(100));
        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.HeldTooLong(Duration.ofSeconds(1)));
        assertThat(lease.isHeld()).isFalse();
        assertThat(waiting).isNotDone();
        assertThat(lease.release()).isFalse();
        waiting.get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void aLockOfAShortestHoldStaysTakenAfterItsReleaseAndGoesToTheNextThen() throws Exception {
        Duration shortest = Duration.ofMillis(1500);
        Lease lease = one.acquire(request("report").withShortestHold(shortest));
        CompletableFuture<Lease> waiting = acquireLater(other, request("report"));
        agents.awaitWaiters("report", 1);

        assertThat(lease.release()).isTrue();
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.release()).isTrue();
        assertThat(other.tryAcquire(request("report"))).isEmpty();

        Lease next = waiting.get(30, TimeUnit.SECONDS);
        assertThat(Duration.between(lease.acquiredAt(), next.acquiredAt()))
                .isBetween(shortest, shortest.plusSeconds(1));
        next.close();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void aLockHeldForLongerThanItsShortestHoldIsFreeAtOnce() throws InterruptedException {
        Lease lease = one.acquire(request("report").withShortestHold(Duration.ofMillis(1)));
        await().until(() -> lease.remaining().compareTo(AgentOptions.DEFAULT_TTL.minusMillis(100)) < 0);

        assertThat(lease.release()).isTrue();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void anAgentClosedByAnInterruptedThreadReleasesAllTheSame() throws Exception {
        for (int i = 0; i < 50; i++) {
            assertThat(one.acquire(request("report-" + i)).isHeld()).isTrue();
        }
        assertThat(interrupted(() -> {
                    one.close();
                    return true;
                }))
                .isTrue();
        assertThat(agents.locks().countDocuments(BsonDocument.parse("{ 'holders.0': { $exists: true } }")))
                .isZero();
    }

    @Test
    void aWaitWithoutEndMayBeAskedForInAnyWords() throws InterruptedException {
        Duration endless = ChronoUnit.FOREVER.getDuration();
        LockRequest patient = request("report").withLongestWait(endless).withLongestHold(endless);

        one.acquire(patient).close();
        one.acquireAll(List.of(patient), endless).close();
    }

    @Test
    void aListenerThatFailsOrHangsHoldsUpNobody() throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one.acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
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
    void aListenerThatComesLateIsToldAtOnce() throws InterruptedException {
        Lease lease = one.acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
        await().until(() -> lease.loss().isPresent());
        LossRecorder recorder = new LossRecorder();
        lease.onLoss(recorder);

        assertThat(recorder.awaitLoss()).isEqualTo(new LeaseLoss.Expired());
    }

    @Test
    void hostileNamesAndNotesAreTextAndNothingElse() throws InterruptedException {
        for (String text :
                List.of("$where", "a.b.$[]", "<script>alert(1)</script>", "'\"; drop", "$$NOW", "größe 日本 👩‍🚀")) {
            try (Lease lease = one.acquire(request(text).withNote(text))) {
                assertThat(agents.holder(text).owner().note()).isEqualTo(text);
                assertThat(lease.name()).isEqualTo(text);
            }
        }
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

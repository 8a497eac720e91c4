package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.acquireLater;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.clocks.ClockComparison;
import io.lockkeeper.agent.leadership.Leadership;
import io.lockkeeper.agent.leadership.LeadershipListener;
import io.lockkeeper.agent.time.Alarms;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.MemberClocks;
import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The moments that hurt: a primary that steps down, an answer that is lost, a stream that is cut. */
@OwnServer
@Timeout(120)
class FailoverIT {

    private static final Duration TTL = Duration.ofSeconds(10);

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet replicaSet;

    @RegisterExtension
    private final TestAgents agents = new TestAgents(replicaSet.client());

    private final LockAgent one = agents.agent(TestAgents.options("billing").withTtl(TTL));
    private final LockAgent other = agents.agent(TestAgents.options("mail").withTtl(TTL));

    @BeforeAll
    static void startReplicaSet() {
        replicaSet = ReplicaSet.start(3);
    }

    @AfterAll
    static void stopReplicaSet() {
        replicaSet.close();
    }

    @Test
    void anAcquireThatAStepDownInterruptsIsGrantedOnceByTheNextPrimary() throws Exception {
        FailPoint slow = replicaSet.failCommand(blocking("findAndModify", 1500));
        CompletableFuture<Lease> acquired = acquireLater(one, LockRequest.of("report"));
        replicaSet.stepDownPrimary();
        slow.off();

        try (Lease lease = acquired.get(60, TimeUnit.SECONDS)) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(agents.stored("report").holders())
                    .singleElement()
                    .satisfies(holder -> assertThat(holder.token()).isEqualTo(lease.token()));
        }
        agents.awaitIdle("report");
    }

    @Test
    void aLeaseOutlivesAStepDownBecauseItsRenewalIsTriedAgain() throws InterruptedException {
        try (Lease lease = one.acquire("report")) {
            Instant before = agents.holder("report").updatedAt();
            FailPoint slow = replicaSet.failCommand(blocking("update", 1500));
            await().until(() -> lease.remaining().compareTo(TTL.multipliedBy(2).dividedBy(3)) < 0);
            replicaSet.stepDownPrimary();
            slow.off();

            await().atMost(TTL.multipliedBy(2))
                    .ignoreExceptions()
                    .untilAsserted(() ->
                            assertThat(agents.holder("report").updatedAt()).isAfter(before));
            await().until(() -> lease.remaining().compareTo(TTL.dividedBy(2)) > 0);
            assertThat(lease.isHeld()).isTrue();
            assertThat(lease.loss()).isEmpty();
        }
    }

    @Test
    void aHolderWhoseRenewalsFailIsToldThatTheyAreLateThenThatItIsAtRiskAndKeepsItsLeaseIfTheyAreAnsweredInTime()
            throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        try (Lease lease = one.acquire("report")) {
            lease.onLoss(recorder);
            FailPoint failing = replicaSet.failCommand(failing("update", 91));
            assertThat(recorder.awaitLateness()).isBetween(Duration.ZERO, TTL.dividedBy(2));
            assertThat(recorder.awaitRisk()).isBetween(Duration.ZERO, TTL.dividedBy(3));
            failing.off();

            await().until(() -> lease.remaining().compareTo(TTL.dividedBy(2)) > 0);
            assertThat(lease.isHeld()).isTrue();
            assertThat(recorder.furtherRisks()).as("told once a risk").isZero();
        }
        assertThat(recorder.further()).isZero();
    }

    @Test
    void aReleaseThatAStepDownInterruptsIsAskedAgain() throws Exception {
        Lease lease = one.acquire("report");
        FailPoint slow = replicaSet.failCommand(blocking("findAndModify", 1500));
        CompletableFuture<Boolean> released = CompletableFuture.supplyAsync(lease::release);
        replicaSet.stepDownPrimary();
        slow.off();

        assertThat(released.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void aWaiterIsHandedTheLockAcrossAStepDown() throws Exception {
        Lease lease = one.acquire("report");
        CompletableFuture<Lease> waiting = acquireLater(other, LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        replicaSet.stepDownPrimary();

        assertThat(lease.release()).isTrue();
        waiting.get(60, TimeUnit.SECONDS).close();
    }

    @Test
    void anAcquireThatWasAppliedButNotAcknowledgedIsTheSameLeaseWhenAskedAgain() throws InterruptedException {
        for (int code : List.of(64, 91, 11602)) {
            FailPoint unacknowledged = replicaSet.failCommand(writeConcernError("findAndModify", code), 1);
            // longer than an election may take, of which another test may have left one behind
            LockRequest report = LockRequest.of("report-" + code).withTtl(Duration.ofSeconds(60));
            try (Lease lease = one.acquire(report)) {
                LockDocument stored = agents.stored("report-" + code);
                assertThat(stored.holders()).hasSize(1);
                assertThat(stored.token()).isEqualTo(lease.token());
                assertThat(lease.isHeld()).isTrue();
            }
            unacknowledged.off();
        }
    }

    @Test
    void aWriteWhoseAnswerNeverComesIsAskedAgainAndHasHappenedOnce() throws Exception {
        LockAgent hasty =
                agents.agent(TestAgents.options("hasty").withTtl(TTL).withAnswerTimeout(Duration.ofSeconds(3)));
        FailPoint kept = replicaSet.keepAnswers("findAndModify");
        CompletableFuture<Lease> acquired = acquireLater(hasty, LockRequest.of("report"));
        await().until(() -> hasty.monitor().status().silentFor().isPresent());
        assertThat(agents.stored("report").holders()).hasSize(1);
        kept.off();
        Lease lease = acquired.get(30, TimeUnit.SECONDS);
        assertThat(agents.stored("report").holders())
                .singleElement()
                .satisfies(holder -> assertThat(holder.token()).isEqualTo(lease.token()));

        FailPoint keptAgain = replicaSet.keepAnswers("findAndModify");
        CompletableFuture<Boolean> released = CompletableFuture.supplyAsync(lease::release);
        await().until(() -> hasty.monitor().status().silentFor().isPresent());
        assertThat(agents.stored("report").isIdle()).isTrue();
        keptAgain.off();
        assertThat(released.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aReleaseThatWasAppliedButNotAcknowledgedIsAskedAgainAndCountsAsHeld() throws InterruptedException {
        Lease lease = one.acquire("report");
        FailPoint unacknowledged = replicaSet.failCommand(writeConcernError("findAndModify", 64), 1);

        assertThat(lease.release()).isTrue();
        unacknowledged.off();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void aTryThatIsNeverAcknowledgedSaysSoAndLeavesNothingBehind() {
        LockAgent hasty = agents.agent(
                TestAgents.options("hasty").withTtl(Duration.ofSeconds(2)).withAnswerTimeout(Duration.ofSeconds(1)));
        FailPoint unacknowledged = replicaSet.failCommand(writeConcernError("findAndModify", 64));

        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> hasty.tryAcquire("report"))
                .withMessageContaining("report")
                .withMessageContaining("PT1S");
        unacknowledged.off();
        agents.awaitIdle("report");
    }

    @Test
    void aLeaderLeadsOnAcrossAStepDownAndIsFollowedByAnotherOnceItResigns() throws Exception {
        BlockingQueue<Lease> terms = new LinkedBlockingQueue<>();
        LockRequest scheduler = LockRequest.of("scheduler");
        try (Leadership leading = Leadership.campaign(one, scheduler, elected(terms))) {
            Lease term = terms.poll(30, TimeUnit.SECONDS);
            try (Leadership standing = Leadership.campaign(other, scheduler, elected(terms))) {
                agents.awaitWaiters("scheduler", 1);
                Instant before = agents.holder("scheduler").updatedAt();
                replicaSet.stepDownPrimary();

                await().atMost(TTL.multipliedBy(2))
                        .ignoreExceptions()
                        .untilAsserted(
                                () -> assertThat(agents.holder("scheduler").updatedAt())
                                        .isAfter(before));
                assertThat(List.of(leading.isLeader(), standing.isLeader())).containsExactly(true, false);
                assertThat(leading.lease()).contains(requireNonNull(term));

                assertThat(leading.resign()).isTrue();
                Lease next = requireNonNull(terms.poll(60, TimeUnit.SECONDS));
                assertThat(next.token()).isGreaterThan(term.token());
                assertThat(List.of(leading.isLeader(), standing.isLeader())).containsExactly(false, true);
            }
        }
    }

    private static LeadershipListener elected(BlockingQueue<Lease> terms) {
        return new LeadershipListener() {
            @Override
            public void elected(Lease lease) {
                terms.add(lease);
            }

            @Override
            public void deposed(LeaseLoss loss) {
                throw new AssertionError("Deposed: " + loss);
            }
        };
    }

    @Test
    void aCutStreamIsOpenedAgainAndNoGrantIsMissed() throws Exception {
        for (int code : List.of(43, 286, 260)) {
            Lease lease = one.acquire("report");
            CompletableFuture<Lease> waiting = acquireLater(other, LockRequest.of("report"));
            agents.awaitWaiters("report", 1);
            FailPoint cut = replicaSet.failCommand(failing("getMore", code), 2);
            lease.close();
            cut.off();

            waiting.get(30, TimeUnit.SECONDS).close();
        }
    }

    @Test
    void withoutAnyStreamAWaiterIsServedByItsOwnTouches() throws Exception {
        FailPoint noStream = replicaSet.failCommand(failing("aggregate", 286));
        Lease lease = one.acquire("report");
        CompletableFuture<Lease> waiting = acquireLater(other, LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        lease.close();

        waiting.get(30, TimeUnit.SECONDS).close();
        noStream.off();
    }

    @Test
    void theClocksOfMembersOnOneMachineAgree() {
        MongoDatabase database = replicaSet.client().getDatabase(agents.database());
        ClockComparison comparison = new ClockComparison(
                replicaSet.client(),
                database,
                new MemberClocks(),
                Duration.ofMillis(50),
                Duration.ofSeconds(5),
                Machine.JVM::nanos,
                new Alarms(Machine.JVM, "never started"));

        assertThat(comparison.compare()).isEmpty();
    }

    private static Document blocking(String command, int millis) {
        return new Document("failCommands", List.of(command))
                .append("blockConnection", true)
                .append("blockTimeMS", millis);
    }

    private static Document failing(String command, int code) {
        return new Document("failCommands", List.of(command)).append("errorCode", code);
    }

    private static Document writeConcernError(String command, int code) {
        return new Document("failCommands", List.of(command))
                .append("writeConcernError", new Document("code", code).append("errmsg", "staged"));
    }
}

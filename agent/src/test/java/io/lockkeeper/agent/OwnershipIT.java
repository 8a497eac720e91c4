package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.acquireLater;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.reentrant.Ownership;
import io.lockkeeper.agent.reentrant.OwnershipEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A lock entered again and again under one lease. */
@Timeout(60)
class OwnershipIT {

    private static final LockRequest REPORT = LockRequest.of("report");
    private static final LockRequest READING = LockRequest.reading("catalogue");
    private static final LockRequest WRITING = LockRequest.writing("catalogue");

    private final CountedClient counted = new CountedClient();

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent agent = agents.agent(counted.client(), TestAgents.options("billing"));
    private final LockAgent other = agents.agent("mail");
    private final Ownership ownership = Ownership.of(agent, "order 17");

    @AfterEach
    void closeClient() {
        agent.close();
        counted.close();
    }

    @Test
    void reentryCostsNoRoundTripAndKeepsTheTokenAndTheLastExitReleases() throws InterruptedException {
        OwnershipEntry first = ownership.acquire(REPORT);
        assertThat(counted.changes()).isEqualTo(1);

        OwnershipEntry second = ownership.acquire(REPORT);
        OwnershipEntry third = ownership.tryAcquire(REPORT).orElseThrow();
        assertThat(List.of(second.token(), third.token())).containsOnly(first.token());
        assertThat(first.exit()).isTrue();
        assertThat(third.exit()).isTrue();
        assertThat(counted.changes()).isEqualTo(1);
        assertThat(other.tryAcquire("report")).isEmpty();

        assertThat(second.exit()).isTrue();
        assertThat(counted.changes()).isEqualTo(2);
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void aShortestHoldCountsFromTheFirstEntryAndKeepsOutWhoeverComesAfterTheLastExit() throws InterruptedException {
        Duration shortest = Duration.ofSeconds(2);
        OwnershipEntry first = ownership.acquire(REPORT.withShortestHold(shortest));
        OwnershipEntry second = ownership.acquire(REPORT);
        assertThat(second.exit()).isTrue();
        Instant acquiredAt = agents.holder("report").acquiredAt();
        assertThat(first.exit()).isTrue();
        assertThat(ownership.inside()).isEmpty();
        assertThat(other.tryAcquire("report")).isEmpty();
        assertThat(ownership.tryAcquire(REPORT)).as("the owner itself").isEmpty();

        try (OwnershipEntry next = ownership.acquire(REPORT)) {
            assertThat(next.token()).isGreaterThan(first.token());
            assertThat(Duration.between(acquiredAt, agents.holder("report").acquiredAt()))
                    .isGreaterThanOrEqualTo(shortest);
        }
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void twoOwnershipsOfOneAgentKeepEachOtherOut() throws InterruptedException {
        try (OwnershipEntry entry = ownership.acquire(REPORT)) {
            assertThat(Ownership.of(agent, "order 18").tryAcquire(REPORT)).isEmpty();
            assertThat(entry.isHeld()).isTrue();
        }
    }

    @Test
    void itSaysWhoIsInsideAndLeavesNothingOfALockThatIsNotHeld() throws InterruptedException {
        Thread.currentThread().setName("clerk");
        try (OwnershipEntry report = ownership.acquire(REPORT);
                OwnershipEntry again = ownership.acquire(REPORT);
                OwnershipEntry catalogue = ownership.acquire(READING)) {
            assertThat(ownership.inside())
                    .isEqualTo(Map.of("report", List.of("clerk", "clerk"), "catalogue", List.of("clerk")));
            assertThat(agents.holder("report").owner().note()).isEqualTo("order 17");
            assertThat(List.of(report.enteredBy(), again.enteredBy(), catalogue.enteredBy()))
                    .containsOnly("clerk");
        }
        assertThat(ownership).hasToString("Ownership[order 17, {}]");
        try (Lease lease = other.acquire("report")) {
            assertThat(ownership.tryAcquire(REPORT)).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(ownership).hasToString("Ownership[order 17, {}]");
    }

    @Test
    void onceTheLeaseIsLostNobodyEntersUntilAllHaveLeft() throws InterruptedException {
        CompletableFuture<LeaseLoss> told = new CompletableFuture<>();
        OwnershipEntry first = ownership.acquire(REPORT);
        OwnershipEntry second = ownership.acquire(REPORT);
        first.onLoss(told::complete);
        agents.evict("report", Duration.ofSeconds(20));
        assertThat(told).succeedsWithin(Duration.ofSeconds(30)).isInstanceOf(LeaseLoss.Evicted.class);

        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(() -> ownership.acquire(REPORT))
                .withMessageContaining("ann");
        assertThat(first.exit()).isFalse();
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> ownership.tryAcquire(REPORT));
        assertThat(second.exit()).isFalse();

        try (OwnershipEntry anew = ownership.acquire(REPORT)) {
            assertThat(anew.token()).isGreaterThan(first.token());
        }
    }

    @Test
    void anUpgradeIsRefusedWithAnExplanationAndNeverHangs() throws InterruptedException {
        try (OwnershipEntry reading = ownership.acquire(READING)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> ownership.acquire(WRITING))
                    .withMessageContaining("forever");
            assertThatIllegalStateException().isThrownBy(() -> ownership.tryAcquire(WRITING));
            assertThat(reading.isHeld()).isTrue();
        }
        try (OwnershipEntry writing = ownership.acquire(WRITING)) {
            assertThat(writing.isHeld()).isTrue();
        }
    }

    @Test
    void anotherKindOrNumberOfPermitsThanIsHeldIsRefused() throws InterruptedException {
        try (OwnershipEntry entry = ownership.acquire(LockRequest.permits("licences", 1, 3))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> ownership.acquire(LockRequest.permits("licences", 2, 3)))
                    .withMessageContaining("permits");
            assertThatIllegalStateException().isThrownBy(() -> ownership.acquire(LockRequest.of("licences")));
            assertThat(entry.isHeld()).isTrue();
        }
    }

    @Test
    void whoWritesMayReadAndGoesOverToReadingByLeavingTheWriting() throws Exception {
        OwnershipEntry writing = ownership.acquire(WRITING);
        OwnershipEntry reading = ownership.acquire(READING);
        CompletableFuture<Lease> reader = acquireLater(other, READING);
        agents.awaitWaiters("catalogue", 1);

        assertThat(writing.exit()).isTrue();

        try (Lease elsewhere = reader.get(30, SECONDS)) {
            assertThat(elsewhere.isHeld()).isTrue();
            assertThat(reading.isHeld()).isTrue();
            assertThatIllegalStateException().isThrownBy(() -> ownership.acquire(WRITING));
        }
        assertThat(reading.exit()).isTrue();
        assertThat(agents.stored("catalogue").isIdle()).isTrue();
    }

    @Test
    void whoWaitsForAnotherEntrysLeaseWaitsNoLongerThanItAskedTo() throws Exception {
        Lease held = other.acquire("report");
        CompletableFuture<OwnershipEntry> first = enterLater(REPORT);
        agents.awaitWaiters("report", 1);

        assertThatExceptionOfType(LockNotAcquiredException.class)
                .isThrownBy(() -> ownership.acquire(REPORT.withLongestWait(Duration.ofMillis(200))))
                .withMessageContaining("mail")
                .withMessageContaining("PT0.2S");
        assertThat(ownership.tryAcquire(REPORT)).isEmpty();
        held.close();
        assertThat(first.get(30, SECONDS).exit()).isTrue();
    }

    @Test
    void whenTheFirstGivesUpThoseBehindItAcquireTheLease() throws Exception {
        Lease held = other.acquire("report");
        CompletableFuture<OwnershipEntry> first = enterLater(REPORT.withLongestWait(Duration.ofMillis(500)));
        await().until(() -> agents.stored("report").queue().size() == 1);
        CompletableFuture<OwnershipEntry> second = enterLater(REPORT);

        assertThat(first)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withCauseInstanceOf(LockNotAcquiredException.class);
        held.close();
        assertThat(second.get(30, SECONDS).exit()).isTrue();
        assertThat(ownership.inside()).isEmpty();
    }

    private CompletableFuture<OwnershipEntry> enterLater(LockRequest request) {
        CompletableFuture<OwnershipEntry> future = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                future.complete(ownership.acquire(request));
            } catch (InterruptedException | RuntimeException e) {
                future.completeExceptionally(e);
            }
        });
        return future;
    }
}

package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Callers of one agent that hand a kept lease on to one another: their order, and the turn of those who wait elsewhere. */
@Timeout(60)
class CohortIT {

    private static final LockRequest KEPT = LockRequest.of("report").withKeep(Duration.ofMinutes(10));
    private static final LockRequest FOR_LONG = KEPT.withCohort(Duration.ofHours(1));
    private static final LockRequest BRIEFLY = KEPT.withCohort(Duration.ofMillis(1));
    private static final int SOON = 20;

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("billing");
    private final LockAgent other = agents.agent("mail");

    @Test
    void eachHasTheLeaseInItsOrderWithTheNextTokenAndWithoutTheServer() throws Exception {
        Lease lease = keptUse(FOR_LONG);
        LockDocument before = agents.stored("report");
        List<CompletableFuture<Lease>> waiting = waitInMemory(5, FOR_LONG);

        for (CompletableFuture<Lease> next : waiting) {
            assertThat(next).isNotDone();
            long token = lease.token();
            assertThat(lease.release()).isTrue();
            assertThat(lease.isHeld()).isFalse();
            lease = get(next);
            assertThat(lease.token()).isEqualTo(token + 1);
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(agents.stored("report").holders()).isEqualTo(before.holders());
        assertThat(agents.stored("report").queue()).isEmpty();
        assertThat(lease.release()).isTrue();
        assertThat(agents.holder("report").isKept()).isTrue();
    }

    @Test
    void withinTheCohortsTimeThoseOfTheAgentGoFirst() throws Exception {
        Lease lease = keptUse(FOR_LONG);
        CompletableFuture<Lease> elsewhere = TestAgents.acquireLater(other, LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        List<CompletableFuture<Lease>> waiting = waitInMemory(3, FOR_LONG);
        long last = 0;
        for (CompletableFuture<Lease> next : waiting) {
            assertThat(lease.release()).isTrue();
            lease = get(next);
            last = lease.token();
        }
        assertThat(elsewhere).isNotDone();
        assertThat(lease.release()).isTrue();
        assertThat(get(elsewhere).token()).isGreaterThan(last);
    }

    @Test
    void afterItTheyStandBehindThroughOneEntryAndThenHandTheLeaseOnAgain() throws Exception {
        Lease lease = keptUse(BRIEFLY);
        List<CompletableFuture<Lease>> waiting = waitInMemory(4, BRIEFLY);
        CompletableFuture<Lease> elsewhere = TestAgents.acquireLater(other, LockRequest.of("report"));
        agents.awaitWaiters("report", 2);
        List<Waiter> queue = agents.stored("report").queue();
        assertThat(queue.getFirst().owner().service()).isEqualTo("mail");
        assertThat(queue.getLast().behind()).isEqualTo(3);

        assertThat(lease.release()).isTrue();
        Lease theirs = get(elsewhere);
        assertThat(theirs.token()).isGreaterThan(lease.token());
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        assertThat(theirs.release()).isTrue();
        List<Long> tokens = new ArrayList<>();
        for (CompletableFuture<Lease> next : waiting) {
            Lease each = get(next);
            tokens.add(each.token());
            assertThat(each.release()).isTrue();
        }
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
        assertThat(tokens.getFirst()).isGreaterThan(theirs.token());
        // The last may have asked when nobody else did: then its lease is kept, and not idle.
        agents.awaitWaiters("report", 0);
    }

    /** With no wait between two uses nobody would ever have a turn but by the cohort's end. */
    @Test
    void whoeverWaitsElsewhereHasItsTurnHoweverManyComeHere() throws Exception {
        keptUse(BRIEFLY).close();
        AtomicLong uses = new AtomicLong();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> busy = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                busy.add(threads.submit(() -> use(one, BRIEFLY, uses)));
            }
            for (int i = 0; i < 20; i++) {
                try (Lease lease = other.acquire(BRIEFLY.withLongestWait(Duration.ofSeconds(SOON)))) {
                    assertThat(lease.isHeld()).isTrue();
                }
            }
            uses.set(Long.MIN_VALUE / 2);
            for (Future<?> each : busy) {
                each.get(SOON, TimeUnit.SECONDS);
            }
        }
    }

    private static boolean use(LockAgent agent, LockRequest request, AtomicLong uses) throws InterruptedException {
        while (uses.incrementAndGet() > 0) {
            agent.acquire(request).close();
        }
        return true;
    }

    @Test
    void whenTheTokensAreUsedUpTheLeaseIsAnother() throws Exception {
        keptUse(FOR_LONG).close();
        AtomicLong last = new AtomicLong();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> busy = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                busy.add(threads.submit(() -> {
                    for (int use = 0; use < 9_000; use++) {
                        try (Lease lease = one.acquire(FOR_LONG)) {
                            assertThat(lease.token()).isGreaterThan(last.getAndSet(lease.token()));
                        }
                    }
                    return true;
                }));
            }
            for (Future<?> each : busy) {
                each.get(SOON, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aRequestOfTheAgentThatAsksForSomethingElseHasItsTurn() throws Exception {
        Lease lease = keptUse(BRIEFLY);
        CompletableFuture<Lease> plain = TestAgents.acquireLater(one, LockRequest.of("report"));
        await().until(() -> one.monitor().status().waiters() == 1);
        assertThat(lease.release()).isTrue();
        assertThat(get(plain).release()).isTrue();
        agents.awaitIdle("report");
    }

    /** The lease that a waiter of the cohort is granted is kept, for nobody stands behind it in the document. */
    @Test
    void behindOthersOfTheCohortItHasItsTurnToo() throws Exception {
        Lease lease = keptUse(BRIEFLY);
        List<CompletableFuture<Lease>> waiting = waitInMemory(2, BRIEFLY);
        CompletableFuture<Lease> plain = TestAgents.acquireLater(one, LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        CompletableFuture<Lease> last = waitInMemory(1, BRIEFLY).getFirst();

        assertThat(lease.release()).isTrue();
        assertThat(get(waiting.getFirst()).release()).isTrue();
        Lease beforeIt = get(waiting.getLast());
        assertThat(plain).isNotDone();
        assertThat(beforeIt.release()).isTrue();
        assertThat(get(plain).release()).isTrue();
        assertThat(get(last).release()).isTrue();
    }

    @Test
    void whoGivesUpNamesTheHolderAndTheNextHasItsTurn() throws Exception {
        Lease lease = keptUse(FOR_LONG.withNote("nightly"));
        assertThatThrownBy(() -> one.acquire(FOR_LONG.withLongestWait(Duration.ofMillis(50))))
                .isInstanceOfSatisfying(
                        LockNotAcquiredException.class,
                        refused -> assertThat(
                                        refused.heldBy().getFirst().owner().note())
                                .isEqualTo("nightly"));
        CompletableFuture<Lease> cancelled = one.acquireAsync(FOR_LONG);
        await().until(() -> one.monitor().status().waiters() == 1);
        List<CompletableFuture<Lease>> waiting = waitInMemory(1, FOR_LONG);
        cancelled.cancel(true);
        await().until(() -> one.monitor().status().waiters() == 1);

        assertThat(lease.release()).isTrue();
        assertThat(get(waiting.getFirst()).token()).isEqualTo(lease.token() + 1);
    }

    @Test
    void aTryOfTheAgentIsRefusedAndToldHowManyWait() throws Exception {
        keptUse(FOR_LONG);
        waitInMemory(2, FOR_LONG);
        assertThat(one.attempt(FOR_LONG))
                .isInstanceOfSatisfying(
                        Attempt.Refused.class,
                        refused -> assertThat(refused.waiting()).isEqualTo(2));
    }

    @Test
    void thoseInTheDocumentAreNotCountedOnceMoreAmongThoseInMemory() throws Exception {
        Duration ttl = Duration.ofSeconds(5); // so that renewals come soon
        LockRequest brief = FOR_LONG.withTtl(ttl);
        Lease theirs = other.acquire("report");
        CompletableFuture<Lease> first = TestAgents.acquireLater(one, brief);
        agents.awaitWaiters("report", 1);
        CompletableFuture<Lease> placed =
                TestAgents.acquireLater(one, LockRequest.of("report").withTtl(ttl));
        agents.awaitWaiters("report", 2);
        List<CompletableFuture<Lease>> inMemory = waitInMemory(2, brief);
        assertThat(theirs.release()).isTrue();
        Lease lease = get(first);

        LatestUse told = await().until(() -> agents.holder("report").use(), Objects::nonNull);
        assertThat(told.waiting()).isEqualTo(inMemory.size());
        await().until(() -> agents.stored("report").queue().getFirst().behind() == inMemory.size());
        assertThat(agents.stored("report").waiting()).isEqualTo(inMemory.size() + 1);

        assertThat(lease.release()).isTrue();
        for (CompletableFuture<Lease> next : inMemory) {
            assertThat(get(next).release()).isTrue();
        }
        assertThat(get(placed).release()).isTrue();
    }

    @Test
    void anEvictionEndsItAndThoseInMemoryWaitOn() throws Exception {
        Lease lease = keptUse(FOR_LONG);
        List<CompletableFuture<Lease>> waiting = waitInMemory(2, FOR_LONG);
        LossRecorder recorder = new LossRecorder();
        lease.onLoss(recorder);
        agents.evict("report", Duration.ofMinutes(5));

        assertThat(recorder.awaitLoss()).isInstanceOf(LeaseLoss.Evicted.class);
        assertThat(lease.release()).isFalse();
        for (CompletableFuture<Lease> next : waiting) {
            Lease each = get(next);
            assertThat(each.token()).isGreaterThan(lease.token());
            assertThat(each.release()).isTrue();
        }
    }

    @Test
    void anAgentThatClosesRefusesThoseInMemoryAndReleasesTheLease() throws Exception {
        keptUse(FOR_LONG);
        List<CompletableFuture<Lease>> waiting = waitInMemory(2, FOR_LONG);
        one.close();
        for (CompletableFuture<Lease> next : waiting) {
            assertThatThrownBy(() -> get(next))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(LockUnavailableException.class);
        }
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void aCohortWithoutAKeptLeaseIsRefusedWhereItIsAskedFor() {
        Duration time = Duration.ofMillis(20);
        assertThatThrownBy(() -> LockRequest.of("report").withCohort(time))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"report\" is kept first");
        assertThatThrownBy(() -> KEPT.withCohort(Duration.ofMillis(-1))).hasMessageContaining("Cohort PT-0.001S");
        assertThatThrownBy(() -> KEPT.withCohort(Duration.ofDays(2))).hasMessageContaining("out of bounds");
        assertThatThrownBy(() -> FOR_LONG.withKeep(Duration.ZERO)).hasMessageContaining("kept first");
        assertThat(FOR_LONG.cohort()).contains(Duration.ofHours(1));
        assertThat(FOR_LONG.withCohort(Duration.ZERO).cohort()).isEmpty();
    }

    /** A use of a lease that stays with its agent. */
    private Lease keptUse(LockRequest request) {
        Lease[] use = new Lease[1];
        await().until(() -> {
            one.acquire(request).close();
            use[0] = one.acquire(request);
            boolean kept = agents.holder("report").isKept();
            if (!kept) {
                use[0].close();
            }
            return kept;
        });
        return use[0];
    }

    /** So many more callers, one after the other. */
    private List<CompletableFuture<Lease>> waitInMemory(int count, LockRequest request) {
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        int before = one.monitor().status().waiters();
        for (int i = 1; i <= count; i++) {
            waiting.add(TestAgents.acquireLater(one, request));
            int all = before + i;
            await().until(() -> one.monitor().status().waiters() == all);
        }
        return waiting;
    }

    private static Lease get(CompletableFuture<Lease> lease) throws Exception {
        return lease.get(SOON, TimeUnit.SECONDS);
    }
}

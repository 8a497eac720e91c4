package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.SHORT_TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a lock promises to those who wait for it, and to the holder whom they leave when they give up. */
interface WaitingContract extends Contest {

    @Test
    default void aWaiterIsHandedTheLockByTheRelease() throws Exception {
        Lease lease = one().acquire(request("report"));
        CompletableFuture<Lease> waiting = other().acquireLater(rival("report"));
        world().awaitWaiters("report", 1);

        assertThat(lease.release()).isTrue();

        Lease next = waiting.get(30, TimeUnit.SECONDS);
        assertThat(next.token()).isGreaterThan(lease.token());
        assertThat(next.isHeld()).isTrue();
        await().untilAsserted(() -> assertThat(next.remaining()).isGreaterThan(Duration.ofSeconds(20)));
        assertThat(world().holder("report").acquirer()).isNotNull();
        next.close();
    }

    @Test
    default void waitersAreServedInTheOrderInWhichTheyCame() throws Exception {
        Lease lease = one().acquire(request("report"));
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            waiting.add((i % 2 == 0 ? one() : other()).acquireLater(rival("report")));
            world().awaitWaiters("report", i);
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
    default void anExpiredLeaseIsTakenOverByAWaiterWithinASecond() throws InterruptedException {
        Lease late = one().acquire(request("report").withTtl(SHORT_TTL).withManualRenewal());
        try (Lease next = other().acquire(rival("report"))) {
            assertThat(Duration.between(late.acquiredAt(), next.acquiredAt()))
                    .as("the holder gives up its allowance earlier than the server, and says so to the server")
                    .isBetween(SHORT_TTL.minus(Duration.ofMillis(100)), SHORT_TTL.plusSeconds(1));
        }
    }

    @Test
    default void aTryThatMayWaitIsHandedTheLock() throws Exception {
        Lease lease = one().acquire(request("report"));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Optional<Lease>> trying =
                    threads.submit(() -> other().tryAcquire(rival("report"), Duration.ofMinutes(1)));
            world().awaitWaiters("report", 1);
            assertThat(lease.release()).isTrue();

            try (Lease next = trying.get(30, TimeUnit.SECONDS).orElseThrow()) {
                assertThat(next.isHeld()).isTrue();
            }
        }
    }

    @Test
    default void aTryWhoseWaitRunsOutIsAnsweredWithNothingAndLeavesNothingBehind() throws InterruptedException {
        try (Lease lease = one().acquire(request("report"))) {
            assertThat(other().tryAcquire(rival("report"), Duration.ofSeconds(1)))
                    .isEmpty();
            assertThat(other().tryAcquire(rival("report").withLongestWait(Duration.ofHours(1)), Duration.ZERO))
                    .isEmpty();
            assertThat(lease.isHeld()).isTrue();
            world().awaitWaiters("report", 0);
        }
        assertThat(other().tryAcquire(rival("report"), Duration.ofSeconds(30))).hasValueSatisfying(Lease::close);
    }

    @Test
    default void aWaitThatRunsOutNamesTheHolderAndLeavesNothingBehind() throws InterruptedException {
        try (Lease lease = one().acquire(request("report"))) {
            assertThatExceptionOfType(LockNotAcquiredException.class)
                    .isThrownBy(() -> other().acquire(rival("report").withLongestWait(Duration.ofSeconds(1))))
                    .withMessageContaining("report")
                    .withMessageContaining("billing")
                    .withMessageContaining("PT1S")
                    .satisfies(e -> assertThat(e.heldBy().getFirst().since()).isEqualTo(lease.acquiredAt()));
            world().awaitWaiters("report", 0);
        }
    }

    @Test
    default void aWaitOfZeroDoesNotQueue() throws InterruptedException {
        try (Lease lease = one().acquire(request("report"))) {
            assertThatExceptionOfType(LockNotAcquiredException.class)
                    .isThrownBy(() -> other().acquire(rival("report").withLongestWait(Duration.ZERO)));
            assertThat(world().stored("report").queue()).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    default void aWaitWithoutEndMayBeAskedForInAnyWords() throws InterruptedException {
        Duration endless = ChronoUnit.FOREVER.getDuration();
        LockRequest patient = request("report").withLongestWait(endless).withLongestHold(endless);

        one().acquire(patient).close();
        one().acquireAll(List.of(patient), endless).close();
    }

    @Test
    default void anInterruptedWaiterLeavesNothingBehind() throws Exception {
        try (Lease lease = one().acquire(request("report"))) {
            CompletableFuture<Throwable> ended = new CompletableFuture<>();
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    other().acquire(rival("report")).close();
                } catch (InterruptedException e) {
                    ended.complete(e);
                }
            });
            world().awaitWaiters("report", 1);
            thread.interrupt();

            assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            world().awaitWaiters("report", 0);
            assertThat(lease.isHeld()).isTrue();
        }
    }
}

package io.lockkeeper.spring.integration;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.reentrant.OwnershipEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.LockRegistry;

/** What Spring Integration says of its lock registries, and what its own registries do, on two agents. */
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // each step of locking and unlocking is looked at
class LockRegistryIT {

    private static final Duration BRIEF = Duration.ofMillis(300);

    @RegisterExtension
    private final TestContext context = new TestContext();

    private final LockAgent agent = context.agent("billing");
    private final LockkeeperLockRegistry registry = new LockkeeperLockRegistry(agent);
    private final LockkeeperLockRegistry elsewhere = new LockkeeperLockRegistry(context.agent("mail"));
    private int counter;

    @Test
    void aLockIsReentrantAndOneForAllThatObtainIt() throws Exception {
        DistributedLock lock = registry.obtain("foo");
        assertThat(registry.obtain("foo")).isEqualTo(lock).hasSameHashCodeAs(lock);
        assertThat(registry.obtain("bar")).isNotEqualTo(lock);
        lock.lock();
        registry.obtain("foo").lockInterruptibly();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock(1, SECONDS)).isTrue();
        for (int i = 0; i < 3; i++) {
            lock.unlock();
            assertThat(elsewhere.obtain("foo").tryLock()).isFalse();
        }
        lock.unlock();
        assertThat(lockedAndUnlocked(elsewhere)).isTrue();
    }

    @Test
    void twoLocksAreHeldByOneThread() {
        registry.obtain("foo").lock();
        registry.obtain("bar").lock();
        registry.obtain("foo").unlock();
        registry.obtain("bar").unlock();
    }

    @Test
    void aSecondThreadWaitsAndMayNotUnlock() throws Exception {
        DistributedLock lock = registry.obtain("foo");
        lock.lockInterruptibly();
        assertThat(CompletableFuture.supplyAsync(() -> tryFor(lock, 100)).get(30, SECONDS))
                .isFalse();
        assertThat(CompletableFuture.runAsync(lock::unlock))
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withCauseInstanceOf(IllegalMonitorStateException.class);
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> tryFor(lock, 30_000));
        lock.unlock();
        assertThat(waiting.get(30, SECONDS)).isTrue();
    }

    @Test
    void threadsOfTwoRegistriesTakeTurns() throws Exception {
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                LockRegistry<DistributedLock> mine = i % 2 == 0 ? registry : elsewhere;
                all.add(threads.submit(() -> {
                    mine.executeLocked("foo", () -> {
                        counter++;
                    });
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get(50, SECONDS);
            }
        }
        assertThat(counter).isEqualTo(40);
    }

    @Test
    void workUnderALockThatIsNotFreeInTimeIsNotDone() throws Exception {
        elsewhere.obtain("foo").lock();
        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> registry.executeLocked("foo", BRIEF, () -> {
                    counter++;
                }));
        elsewhere.obtain("foo").unlock();
        assertThat(counter).isZero();
    }

    @Test
    void aLockOfALimitedTimeIsLostAfterItAndSaysSo() throws Exception {
        DistributedLock lock = registry.obtain("foo");
        lock.lock(BRIEF);
        assertThat(elsewhere.obtain("foo").tryLock()).isFalse();
        await().until(() -> lockedAndUnlocked(elsewhere));

        assertThatExceptionOfType(ConcurrentModificationException.class)
                .isThrownBy(lock::unlock)
                .withMessageContaining("Lock was released in the store due to expiration."
                        + " The integrity of data protected by this lock may have been compromised.")
                .withMessageContaining("\"foo\"")
                .withCauseInstanceOf(LeaseLostException.class);
        assertThat(lock.tryLock(BRIEF, Duration.ofMinutes(1))).isTrue();
        lock.unlock();
    }

    @Test
    void ofNestedUnlocksAfterAnExpiryTheLastOneSaysSo() {
        DistributedLock lock = registry.obtain("foo");
        lock.lock(BRIEF);
        lock.lock();
        await().until(() -> lockedAndUnlocked(elsewhere));

        lock.unlock();
        assertThatExceptionOfType(ConcurrentModificationException.class)
                .isThrownBy(lock::unlock)
                .withMessageContaining("due to expiration");
        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(lock::unlock)
                .withMessageContaining("own");
    }

    @Test
    void anUnlockAfterItsAgentWasClosedSaysThat() {
        DistributedLock lock = registry.obtain("foo");
        lock.lock();
        agent.close();

        assertThatExceptionOfType(ConcurrentModificationException.class)
                .isThrownBy(lock::unlock)
                .withMessageContaining("because its agent was closed");
    }

    @Test
    void aRenewedLockOutlivesItsTime() throws Exception {
        DistributedLock lock = registry.obtain("foo");
        assertThat(lock.tryLock(Duration.ZERO, BRIEF)).isTrue();
        OwnershipEntry entry = registry.entry("foo").orElseThrow();
        registry.renewLock("foo", Duration.ofMinutes(5));
        assertThat(elsewhere.obtain("foo").tryLock(BRIEF.multipliedBy(2).toMillis(), MILLISECONDS))
                .isFalse();
        registry.renewLock("foo", BRIEF);
        registry.renewLock("foo");
        assertThat(elsewhere.obtain("foo").tryLock(BRIEF.multipliedBy(2), BRIEF))
                .isFalse();
        assertThat(entry.isHeld()).isTrue();
        lock.unlock();
        assertThat(lockedAndUnlocked(elsewhere)).isTrue();
    }

    @Test
    void onlyTheHolderRenews() {
        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(() -> registry.renewLock("foo"))
                .withMessageContaining("foo");
        DistributedLock lock = registry.obtain("foo");
        lock.lock(BRIEF);
        OwnershipEntry entry = registry.entry("foo").orElseThrow();
        await().until(() -> entry.loss().isPresent());
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> registry.renewLock("foo"));
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
    }

    @Test
    void theHolderHasATokenAndHearsOfALoss() {
        DistributedLock lock = registry.obtain("foo");
        lock.lock();
        long first = registry.entry("foo").orElseThrow().token();
        lock.unlock();
        lock.lock();
        OwnershipEntry entry = registry.entry("foo").orElseThrow();
        CompletableFuture<LeaseLoss> loss = new CompletableFuture<>();
        entry.onLoss(loss::complete);
        assertThat(entry.token()).isGreaterThan(first);
        context.deleteLocks();
        registry.renewLock("foo", Duration.ofMillis(1));

        assertThat(loss).succeedsWithin(Duration.ofSeconds(30));
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
        assertThat(registry.entry("foo")).isEmpty();
    }

    @Test
    void aTimeToLiveThatIsNoneIsRefusedAndLocksNothing() {
        DistributedLock lock = registry.obtain("foo");
        assertThatIllegalArgumentException().isThrownBy(() -> lock.lock(Duration.ZERO));
        assertThat(lockedAndUnlocked(elsewhere)).isTrue();
    }

    @Test
    void keysAreNamesThatEveryProcessWritesAlike() {
        UUID id = UUID.randomUUID();
        registry.obtain(id).lock();
        assertThat(agent.heldBy(id.toString())).hasSize(1);
        registry.obtain(id.toString()).unlock();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.obtain(new Object()))
                .withMessageContaining("java.lang.Object");
        LockkeeperLockRegistry files = new LockkeeperLockRegistry(
                agent, key -> LockRequest.of("files:" + key).withNote("upload"));
        files.obtain("a.txt").lock();
        assertThat(agent.heldBy("files:a.txt").getFirst().owner().note()).isEqualTo("upload");
        files.obtain("a.txt").unlock();
    }

    @Test
    void nothingUnusedIsKept() {
        for (int i = 0; i < 20; i++) {
            registry.obtain("foo:" + i).lock();
            registry.obtain("foo:" + i).unlock();
        }
        registry.expireUnusedOlderThan(0);
        assertThat(registry).hasToString("LockkeeperLockRegistry[ThreadLocks{}]");
    }

    private static boolean lockedAndUnlocked(LockkeeperLockRegistry by) {
        boolean locked = by.obtain("foo").tryLock();
        if (locked) {
            by.obtain("foo").unlock();
        }
        return locked;
    }

    private static boolean tryFor(DistributedLock lock, long millis) {
        try {
            boolean locked = lock.tryLock(millis, MILLISECONDS);
            if (locked) {
                lock.unlock();
            }
            return locked;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

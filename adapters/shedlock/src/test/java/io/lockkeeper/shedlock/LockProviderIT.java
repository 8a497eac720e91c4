package io.lockkeeper.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What ShedLock asks of a lock provider that extends locks, and what leases add to it. */
@Timeout(60)
class LockProviderIT {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final LockAgent agent = agent("billing");
    private final LockAgent otherAgent = agent("mail");
    private final LockkeeperLockProvider provider = new LockkeeperLockProvider(agent);
    private final LockkeeperLockProvider other = new LockkeeperLockProvider(otherAgent);
    private int counter;

    @AfterEach
    void close() {
        agent.close();
        otherAgent.close();
        database.drop();
    }

    @Test
    void aLockIsHeldUntilItIsUnlocked() {
        SimpleLock lock = provider.lock(task("report")).orElseThrow();
        assertThat(provider.lock(task("report"))).isEmpty();
        assertThat(other.lock(task("report"))).isEmpty();

        lock.unlock();
        SimpleLock next = other.lock(task("report")).orElseThrow();
        assertThat(provider.lock(task("report"))).isEmpty();
        next.unlock();
    }

    @Test
    void locksOfOtherNamesAreOtherLocks() {
        SimpleLock one = provider.lock(task("report")).orElseThrow();
        SimpleLock two = provider.lock(task("import")).orElseThrow();
        one.unlock();
        two.unlock();
    }

    @Test
    void aLockIsFreeAfterItsLongestTime() {
        SimpleLock late = provider.lock(task("report", Duration.ofMillis(50), Duration.ZERO))
                .orElseThrow();
        await().until(() -> unlockedAtOnce(other.lock(task("report"))));

        assertThat(late.extend(LONG, Duration.ZERO)).isEmpty();
        assertThat(unlockedAtOnce(other.lock(task("report")))).isTrue();
    }

    @Test
    void aLockStaysTakenForItsShortestTime() {
        Instant start = Instant.now();
        provider.lock(task("report", LONG, Duration.ofSeconds(1))).orElseThrow().unlock();
        assertThat(other.lock(task("report"))).isEmpty();

        await().until(() -> unlockedAtOnce(other.lock(task("report"))));
        assertThat(Duration.between(start, Instant.now())).isGreaterThan(Duration.ofMillis(900));
    }

    @Test
    void anExtendedLockOutlivesItsFirstTime() {
        SimpleLock lock = provider.lock(task("report", Duration.ofSeconds(1), Duration.ZERO))
                .orElseThrow();
        SimpleLock extended = lock.extend(LONG, Duration.ZERO).orElseThrow();
        Lease lease = provider.currentLease().orElseThrow();
        await().until(() -> Duration.between(lease.acquiredAt(), Instant.now()).toMillis() > 1500);
        assertThat(other.lock(task("report"))).isEmpty();
        assertThat(lease.isHeld()).isTrue();

        extended.unlock();
        assertThat(unlockedAtOnce(other.lock(task("report")))).isTrue();
    }

    @Test
    void anExtensionMayAskForAShortestTime() {
        SimpleLock lock = provider.lock(task("report")).orElseThrow();
        lock.extend(LONG, Duration.ofMinutes(4)).orElseThrow().unlock();
        assertThat(other.lock(task("report"))).isEmpty();
    }

    @Test
    void aLockThatWasUnlockedOrExtendedIsUsedUp() {
        SimpleLock unlocked = provider.lock(task("report")).orElseThrow();
        unlocked.unlock();
        assertThatIllegalStateException().isThrownBy(() -> unlocked.extend(LONG, Duration.ZERO));

        SimpleLock extended = provider.lock(task("report")).orElseThrow();
        SimpleLock next = extended.extend(LONG, Duration.ZERO).orElseThrow();
        assertThatIllegalStateException().isThrownBy(() -> extended.extend(LONG, Duration.ZERO));
        assertThatIllegalStateException().isThrownBy(extended::unlock);
        next.unlock();
    }

    @Test
    void threadsOfTwoInstancesNeverCountAtTheSameTime() throws Exception {
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                LockkeeperLockProvider mine = i % 2 == 0 ? provider : other;
                all.add(threads.submit(() -> count(mine, 20)));
            }
            for (Future<?> each : all) {
                each.get(50, TimeUnit.SECONDS);
            }
        }
        assertThat(counter).isEqualTo(160);
    }

    @Test
    void aTaskReachesTheTokenOfItsLockAlsoAfterAnExtension() {
        List<Long> tokens = new ArrayList<>();
        DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(provider);
        for (int i = 0; i < 2; i++) {
            executor.executeWithLock(
                    (Runnable) () -> {
                        tokens.add(provider.currentLease().orElseThrow().token());
                        LockExtender.extendActiveLock(LONG, Duration.ZERO);
                        tokens.add(provider.currentLease().orElseThrow().token());
                    },
                    task("report"));
            assertThat(provider.currentLease()).isEmpty();
        }
        assertThat(tokens).hasSize(4).isSorted();
        assertThat(tokens.get(0)).isEqualTo(tokens.get(1)).isLessThan(tokens.get(2));
    }

    @Test
    void theLeaseOfATaskThatIsBriefDiesWithItsInstance() {
        SimpleLock lock = provider.lock(task("report", Duration.ofSeconds(2), Duration.ZERO))
                .orElseThrow();
        assertThat(provider.currentLease().orElseThrow().remaining()).isLessThanOrEqualTo(Duration.ofSeconds(2));
        lock.unlock();
    }

    @Test
    void aTaskWhoseNameIsNoLockNameIsRefusedClearly() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.lock(task(" report")))
                .withMessageContaining("begins or ends with a space");
    }

    @Test
    void requestsMayBeShaped() {
        LockkeeperLockProvider noted = new LockkeeperLockProvider(agent, as -> as.withNote("every night"));
        SimpleLock lock = noted.lock(task("report")).orElseThrow();
        assertThat(agent.heldBy("report").getFirst().owner().note()).isEqualTo("every night");
        lock.unlock();
        agent.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> noted.lock(task("report")));
    }

    private void count(LockkeeperLockProvider mine, int times) {
        for (int done = 0; done < times; ) {
            Optional<SimpleLock> lock = mine.lock(task("counter"));
            if (lock.isPresent()) {
                counter++;
                lock.get().unlock();
                done++;
            }
        }
    }

    private static boolean unlockedAtOnce(Optional<SimpleLock> lock) {
        lock.ifPresent(SimpleLock::unlock);
        return lock.isPresent();
    }

    private LockAgent agent(String service) {
        AgentOptions options = AgentOptions.forService(service).withClockSkewAllowance(Duration.ofMillis(50));
        return LockAgent.connect(MongoServer.shared().client(), database.getName(), options);
    }

    private static LockConfiguration task(String name) {
        return task(name, LONG, Duration.ZERO);
    }

    private static LockConfiguration task(String name, Duration atMost, Duration atLeast) {
        return new LockConfiguration(Instant.now(), name, atMost, atLeast);
    }
}

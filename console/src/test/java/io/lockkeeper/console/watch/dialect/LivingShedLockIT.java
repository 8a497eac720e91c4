package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.mongo.MongoLockProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The living ShedLock writes what its dialect reads, and behaves after a forced release as the dialect's sentence says. */
class LivingShedLockIT {

    private static final Duration LONG = Duration.ofMinutes(10);

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    private final MongoLockProvider first = new MongoLockProvider(database);
    private final MongoLockProvider second = new MongoLockProvider(database);

    @Test
    void itIsSeenHeldExtendedReleasedAndCoolingDown() {
        try (LivingLocks locks = LivingLocks.in(database, "shedlock")) {
            SimpleLock lock = take(first, Duration.ZERO).orElseThrow();
            DialectLock held = locks.only();
            assertThat(held.state(Instant.now())).isEqualTo(State.HELD);
            assertThat(held.holders()).hasSize(1);

            SimpleLock extended =
                    lock.extend(LONG.multipliedBy(2), Duration.ZERO).orElseThrow();
            assertThat(locks.only().expiry().instant().orElseThrow())
                    .isAfter(held.expiry().instant().orElseThrow());
            assertThat(locks.only().acquired()).isEqualTo(held.acquired());

            extended.unlock();
            assertFree(locks);

            take(first, LONG).orElseThrow().unlock();
            assertThat(locks.only().state(Instant.now())).isEqualTo(State.HELD);
            assertThat(locks.dialect().heldMeans()).isEqualTo("held or cooling down");
        }
    }

    /** What its grade says: nothing keeps an old holder's unlock from the successor. */
    @Test
    void afterAForcedReleaseTheOldHoldersUnlockFreesTheSuccessor() {
        try (LivingLocks locks = LivingLocks.in(database, "shedlock", "shedlock-forced")) {
            SimpleLock old = take(first, Duration.ZERO).orElseThrow();
            locks.force();
            assertFree(locks);

            SimpleLock successor = take(second, Duration.ZERO).orElseThrow();
            old.unlock();
            assertFree(locks);
            assertThat(take(second, Duration.ZERO)).isPresent();
            assertThat(successor).isNotNull();
            assertThat(locks.dialect().grade()).isEqualTo(Grade.C);
        }
    }

    @Test
    void aForcedReleaseOfWhatHasMovedOnDoesNothing() {
        try (LivingLocks locks = LivingLocks.in(database, "shedlock", "shedlock-moved")) {
            SimpleLock old = take(first, Duration.ZERO).orElseThrow();
            ForcedRelease.Update late = (ForcedRelease.Update) locks.release().orElseThrow();
            old.unlock();
            assertThat(take(second, Duration.ZERO)).isPresent();
            assertThat(locks.collection()
                            .updateOne(late.filter(), late.update())
                            .getMatchedCount())
                    .isZero();
            assertThat(locks.only().state(Instant.now())).isEqualTo(State.HELD);
            assertThat(take(first, Duration.ZERO)).isEmpty();
        }
    }

    private static void assertFree(LivingLocks locks) {
        assertThat(locks.only().state(Instant.now().plusMillis(5))).isEqualTo(State.FREE);
    }

    private static Optional<SimpleLock> take(MongoLockProvider provider, Duration atLeast) {
        return provider.lock(new LockConfiguration(Instant.now(), "report", LONG, atLeast));
    }
}

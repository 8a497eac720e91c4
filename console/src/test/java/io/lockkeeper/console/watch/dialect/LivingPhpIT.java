package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.test.MongoServer;
import java.time.Instant;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Symfony Lock in PHP as it lives, as {@link LivingLibrariesIT} has those in Java. */
@Tag("living")
@Timeout(300)
class LivingPhpIT {

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @Test
    void aLockOfSymfonyIsSeenHeldRenewedReleasedAndExpired() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "symfony-lock");
                LivingLibrary first = start("first");
                LivingLibrary second = start("second")) {
            assertThat(first.perform("acquire")).isEqualTo("true");
            DialectLock held = locks.only();
            assertThat(held.name()).isEqualTo("job");
            assertThat(held.state(Instant.now())).isEqualTo(State.HELD);
            assertThat(held.acquired()).isEmpty();
            assertThat(second.perform("acquire")).isEqualTo("false");

            assertThat(first.perform("renew")).isEqualTo("null");
            assertThat(locks.end()).isAfter(LivingLocks.end(held));
            assertThat(locks.only().acquisition()).isEqualTo(held.acquisition());
            assertThat(first.perform("release")).isEqualTo("null");
            assertThat(locks.all()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("true");
            first.kill();
            locks.awaitExpired();
            assertThat(second.perform("acquire")).isEqualTo("true");
        }
    }

    @Test
    void aQuarantineStopsTheOldHolderOfSymfonysLockWhereSomebodyTakesItNext() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "symfony-lock", "symfony-lock-forced");
                LivingLibrary first = start("first");
                LivingLibrary second = start("second")) {
            assertThat(first.perform("acquire")).isEqualTo("true");
            locks.force();
            assertThat(locks.only().holders()).containsExactly("forced:op");
            assertThat(first.perform("renew")).startsWith("throws LockConflictedException");
            assertThat(first.perform("owned")).isEqualTo("false");
            assertThat(second.perform("acquire")).isEqualTo("false");

            locks.awaitExpired();
            assertThat(second.perform("acquire")).isEqualTo("true");
            Acquisition successor = locks.only().acquisition();
            assertThat(first.perform("renew")).startsWith("throws LockConflictedException");
            first.perform("release");
            assertThat(locks.only().acquisition()).isEqualTo(successor);
        }
    }

    @Test
    void theOldHolderOfSymfonysLockTakesItBackOnceAQuarantineIsOverOrTheDocumentIsGone() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "symfony-lock", "symfony-lock-late");
                LivingLibrary first = start("first")) {
            assertThat(first.perform("acquire")).isEqualTo("true");
            Acquisition own = locks.only().acquisition();
            locks.force();
            locks.awaitExpired();
            assertThat(first.perform("renew")).isEqualTo("null");
            assertThat(locks.only().acquisition()).isEqualTo(own);

            database.getCollection("locks").deleteMany(new Document());
            assertThat(first.perform("renew")).isEqualTo("null");
            assertThat(locks.only().acquisition()).isEqualTo(own);
        }
    }

    private LivingLibrary start(String instance) throws Exception {
        return LivingLibrary.php("symfony-lock", instance, database.getName());
    }
}

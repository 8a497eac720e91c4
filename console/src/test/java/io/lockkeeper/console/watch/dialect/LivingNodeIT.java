package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Libraries on Node as they live, as {@link LivingLibrariesIT} has those in Java. */
@Tag("living")
@Timeout(300)
class LivingNodeIT {

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @Test
    void agendaRunsAJobASecondTimeAndTheOldRunsEndFreesTheSuccessors() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "agenda");
                LivingLibrary first = start("agenda", "first");
                LivingLibrary second = start("agenda", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("running");
            DialectLock held = locks.held();
            assertThat(held.name()).startsWith("work ");
            assertThat(held.holders()).containsExactly("first");
            assertThat(held.expiry()).isInstanceOf(Expiry.Assumed.class);

            assertThat(first.perform("renew")).isEqualTo("done");
            assertThat(locks.only().acquired().orElseThrow())
                    .isAfter(held.acquired().orElseThrow());
            assertThat(locks.only().acquisition()).isNotEqualTo(held.acquisition());

            locks.force();
            assertThat(second.perform("listen")).isEqualTo("running");
            assertThat(locks.held().holders()).containsExactly("second");
            assertThat(first.perform("release")).isEqualTo("done");
            locks.awaitNone();
            assertThat(second.perform("release")).isEqualTo("done");
        }
    }

    @Test
    void aJobOfAgendaWhoseWorkerDiedIsTakenOver() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "agenda", "agenda-crash");
                LivingLibrary first = start("agenda", "first");
                LivingLibrary second = start("agenda", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("running");
            first.kill();
            assertThat(second.perform("listen")).isEqualTo("running");
            assertThat(locks.held().holders()).containsExactly("second");
            assertThat(second.perform("release")).isEqualTo("done");
            locks.awaitNone();
        }
    }

    @Test
    void aQuarantineStopsTheOldHolderOfAndrasqsMongoLock() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "andrasq-mongo-lock");
                LivingLibrary first = start("andrasq-mongo-lock", "first");
                LivingLibrary second = start("andrasq-mongo-lock", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("done");
            DialectLock held = locks.held();
            assertThat(held.holders()).containsExactly("first");
            assertThat(held.acquired()).isEmpty();
            assertThat(second.perform("acquire")).startsWith("throws");

            assertThat(first.perform("renew")).isEqualTo("done");
            assertThat(locks.end()).isAfter(LivingLocks.end(held));
            assertThat(locks.only().acquisition()).isEqualTo(held.acquisition());
            assertThat(first.perform("release")).isEqualTo("done");
            assertThat(locks.all()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("done");
            locks.force();
            assertThat(first.perform("renew")).startsWith("throws");
            assertThat(second.perform("acquire")).startsWith("throws");
            assertThat(locks.only().holders()).containsExactly("forced:op");
            locks.awaitExpired();
            assertThat(second.perform("acquire")).isEqualTo("done");

            second.kill();
            locks.awaitExpired();
            assertThat(first.perform("acquire")).isEqualTo("done");
        }
    }

    @Test
    void aLateReleaseOfMongodbLockMatchesNothing() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "chilts-mongodb-lock");
                LivingLibrary first = start("chilts-mongodb-lock", "first");
                LivingLibrary second = start("chilts-mongodb-lock", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("true");
            assertThat(locks.held().holders()).isEmpty();
            assertThat(locks.held().name()).isEqualTo("job");
            assertThat(second.perform("acquire")).isEqualTo("false");
            assertThat(first.perform("release")).isEqualTo("true");
            assertThat(locks.all()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("true");
            locks.force();
            assertThat(locks.all()).isEmpty();
            assertThat(second.perform("acquire")).isEqualTo("true");
            Acquisition successor = locks.held().acquisition();
            assertThat(first.perform("release")).isEqualTo("false");
            assertThat(locks.held().acquisition()).isEqualTo(successor);

            second.kill();
            locks.awaitExpired();
            assertThat(first.perform("acquire")).isEqualTo("true");
        }
    }

    @Test
    void aLateUnlockOfMongoLockNodeFailsAndATtlIndexFreesWhatACrashLeft() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "mongo-lock-node");
                LivingLibrary first = start("mongo-lock-node", "first");
                LivingLibrary second = start("mongo-lock-node", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("done");
            assertThat(locks.held().holders()).containsExactly("first");
            assertThat(first.perform("release")).isEqualTo("done");
            assertThat(locks.areFree()).isTrue();

            assertThat(first.perform("acquire")).isEqualTo("done");
            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("done");
            assertThat(first.perform("release")).startsWith("throws");
            assertThat(locks.held().holders()).containsExactly("second");

            assertThat(locks.held().expiry()).isInstanceOf(Expiry.ByMonitor.class);
            second.kill();
            locks.awaitNone();
            assertThat(first.perform("acquire")).isEqualTo("done");
        }
    }

    @Test
    void mongoLocksIsRenewedAndItsOldHolderHearsThatItLostTheLock() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "mongo-locks");
                LivingLibrary first = start("mongo-locks", "first");
                LivingLibrary second = start("mongo-locks", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("true");
            DialectLock held = locks.held();
            assertThat(held.name()).isEqualTo("job");
            assertThat(held.holders()).isEmpty();
            assertThat(second.perform("acquire")).isEqualTo("false");
            assertThat(first.perform("renew")).isEqualTo("true");
            assertThat(locks.only().heartbeat().orElseThrow())
                    .isAfter(held.heartbeat().orElseThrow());
            assertThat(locks.only().acquisition()).isEqualTo(held.acquisition());
            assertThat(first.perform("release")).isEqualTo("true");
            assertThat(locks.all()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("true");
            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("true");
            assertThat(first.perform("renew")).isEqualTo("false");
            assertThat(first.perform("held")).isEqualTo("false");
            assertThat(first.perform("release")).isEqualTo("false");
            locks.held();

            second.kill();
            locks.awaitNone();
            assertThat(first.perform("acquire")).isEqualTo("true");
        }
    }

    @Test
    void renewalAndReleaseOfAnOldHolderOfTheMongooseFormMatchNothing() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "mongoose-article");
                LivingLibrary first = start("mongoose-article", "first");
                LivingLibrary second = start("mongoose-article", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("true");
            DialectLock held = locks.held();
            assertThat(second.perform("acquire")).isEqualTo("false");
            assertThat(first.perform("renew")).isEqualTo("1");
            assertThat(locks.only().heartbeat().orElseThrow())
                    .isAfter(held.heartbeat().orElseThrow());
            assertThat(locks.only().acquisition()).isEqualTo(held.acquisition());
            assertThat(first.perform("release")).isEqualTo("1");
            assertThat(locks.all()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("true");
            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("true");
            Acquisition successor = locks.held().acquisition();
            assertThat(first.perform("renew")).isEqualTo("0");
            assertThat(first.perform("release")).isEqualTo("0");
            assertThat(locks.held().acquisition()).isEqualTo(successor);

            second.kill();
            locks.awaitNone();
            assertThat(first.perform("acquire")).isEqualTo("true");
        }
    }

    @Test
    void aLateReleaseOfTheMongoDbLockClassDeletesTheSuccessors() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "mongodblock-article");
                LivingLibrary first = start("mongodblock-article", "first");
                LivingLibrary second = start("mongodblock-article", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("true");
            assertThat(locks.held().name()).isEqualTo("job");
            assertThat(second.perform("acquire")).isEqualTo("false");
            assertThat(first.perform("release")).isEqualTo("1");
            assertThat(locks.all()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("true");
            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("true");
            locks.held();
            assertThat(first.perform("release")).isEqualTo("1");
            assertThat(locks.all()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("true");
            first.kill();
            locks.awaitNone();
            assertThat(second.perform("acquire")).isEqualTo("true");
        }
    }

    @Test
    void aSecondMigrationRunsAfterAForcedReleaseAndTheFirstOnesEndFreesItsLock() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "migrate-mongo");
                LivingLibrary first = start("migrate-mongo", "first");
                LivingLibrary second = start("migrate-mongo", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("running");
            DialectLock held = locks.held();
            assertThat(held.name()).isEqualTo("migrations");
            assertThat(held.expiry()).isInstanceOf(Expiry.ByMonitor.class);
            assertThat(second.perform("acquire")).startsWith("refused");

            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("running");
            locks.held();
            assertThat(first.perform("release")).isEqualTo("done 1");
            assertThat(locks.all()).isEmpty();
            assertThat(second.perform("release")).isEqualTo("done 1");
        }
    }

    private LivingLibrary start(String library, String instance) throws Exception {
        return LivingLibrary.node(library, instance, database.getName());
    }
}

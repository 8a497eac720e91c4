package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.test.MongoServer;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Libraries in Python as they live, as {@link LivingLibrariesIT} has those in Java. */
@Tag("living")
@Timeout(300)
class LivingPythonIT {

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @Test
    void renewalAndReleaseOfAnOldHolderOfMongoelectorChangeNothing() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "mongoelector");
                LivingLibrary first = start("mongoelector", "first");
                LivingLibrary second = start("mongoelector", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("True");
            DialectLock held = locks.held();
            assertThat(held.name()).isEqualTo("job");
            assertThat(held.holders()).hasSize(2);
            assertThat(second.perform("acquire")).startsWith("throws LockExists");
            assertThat(first.perform("renew")).startsWith("20");
            assertThat(locks.end()).isAfter(LivingLocks.end(held));
            assertThat(locks.only().acquisition()).isEqualTo(held.acquisition());
            first.perform("release");
            assertThat(locks.all()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("True");
            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("True");
            Acquisition successor = locks.only().acquisition();
            assertThat(first.perform("renew")).isEqualTo("None");
            assertThat(first.perform("owned")).isEqualTo("False");
            first.perform("release");
            assertThat(locks.only().acquisition()).isEqualTo(successor);

            second.kill();
            locks.awaitNone();
            assertThat(first.perform("acquire")).isEqualTo("True");
        }
    }

    @Test
    void renewalOfAnOldHolderOfMongolockFailsAndItsLateReleaseChangesNothing() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "mongolock");
                LivingLibrary first = start("mongolock", "first");
                LivingLibrary second = start("mongolock", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("True");
            DialectLock held = locks.held();
            assertThat(held.holders()).containsExactly("first");
            assertThat(second.perform("acquire")).isEqualTo("False");
            assertThat(first.perform("renew")).isEqualTo("None");
            assertThat(locks.end()).isAfter(LivingLocks.end(held));
            assertThat(locks.only().acquisition()).isEqualTo(held.acquisition());
            first.perform("release");
            assertThat(locks.only().state(Instant.now())).isEqualTo(State.FREE);

            assertThat(first.perform("acquire")).isEqualTo("True");
            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("True");
            assertThat(first.perform("renew")).startsWith("throws");
            first.perform("release");
            assertThat(locks.only().holders()).containsExactly("second");

            second.kill();
            locks.awaitExpired();
            assertThat(first.perform("acquire")).isEqualTo("True");
        }
    }

    private LivingLibrary start(String library, String instance) throws Exception {
        return LivingLibrary.python(library, instance, database.getName());
    }
}

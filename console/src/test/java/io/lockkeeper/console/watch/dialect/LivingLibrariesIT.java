package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Other libraries as they live write what their dialects read, and behave after a forced release as the dialect's sentence says.
 * {@code ./lockkeeper dialects} runs them; ShedLock runs with every build.
 */
@Tag("living")
@Timeout(300)
class LivingLibrariesIT {

    private static final Duration LONG = Duration.ofSeconds(60);

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @Test
    void axonIsSeenFromClaimToCrashAndAQuarantineStopsTheOldHolder() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "axon");
                LivingLibrary first = start("axon", "first");
                LivingLibrary second = start("axon", "second")) {
            assertThat(first.perform("prepare")).isEqualTo("done");
            assertThat(first.perform("acquire")).isEqualTo("done");
            DialectLock held = locks.held();
            assertThat(held.holders()).containsExactly("first");
            assertThat(held.name()).isEqualTo("orders[0]");
            assertThat(second.perform("acquire")).startsWith("throws UnableToClaimToken");

            assertThat(first.perform("renew")).isEqualTo("done");
            assertThat(locks.only().heartbeat().orElseThrow())
                    .isAfter(held.heartbeat().orElseThrow());
            assertThat(locks.only().acquisition()).isEqualTo(held.acquisition());

            assertThat(first.perform("release")).isEqualTo("done");
            assertThat(locks.only().state(Instant.now())).isEqualTo(State.FREE);

            assertThat(first.perform("acquire")).isEqualTo("done");
            locks.force();
            assertThat(locks.only().holders()).containsExactly("forced:op");
            assertThat(first.perform("renew")).startsWith("throws UnableToClaimToken");
            assertThat(first.perform("store")).startsWith("throws UnableToClaimToken");
            assertThat(second.perform("acquire")).startsWith("throws UnableToClaimToken");
            locks.awaitExpired();
            assertThat(second.perform("acquire")).isEqualTo("done");

            second.kill();
            locks.awaitExpired();
            assertThat(first.perform("acquire")).isEqualTo("done");
        }
    }

    @Test
    void liquibaseIsSeenAndAnotherPodsLateReleaseFails() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "liquibase");
                LivingLibrary first = start("liquibase", "first", "-Dliquibase.hostDescription=first");
                LivingLibrary second = start("liquibase", "second", "-Dliquibase.hostDescription=second")) {
            assertThat(first.perform("prepare")).isEqualTo("done");
            assertThat(first.perform("acquire")).isEqualTo("true");
            assertThat(locks.only().state(Instant.now())).isEqualTo(State.HELD);
            assertThat(locks.only().holders().getFirst()).contains("first");
            assertThat(second.perform("acquire")).isEqualTo("false");

            assertThat(first.perform("release")).isEqualTo("done");
            assertThat(locks.only().state(Instant.now())).isEqualTo(State.FREE);
            assertThat(locks.only().holders()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("true");
            locks.force();
            assertThat(locks.only().state(Instant.now())).isEqualTo(State.FREE);
            assertThat(second.perform("forget")).isEqualTo("done");
            assertThat(second.perform("acquire")).isEqualTo("true");
            assertThat(first.perform("release")).startsWith("throws LockException");
            assertThat(locks.only().holders().getFirst()).contains("second");
        }
    }

    @Test
    void mongockIsSeenRenewedAndAGuardedCallFindsTheForcedRelease() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "mongock");
                LivingLibrary first = start("mongock", "first");
                LivingLibrary second = start("mongock", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("running");
            DialectLock held = locks.held();
            assertThat(second.perform("acquire")).startsWith("refused");
            await().atMost(LONG)
                    .until(() -> locks.only().expiry().instant().orElseThrow().isAfter(LivingLocks.end(held)));
            assertThat(locks.only().acquisition()).isEqualTo(held.acquisition());
            assertThat(first.perform("use")).isEqualTo("guarded call done");

            locks.force();
            await().atMost(LONG).until(() -> first.perform("use").contains("throws LockCheckException"));
            assertThat(locks.all()).isEmpty();
            assertThat(first.perform("release")).isNotEmpty();
        }
    }

    @Test
    void aCrashOfMongockLeavesALockThatExpires() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "mongock", "mongock-crash");
                LivingLibrary first = start("mongock", "first");
                LivingLibrary second = start("mongock", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("running");
            first.kill();
            locks.awaitExpired();
            assertThat(second.perform("acquire")).isEqualTo("running");
            assertThat(second.perform("release")).isEqualTo("ended");
            locks.awaitNone();
        }
    }

    @Test
    void quartzIsSeenAndWhatACrashedNodeHeldIsTakenOver() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "quartz-mongodb");
                LivingLibrary first = start("quartz", "first");
                LivingLibrary second = start("quartz", "second")) {
            assertThat(first.perform("prepare")).isEqualTo("done");
            assertThat(first.perform("acquire")).isEqualTo("running");
            DialectLock held = jobLock(locks).orElseThrow();
            assertThat(held.state(Instant.now())).isEqualTo(State.HELD);
            assertThat(held.holders()).containsExactly("first");

            first.kill();
            assertThat(second.perform("prepare")).isEqualTo("done");
            assertThat(second.perform("listen")).isEqualTo("recovering");
            assertThat(jobLock(locks).orElseThrow().holders()).containsExactly("second");
            assertThat(second.perform("release")).isEqualTo("done");
            locks.awaitNone();
        }
    }

    @Test
    void jobRunrsServersAreSeenAndGoWhenTheyStop() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "jobrunr-servers");
                LivingLibrary server = start("jobrunr", "first")) {
            assertThat(server.perform("acquire")).isEqualTo("done");
            await().atMost(LONG).until(() -> locks.all().size() == 1);
            DialectLock alive = locks.only();
            assertThat(alive.state(Instant.now())).isEqualTo(State.HELD);
            assertThat(alive.holders()).containsExactly("first");
            await().atMost(LONG)
                    .until(() -> locks.only()
                            .heartbeat()
                            .orElseThrow()
                            .isAfter(alive.heartbeat().orElseThrow()));
            assertThat(locks.release()).isEmpty();
            assertThat(server.perform("release")).isEqualTo("done");
            locks.awaitNone();
        }
    }

    @Test
    void mongobeeIsSeenForEverAfterACrashAndAnOldProcessesEndFreesTheSuccessor() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "mongobee");
                LivingLibrary first = LivingLibrary.mongobee(database.getName());
                LivingLibrary second = LivingLibrary.mongobee(database.getName())) {
            assertThat(first.perform("acquire")).isEqualTo("running");
            DialectLock held = locks.held();
            assertThat(held.holders()).isEmpty();
            assertThat(second.perform("acquire")).as("skipped without a word").isEqualTo("ended");
            assertThat(first.perform("release")).isEqualTo("ended");
            assertThat(locks.all()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("running");
            locks.force();
            assertThat(locks.all()).isEmpty();
            assertThat(second.perform("acquire")).isEqualTo("running");
            assertThat(first.perform("release")).isEqualTo("ended");
            assertThat(locks.all()).as("the successor's lock").isEmpty();
            assertThat(locks.dialect().grade()).isEqualTo(Grade.C);

            assertThat(first.perform("acquire")).isEqualTo("running");
            first.kill();
            assertThat(locks.only().state(Instant.now().plus(Duration.ofDays(30))))
                    .isEqualTo(State.HELD);
        }
    }

    @Test
    void theReactiveShedLockIsSeenAsTheOther() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "shedlock", "shedlock-reactive");
                LivingLibrary first = start("shedlock-reactive", "first");
                LivingLibrary second = start("shedlock-reactive", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("true");
            DialectLock held = locks.held();
            assertThat(held.name()).isEqualTo("report");
            assertThat(second.perform("acquire")).isEqualTo("false");
            assertThat(first.perform("renew")).isEqualTo("true");
            assertThat(locks.end()).isAfter(LivingLocks.end(held));
            assertThat(first.perform("release")).isEqualTo("done");
            assertThat(locks.areFree()).isTrue();

            assertThat(first.perform("acquire")).isEqualTo("true");
            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("true");
            assertThat(first.perform("release")).isEqualTo("done");
            assertThat(locks.areFree())
                    .as("nothing keeps the old holder's unlock from the successor")
                    .isTrue();

            assertThat(first.perform("acquire")).isEqualTo("true");
            first.kill();
            await().atMost(LONG).until(locks::areFree);
            assertThat(second.perform("acquire")).isEqualTo("true");
        }
    }

    @Test
    void theSpringFormIsSeenAndItsOldHoldersReleaseMatchesNothing() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "spring-article");
                LivingLibrary first = start("spring-form", "first");
                LivingLibrary second = start("spring-form", "second")) {
            assertThat(first.perform("prepare")).isEqualTo("done");
            assertThat(first.perform("acquire")).isEqualTo("true");
            DialectLock held = locks.held();
            assertThat(held.holders()).containsExactly("first");
            assertThat(second.perform("acquire")).isEqualTo("false");
            assertThat(first.perform("release")).isEqualTo("true");
            assertThat(locks.areFree()).isTrue();

            assertThat(first.perform("acquire")).isEqualTo("true");
            assertThat(locks.release().orElseThrow()).as("never a delete").isInstanceOf(ForcedRelease.Update.class);
            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("true");
            assertThat(first.perform("release")).isEqualTo("false");
            assertThat(locks.only().holders()).containsExactly("second");
            second.kill();
            assertThat(locks.only().state(Instant.now().plus(Duration.ofDays(30))))
                    .isEqualTo(State.HELD);
        }
    }

    @Test
    void theSpringFormWithAHoldCountIsSeenRenewedAndExpired() throws Exception {
        try (LivingLocks locks = LivingLocks.in(database, "spring-article-expiry");
                LivingLibrary first = start("spring-expiry-form", "first");
                LivingLibrary second = start("spring-expiry-form", "second")) {
            assertThat(first.perform("prepare")).isEqualTo("done");
            assertThat(first.perform("acquire")).isEqualTo("true");
            DialectLock held = locks.only();
            assertThat(held.holders()).containsExactly("first");
            assertThat(second.perform("acquire")).isEqualTo("false");
            assertThat(first.perform("renew")).isEqualTo("true");
            assertThat(locks.end()).isAfter(LivingLocks.end(held));
            assertThat(first.perform("acquire")).as("once more").isEqualTo("true");
            assertThat(first.perform("release")).isEqualTo("true");
            assertThat(locks.only().state(Instant.now())).isEqualTo(State.HELD);
            assertThat(first.perform("release")).isEqualTo("true");
            assertThat(locks.areFree()).isTrue();

            assertThat(first.perform("acquire")).isEqualTo("true");
            locks.force();
            assertThat(second.perform("acquire")).isEqualTo("true");
            assertThat(first.perform("release")).isEqualTo("false");
            assertThat(locks.only().holders()).containsExactly("second");
            locks.awaitExpired();
            assertThat(first.perform("acquire")).isEqualTo("true");
        }
    }

    private LivingLibrary start(String library, String instance, String... options) throws Exception {
        return LivingLibrary.start(library, instance, database.getName(), options);
    }

    private static Optional<DialectLock> jobLock(LivingLocks locks) {
        return locks.all().stream().filter(lock -> lock.name().contains("(j)")).findFirst();
    }
}

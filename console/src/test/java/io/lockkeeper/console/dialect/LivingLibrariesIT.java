package io.lockkeeper.console.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.dialect.ForeignLock.State;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
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
        Dialect dialect = dialect("axon");
        try (LivingLibrary first = start("axon", "first");
                LivingLibrary second = start("axon", "second")) {
            assertThat(first.perform("prepare")).isEqualTo("done");
            assertThat(first.perform("acquire")).isEqualTo("done");
            ForeignLock held = only(dialect);
            assertThat(held.state(Instant.now())).isEqualTo(State.HELD);
            assertThat(held.holders()).containsExactly("first");
            assertThat(held.name()).isEqualTo("orders[0]");
            assertThat(second.perform("acquire")).startsWith("throws UnableToClaimToken");

            assertThat(first.perform("renew")).isEqualTo("done");
            assertThat(only(dialect).heartbeat().orElseThrow())
                    .isAfter(held.heartbeat().orElseThrow());
            assertThat(only(dialect).acquisition()).isEqualTo(held.acquisition());

            assertThat(first.perform("release")).isEqualTo("done");
            assertThat(only(dialect).state(Instant.now())).isEqualTo(State.FREE);

            assertThat(first.perform("acquire")).isEqualTo("done");
            force(dialect);
            assertThat(only(dialect).holders()).containsExactly("forced:op");
            assertThat(first.perform("renew")).startsWith("throws UnableToClaimToken");
            assertThat(first.perform("store")).startsWith("throws UnableToClaimToken");
            assertThat(second.perform("acquire")).startsWith("throws UnableToClaimToken");
            await().atMost(LONG).until(() -> only(dialect).state(Instant.now()) == State.EXPIRED);
            assertThat(second.perform("acquire")).isEqualTo("done");

            second.kill();
            await().atMost(LONG).until(() -> only(dialect).state(Instant.now()) == State.EXPIRED);
            assertThat(first.perform("acquire")).isEqualTo("done");
        }
    }

    @Test
    void liquibaseIsSeenAndAnotherPodsLateReleaseFails() throws Exception {
        Dialect dialect = dialect("liquibase");
        try (LivingLibrary first = start("liquibase", "first", "-Dliquibase.hostDescription=first");
                LivingLibrary second = start("liquibase", "second", "-Dliquibase.hostDescription=second")) {
            assertThat(first.perform("prepare")).isEqualTo("done");
            assertThat(first.perform("acquire")).isEqualTo("true");
            assertThat(only(dialect).state(Instant.now())).isEqualTo(State.HELD);
            assertThat(only(dialect).holders().getFirst()).contains("first");
            assertThat(second.perform("acquire")).isEqualTo("false");

            assertThat(first.perform("release")).isEqualTo("done");
            assertThat(only(dialect).state(Instant.now())).isEqualTo(State.FREE);
            assertThat(only(dialect).holders()).isEmpty();

            assertThat(first.perform("acquire")).isEqualTo("true");
            force(dialect);
            assertThat(only(dialect).state(Instant.now())).isEqualTo(State.FREE);
            assertThat(second.perform("forget")).isEqualTo("done");
            assertThat(second.perform("acquire")).isEqualTo("true");
            assertThat(first.perform("release")).startsWith("throws LockException");
            assertThat(only(dialect).holders().getFirst()).contains("second");
        }
    }

    @Test
    void mongockIsSeenRenewedAndAGuardedCallFindsTheForcedRelease() throws Exception {
        Dialect dialect = dialect("mongock");
        try (LivingLibrary first = start("mongock", "first");
                LivingLibrary second = start("mongock", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("running");
            ForeignLock held = only(dialect);
            assertThat(held.state(Instant.now())).isEqualTo(State.HELD);
            assertThat(second.perform("acquire")).startsWith("refused");
            await().atMost(LONG)
                    .until(() -> only(dialect)
                            .expiry()
                            .instant()
                            .orElseThrow()
                            .isAfter(held.expiry().instant().orElseThrow()));
            assertThat(only(dialect).acquisition()).isEqualTo(held.acquisition());
            assertThat(first.perform("use")).isEqualTo("guarded call done");

            force(dialect);
            await().atMost(LONG).until(() -> first.perform("use").contains("throws LockCheckException"));
            assertThat(locks(dialect)).isEmpty();
            assertThat(first.perform("release")).isNotEmpty();
        }
    }

    @Test
    void aCrashOfMongockLeavesALockThatExpires() throws Exception {
        Dialect dialect = dialect("mongock");
        try (LivingLibrary first = start("mongock", "first");
                LivingLibrary second = start("mongock", "second")) {
            assertThat(first.perform("acquire")).isEqualTo("running");
            first.kill();
            await().atMost(LONG).until(() -> only(dialect).state(Instant.now()) == State.EXPIRED);
            assertThat(second.perform("acquire")).isEqualTo("running");
            assertThat(second.perform("release")).isEqualTo("ended");
            await().atMost(LONG).until(() -> locks(dialect).isEmpty());
        }
    }

    @Test
    void quartzIsSeenAndWhatACrashedNodeHeldIsTakenOver() throws Exception {
        Dialect dialect = dialect("quartz-mongodb");
        try (LivingLibrary first = start("quartz", "first");
                LivingLibrary second = start("quartz", "second")) {
            assertThat(first.perform("prepare")).isEqualTo("done");
            assertThat(first.perform("acquire")).isEqualTo("running");
            ForeignLock held = jobLock(dialect).orElseThrow();
            assertThat(held.state(Instant.now())).isEqualTo(State.HELD);
            assertThat(held.holders()).containsExactly("first");

            first.kill();
            assertThat(second.perform("prepare")).isEqualTo("done");
            assertThat(second.perform("listen")).isEqualTo("recovering");
            assertThat(jobLock(dialect).orElseThrow().holders()).containsExactly("second");
            assertThat(second.perform("release")).isEqualTo("done");
            await().atMost(LONG).until(() -> locks(dialect).isEmpty());
        }
    }

    @Test
    void jobRunrsServersAreSeenAndGoWhenTheyStop() throws Exception {
        Dialect dialect = dialect("jobrunr-servers");
        try (LivingLibrary server = start("jobrunr", "first")) {
            assertThat(server.perform("acquire")).isEqualTo("done");
            await().atMost(LONG).until(() -> locks(dialect).size() == 1);
            ForeignLock alive = only(dialect);
            assertThat(alive.state(Instant.now())).isEqualTo(State.HELD);
            assertThat(alive.holders()).containsExactly("first");
            await().atMost(LONG)
                    .until(() -> only(dialect)
                            .heartbeat()
                            .orElseThrow()
                            .isAfter(alive.heartbeat().orElseThrow()));
            assertThat(dialect.force(document(dialect), Instant.now(), Instant.now(), "op"))
                    .isEmpty();
            assertThat(server.perform("release")).isEqualTo("done");
            await().atMost(LONG).until(() -> locks(dialect).isEmpty());
        }
    }

    private LivingLibrary start(String library, String instance, String... options) throws Exception {
        return LivingLibrary.start(library, instance, database.getName(), options);
    }

    private static Dialect dialect(String id) {
        return new Dialects("").find(id).orElseThrow();
    }

    private Optional<ForeignLock> jobLock(Dialect dialect) {
        return locks(dialect).stream()
                .filter(lock -> lock.name().contains("(j)"))
                .findFirst();
    }

    private ForeignLock only(Dialect dialect) {
        List<ForeignLock> all = locks(dialect);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    private List<ForeignLock> locks(Dialect dialect) {
        return documents(dialect)
                .flatMap(document -> dialect.read(document, TtlIndexes.UNREADABLE).stream())
                .toList();
    }

    private BsonDocument document(Dialect dialect) {
        return documents(dialect).findFirst().orElseThrow();
    }

    private Stream<BsonDocument> documents(Dialect dialect) {
        return collection(dialect).find().into(new ArrayList<>()).stream();
    }

    private void force(Dialect dialect) {
        Instant now = Instant.now();
        ForcedRelease release =
                dialect.force(document(dialect), now, now.plusSeconds(15), "op").orElseThrow();
        long changed = release.update().isPresent()
                ? collection(dialect)
                        .updateOne(release.filter(), release.update().get())
                        .getModifiedCount()
                : collection(dialect).deleteOne(release.filter()).getDeletedCount();
        assertThat(changed).isEqualTo(1);
    }

    private MongoCollection<BsonDocument> collection(Dialect dialect) {
        return database.getCollection(dialect.collection().orElseThrow(), BsonDocument.class);
    }
}

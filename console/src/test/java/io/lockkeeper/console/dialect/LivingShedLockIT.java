package io.lockkeeper.console.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.mongo.MongoLockProvider;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The living ShedLock writes what its dialect reads, and behaves after a forced release as the dialect's sentence says. */
class LivingShedLockIT {

    @AutoClose("drop")
    private static final MongoDatabase database = MongoServer.shared().freshDatabase();

    private static final Duration LONG = Duration.ofMinutes(10);

    private final MongoLockProvider first = new MongoLockProvider(database);
    private final MongoLockProvider second = new MongoLockProvider(database);
    private final FileDialect dialect =
            (FileDialect) new Dialects("").find("shedlock").orElseThrow();

    @Test
    void itIsSeenHeldExtendedReleasedAndCoolingDown() {
        SimpleLock lock = take(first, "seen", Duration.ZERO);
        ForeignLock held = seen("seen");
        assertThat(held.state(Instant.now())).isEqualTo(ForeignLock.State.HELD);
        assertThat(held.holders()).hasSize(1);

        SimpleLock extended = lock.extend(LONG.multipliedBy(2), Duration.ZERO).orElseThrow();
        assertThat(seen("seen").expiry().instant().orElseThrow())
                .isAfter(held.expiry().instant().orElseThrow());
        assertThat(seen("seen").acquired()).isEqualTo(held.acquired());

        extended.unlock();
        assertThat(seen("seen").state(Instant.now().plusMillis(5))).isEqualTo(ForeignLock.State.FREE);

        take(first, "seen", LONG).unlock();
        assertThat(seen("seen").state(Instant.now())).isEqualTo(ForeignLock.State.HELD);
        assertThat(dialect.heldMeans()).isEqualTo("held or cooling down");
    }

    /** What its grade says: nothing keeps an old holder's unlock from the successor. */
    @Test
    void afterAForcedReleaseTheOldHoldersUnlockFreesTheSuccessor() {
        SimpleLock old = take(first, "forced", Duration.ZERO);
        assertThat(forceRelease("forced")).isEqualTo(1);
        assertThat(seen("forced").state(Instant.now().plusMillis(5))).isEqualTo(ForeignLock.State.FREE);

        SimpleLock successor = take(second, "forced", Duration.ZERO);
        old.unlock();
        assertThat(seen("forced").state(Instant.now().plusMillis(5))).isEqualTo(ForeignLock.State.FREE);
        assertThat(second.lock(configuration("forced", Duration.ZERO))).isPresent();
        assertThat(successor).isNotNull();
        assertThat(dialect.grade()).isEqualTo(Grade.C);
    }

    @Test
    void aForcedReleaseOfWhatHasMovedOnDoesNothing() {
        take(first, "moved", Duration.ZERO).unlock();
        BsonDocument seen = document("moved");
        take(second, "moved", Duration.ZERO);
        assertThat(release(seen)).isZero();
        assertThat(seen("moved").state(Instant.now())).isEqualTo(ForeignLock.State.HELD);
        assertThatThrownBy(() -> take(first, "moved", Duration.ZERO)).isInstanceOf(AssertionError.class);
    }

    private SimpleLock take(MongoLockProvider provider, String name, Duration atLeast) {
        Optional<SimpleLock> taken = provider.lock(configuration(name, atLeast));
        assertThat(taken).isPresent();
        return taken.orElseThrow();
    }

    private static LockConfiguration configuration(String name, Duration atLeast) {
        return new LockConfiguration(Instant.now(), name, LONG, atLeast);
    }

    private long forceRelease(String name) {
        return release(document(name));
    }

    private long release(BsonDocument seen) {
        Recipe.Change recipe = (Recipe.Change) dialect.release().orElseThrow();
        Instant now = Instant.now();
        return collection()
                .updateOne(Recipe.filter(seen, dialect.identity()), recipe.update(seen, now, now, "op"))
                .getModifiedCount();
    }

    private ForeignLock seen(String name) {
        return dialect.read(document(name), TtlIndexes.UNREADABLE).orElseThrow();
    }

    private static BsonDocument document(String name) {
        BsonDocument found = collection()
                .find(BsonDocument.parse("{ _id: '%s' }".formatted(name)))
                .first();
        assertThat(found).isNotNull();
        return found;
    }

    private static MongoCollection<BsonDocument> collection() {
        return database.getCollection("shedLock", BsonDocument.class);
    }
}

package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The document may have changed since it was on the screen, and still be of the same acquisition. */
@ExtendWith(Acting.class)
class EvictionOfWhatIsThereIT {

    @AutoClose
    private static final EvictionScene scene = new EvictionScene();

    @Test
    void aQuarantineLastsUntilTheExpiryThatARenewalGaveTheHolderWhileTheDialogWasOpen() {
        MongoCollection<BsonDocument> locks = scene.locks("renewed");
        LockSource source = scene.source(locks, "madelson-distributed-lock", true);
        Instant now = Instant.now();
        EvictionScene.insert(
                locks,
                new Document("_id", "report")
                        .append("lockId", "a1")
                        .append("acquiredAt", Date.from(now))
                        .append("expiresAt", Date.from(now.plusSeconds(30)))
                        .append("fencingToken", 1L));
        DialectLock seen = scene.seen(scene.dialect("madelson-distributed-lock"), locks);
        Instant renewed = now.plus(Duration.ofMinutes(10));
        locks.updateOne(new Document(), new Document("$set", new Document("expiresAt", Date.from(renewed))));

        assertThat(scene.evict(source, seen, "").outcome()).isEqualTo(Outcome.MARKED);

        BsonDocument left = Objects.requireNonNull(locks.find().first());
        assertThat(left.getString("lockId").getValue()).startsWith("forced:");
        assertThat(left.getDateTime("expiresAt").getValue()).isEqualTo(renewed.toEpochMilli());
    }

    @Test
    void allWhoWereSeenToShareALockAreEvictedAndCountedOut() {
        MongoCollection<BsonDocument> locks = scene.locks("shared");
        LockSource source = scene.source(locks, "square-mongo-lock", true);
        EvictionScene.insert(locks, sharedBy("s-1", "s-2"));
        DialectLock seen = scene.seen(scene.dialect("square-mongo-lock"), locks);

        assertThat(scene.evict(source, seen, "").outcome()).isEqualTo(Outcome.ENDED);

        BsonDocument shared = Objects.requireNonNull(locks.find().first()).getDocument("shared");
        assertThat(shared.getArray("locks")).isEmpty();
        assertThat(shared.getNumber("count").intValue()).isZero();
    }

    @Test
    void aDocumentThatItsDialectWouldNotFreeIsLeftAsItIsAndNotCalledReleased() {
        MongoCollection<BsonDocument> locks = scene.locks("odd-count");
        LockSource source = scene.source(locks, "square-mongo-lock", true);
        Document odd = sharedBy("s-1");
        odd.get("shared", Document.class).put("count", "one");
        EvictionScene.insert(locks, odd);
        DialectLock seen = scene.seen(scene.dialect("square-mongo-lock"), locks);
        BsonDocument before = Objects.requireNonNull(locks.find().first());

        Result result = scene.evict(source, seen, "");

        assertThat(result.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(result.detail()).isEqualTo("The change was not sent: “shared.count” has to be a number.");
        assertThat(locks.find().first()).isEqualTo(before);
    }

    @Test
    void whatMongoDbRefusesForCertainIsNotCalledUnconfirmed() {
        MongoCollection<BsonDocument> locks = scene.locks("unique");
        locks.createIndex(new Document("locked", 1), new IndexOptions().unique(true));
        LockSource source = scene.source(locks, "mongolock", true);
        EvictionScene.insert(locks, mongolock("report", true));
        EvictionScene.insert(locks, mongolock("mail", false));
        DialectLock seen = scene.seen(scene.dialect("mongolock"), locks);

        assertThat(scene.evict(source, seen, "").outcome()).isEqualTo(Outcome.REFUSED);
    }

    private static Document mongolock(String name, boolean locked) {
        return new Document("_id", name)
                .append("locked", locked)
                .append("owner", locked ? "app-1" : null)
                .append("created", locked ? Date.from(Instant.now()) : null)
                .append("expire", null);
    }

    @Test
    void ifSomebodyJoinedThoseWhoShareALockNobodyIsEvicted() {
        MongoCollection<BsonDocument> locks = scene.locks("joined");
        LockSource source = scene.source(locks, "square-mongo-lock", true);
        EvictionScene.insert(locks, sharedBy("s-1", "s-2"));
        DialectLock seen = scene.seen(scene.dialect("square-mongo-lock"), locks);
        locks.deleteMany(new Document());
        EvictionScene.insert(locks, sharedBy("s-1", "s-2", "s-3").append("_id", seen.id()));

        assertThat(scene.evict(source, seen, "").detail())
                .isEqualTo("It is now held by reader of s-1, reader of s-2, reader of s-3.");
        assertThat(scene.seen(scene.dialect("square-mongo-lock"), locks).holders())
                .hasSize(3);
    }

    private static Document sharedBy(String... ids) {
        List<Document> readers = Stream.of(ids)
                .map(id -> new Document("lockId", id).append("owner", "reader of " + id))
                .toList();
        return new Document("_id", new ObjectId())
                .append("resource", "order")
                .append("exclusive", new Document("lockId", null).append("acquired", false))
                .append("shared", new Document("count", ids.length).append("locks", readers));
    }
}

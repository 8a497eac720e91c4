package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.lockkeeper.console.fixture.Damage;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import io.lockkeeper.console.watch.source.CollectionFeed;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import org.awaitility.core.ConditionFactory;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Documents that are larger than the console reads: named, and in nobody's way. */
class LargeLocksIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final int HUGE = 12 << 20;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final Locks locks = new Locks(database);
    private final MongoCollection<BsonDocument> documents = database.getCollection("locks", BsonDocument.class);
    private final Board board = new Board();
    private final ServerClock clock = new ServerClock();
    private final Pulse pulse = new Pulse(clock);
    private final CollectionFeed feed = feed(board);

    @AfterEach
    void stop() {
        feed.stop();
        database.drop();
    }

    @Test
    void theyAreReadAsTooLargeAndTheOthersAreRead() {
        documents.insertOne(Damage.padded("huge", HUGE));
        documents.insertOne(Damage.full("full", 1 << 20));
        documents.insertOne(new BsonDocument("_id", new BsonString("i".repeat(DocumentLimit.ID_BYTES))));
        locks.enqueue("small", OWNER, TTL);
        waitersOf("many", 60);
        feed.start();
        soon().until(() -> stateOf("small").equals(Optional.of(LockState.HELD)));
        assertThat(stateOf("huge")).contains(LockState.TOO_LARGE);
        assertThat(stateOf("full")).contains(LockState.TOO_LARGE);
        assertThat(board.find("huge").orElseThrow().damage().orElseThrow()).contains("12,58", "524,288");
        assertThat(board.find("many").orElseThrow().waiters()).isEqualTo(59);
        assertThat(board.live()).hasSize(4);
    }

    @Test
    void theirChangesAreFollowedAsTooLargeUntilTheyAreSmallAgainOrDeleted() {
        feed.start();
        soon().until(pulse::isStreaming);
        documents.insertOne(Damage.padded("huge", HUGE));
        soon().until(() -> stateOf("huge").equals(Optional.of(LockState.TOO_LARGE)));
        documents.updateOne(Filters.eq("_id", "huge"), Updates.set("token", 8));
        documents.updateOne(Filters.eq("_id", "huge"), Updates.set("wake", "x".repeat(HUGE + 1)));
        documents.insertOne(new BsonDocument("_id", new BsonString("i".repeat(7 << 20))));
        locks.enqueue("small", OWNER, TTL);
        soon().until(() -> stateOf("small").equals(Optional.of(LockState.HELD)));
        assertThat(stateOf("huge")).contains(LockState.TOO_LARGE);
        documents.updateOne(Filters.eq("_id", "huge"), Updates.set("wake", "x"));
        soon().until(() ->
                stateOf("huge").filter(it -> it != LockState.TOO_LARGE).isPresent());
        documents.deleteMany(new Document());
        soon().until(() -> board.live().isEmpty());
    }

    /** Answers hold many small events: of a larger document, one brings only the size. */
    @Test
    void oneThatIsLargerThanAnEventIsReadByItself() {
        feed.start();
        soon().until(pulse::isStreaming);
        BsonDocument crowded =
                Damage.sound("crowded").append("expiresAt", new BsonDateTime(System.currentTimeMillis() + 600_000));
        BsonValue entry = crowded.getArray("queue").get(0);
        documents.insertOne(crowded.append("queue", new BsonArray(Collections.nCopies(300, entry))));
        soon().until(() ->
                board.find("crowded").filter(it -> it.waiters() == 300).isPresent());
        documents.replaceOne(
                Filters.eq("_id", "crowded"), crowded.append("queue", new BsonArray(Collections.nCopies(200, entry))));
        soon().until(() ->
                board.find("crowded").filter(it -> it.waiters() == 200).isPresent());
    }

    @Tag("nightly")
    @Test
    void aBoardThatIsFullSaysSoAndReadsAgainWhenThereIsRoom() {
        Board little = new Board(new LockkeeperDialect(), BoardRoom.of(55_000));
        CollectionFeed follows = feed(little);
        follows.start();
        try {
            for (int i = 0; i < 100; i++) {
                locks.enqueue("lock:" + i, OWNER, TTL);
            }
            soon().until(() -> !little.live().isEmpty() && !little.leftOut().isEmpty());
            soon().until(() -> little.live().size() == 100);
            assertThat(little.live())
                    .anyMatch(lock -> lock.state(clock.now()) == LockState.NOT_KEPT)
                    .noneMatch(lock -> lock.state(clock.now()) == LockState.TOO_LARGE);
            documents.deleteMany(Filters.regex("_id", "^lock:[0-8]"));
            soon().until(() -> little.leftOut().isEmpty());
            assertThat(little.live()).hasSize(11).allMatch(lock -> lock instanceof Lock.Own);
        } finally {
            follows.stop();
        }
    }

    private CollectionFeed feed(Board of) {
        return CollectionFeed.of(
                Clusters.of(MongoServer.shared().client(), clock).get(null),
                LockSource.first(database.getName()),
                of,
                pulse);
    }

    private void waitersOf(String lock, int entries) {
        for (int i = 0; i < entries; i++) {
            locks.enqueue(lock, Locks.owner("s", "s-" + i, i, "main", "n".repeat(200)), TTL);
        }
    }

    private Optional<LockState> stateOf(String lock) {
        return board.find(lock).map(it -> it.state(clock.now()));
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }
}

package io.lockkeeper.console.watch.source;

import static io.lockkeeper.console.fixture.Console.failPoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ClusteredIndexOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.test.MongoServer;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("alone")
class CollectionReadingIT {

    private static final String CLIENT = "collection-reading-it";
    private static final int STEP = 500;

    private final MongoDatabase plain = MongoServer.shared().freshDatabase();
    private final Locks locks = new Locks(plain);
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
            .applicationName(CLIENT)
            .build());

    private final Board board = new Board();

    @AfterEach
    void stop() {
        failPoint("off", new Document());
        client.close();
        plain.drop();
    }

    @Test
    void allThatAreNotFreeAreFoundInManySteps() {
        new Scene(locks).few().manyFree(2_700).many(2_200);
        locks.collection().insertOne(BsonDocument.parse("{ _id: 42 }"));
        locks.collection().insertOne(BsonDocument.parse("{ _id: { a: 1 } }"));
        CollectionReading reading = begin();
        int steps = 0;
        while (!reading.isDone()) {
            assertThat(reading.progress().read())
                    .isLessThanOrEqualTo(reading.progress().of());
            reading.readOn();
            steps++;
        }
        assertThat(steps).isGreaterThan(2);
        reading.show();
        assertThat(board.live()).hasSize(2_203);
        assertThat(board.foreign()).extracting(Lock::name).containsExactly("42", "{\"a\": 1}");
        assertThat(board.free()).hasSize(Board.FREE_KEPT);
    }

    /** 100,000 locks may be inserted at once, and each answer of a busy server takes long. */
    @Test
    void moreThanAHundredChangesComeInAnAnswer() {
        FollowedSource own = new FollowedSource(LockSource.first(plain.getName()), board, List.of());
        assertThat(ReadExtent.of(List.of(own)).events()).isGreaterThan(100);
    }

    @Test
    void aStepThatFailedIsReadAgainAndNothingElseIs() {
        new Scene(locks).few().many(1_600);
        CollectionReading reading = begin();
        reading.readOn();
        long before = reading.progress().read();
        failPoint(
                new Document("times", 2),
                new Document("failCommands", List.of("find"))
                        .append("errorCode", 8_000)
                        .append("appName", CLIENT));
        assertThatThrownBy(reading::readOn).isInstanceOf(MongoException.class);
        assertThatThrownBy(reading::readOn).isInstanceOf(MongoException.class);
        assertThat(reading.progress().read()).isEqualTo(before);
        while (!reading.isDone()) {
            reading.readOn();
        }
        reading.show();
        assertThat(board.live()).hasSize(1_603).extracting(Lock::name).doesNotHaveDuplicates();
    }

    @Test
    void anEmptyCollectionIsReadAtOnce() {
        plain.getCollection(LockDocument.COLLECTION).drop();
        CollectionReading reading = begin();
        reading.readOn();
        assertThat(reading.isDone()).isTrue();
        reading.show();
        assertThat(board.size()).isZero();
    }

    @Test
    void aClusteredCollectionIsReadInStepsToo() {
        plain.createCollection(
                "shedLock",
                new CreateCollectionOptions()
                        .clusteredIndexOptions(new ClusteredIndexOptions(new Document("_id", 1), true)));
        plain.getCollection("shedLock")
                .insertMany(IntStream.range(0, 1_200)
                        .mapToObj(i -> new Document("_id", "job:" + i)
                                .append("lockUntil", Date.from(Instant.now().plusSeconds(3_600)))
                                .append("lockedAt", Date.from(Instant.EPOCH))
                                .append("lockedBy", "app-1"))
                        .toList());
        LockSource source = LockSource.of(Place.own(plain.getName(), "shedLock"), "shedlock", Instant.EPOCH, "boss");
        Board locks = new Board(ForeignDocuments.dialects().find("shedlock").orElseThrow());
        CollectionReading reading = begin("shedLock", new FollowedSource(source, locks, List.of()));
        while (!reading.isDone()) {
            reading.readOn();
        }
        reading.show();
        assertThat(locks.inUse(Instant.now())).hasSize(1_200);
    }

    private CollectionReading begin() {
        return begin(LockDocument.COLLECTION, new FollowedSource(LockSource.first(plain.getName()), board, List.of()));
    }

    private CollectionReading begin(String collection, FollowedSource locks) {
        return new CollectionReading(
                client.getDatabase(plain.getName()).getCollection(collection, RawBsonDocument.class),
                ReadExtent.of(List.of(locks)),
                TtlIndexes.UNREADABLE,
                Instant.now(),
                new BsonTimestamp(0),
                STEP,
                System::nanoTime);
    }
}

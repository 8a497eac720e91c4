package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.test.MongoServer;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("alone")
class FirstReadingIT {

    private static final String CLIENT = "first-reading-it";
    private static final int STEP = 500;

    private final MongoDatabase plain = MongoServer.shared().freshDatabase();
    private final Locks locks = new Locks(plain);
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
            .applicationName(CLIENT)
            .build());

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
        FirstReading reading = begin();
        int steps = 0;
        while (!reading.isDone()) {
            assertThat(reading.progress().read())
                    .isLessThanOrEqualTo(reading.progress().of());
            reading.readOn();
            steps++;
        }
        assertThat(steps).isGreaterThan(2);
        List<LockView> all = reading.all();
        assertThat(all).filteredOn(lock -> !lock.isFree() && !lock.foreign()).hasSize(2_203);
        assertThat(all).filteredOn(LockView::foreign).extracting(LockView::name).containsExactly("42", "{\"a\": 1}");
        assertThat(all).filteredOn(LockView::isFree).hasSize(Board.FREE_KEPT);
    }

    @Test
    void aStepThatFailedIsReadAgainAndNothingElseIs() {
        new Scene(locks).few().many(1_600);
        FirstReading reading = begin();
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
        assertThat(reading.all()).hasSize(1_603).extracting(LockView::name).doesNotHaveDuplicates();
    }

    @Test
    void anEmptyCollectionIsReadAtOnce() {
        plain.getCollection(LockDocument.COLLECTION).drop();
        FirstReading reading = begin();
        reading.readOn();
        assertThat(reading.isDone()).isTrue();
        assertThat(reading.all()).isEmpty();
    }

    private FirstReading begin() {
        return new FirstReading(
                client.getDatabase(plain.getName()).getCollection(LockDocument.COLLECTION, RawBsonDocument.class),
                Instant.now(),
                new BsonTimestamp(0),
                STEP,
                System::nanoTime);
    }

    private static void failPoint(Object mode, Document data) {
        Document command = new Document("configureFailPoint", "failCommand").append("mode", mode);
        MongoServer.shared()
                .client()
                .getDatabase("admin")
                .runCommand(data.isEmpty() ? command : command.append("data", data));
    }
}

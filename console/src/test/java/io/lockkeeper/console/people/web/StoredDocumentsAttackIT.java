package io.lockkeeper.console.people.web;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody who may write a watched collection, and nothing else, can do to a console with little memory. */
@Tag("load")
class StoredDocumentsAttackIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoCollection<BsonDocument> locks = database.getCollection("locks", BsonDocument.class);

    @ParameterizedTest
    @CsvSource({"12, 12, 128, padding", "12, 12, 128, entries", "40, 14, 384, padding"})
    void hugeDocumentsInTheLocksEndNoConsoleNorTheNextOneThatReadsThemOutOfTheOplog(
            int documents, int megabytes, int heap, String kind) {
        ConsoleProcess first = ConsoleProcess.on(database, heap).healthy();
        try {
            insert(locks, documents, kind, megabytes);
            assertStaysUp(first);
            change(locks);
            assertStaysUp(first);
        } finally {
            first.kill();
        }
        insert(locks, documents, kind, megabytes);
        locks.deleteMany(new Document());
        try (ConsoleProcess second = ConsoleProcess.on(database, heap).healthy()) {
            assertStaysUp(second);
        }
    }

    @Test
    void hugeDocumentsOfAnotherLibraryEndNoConsole() {
        MongoCollection<BsonDocument> shedLock = database.getCollection("shedLock", BsonDocument.class);
        follow("shedLock", "shedlock");
        insert(shedLock, 22, "lockedBy", 14);
        try (ConsoleProcess console = ConsoleProcess.on(database, 128).healthy()) {
            insert(shedLock, 23, "lockedBy", 14);
            change(shedLock);
            assertStaysUp(console);
        }
    }

    @Test
    void aMillionTinyLocksEndNoConsole() {
        try (ConsoleProcess console = ConsoleProcess.on(database, 128).healthy()) {
            for (int i = 0; i < 200; i++) {
                int from = i * 5_000;
                locks.insertMany(IntStream.range(from, from + 5_000)
                        .mapToObj(each -> held("tiny-" + each))
                        .toList());
            }
            assertStaysUp(console);
        }
    }

    @Test
    void hugeDocumentsOfAgentsEndNoConsole() {
        MongoCollection<BsonDocument> agents = database.getCollection("agents", BsonDocument.class);
        for (int i = 0; i < 12; i++) {
            agents.insertOne(
                    huge("agent-" + i, "padding", 12).append("lastSeen", new BsonDateTime(System.currentTimeMillis())));
            agents.insertOne(huge("late-" + i, "padding", 12)
                    .append("late", new BsonString("WRITE"))
                    .append("last", new BsonDateTime(System.currentTimeMillis())));
        }
        try (ConsoleProcess console = ConsoleProcess.on(database, 128).healthy()) {
            assertStaysUp(console);
        }
    }

    /** The stream has delivered all that was written before, for a lock of later is heard of: health says that the board is live. */
    private void assertStaysUp(ConsoleProcess console) {
        String name = "after-" + Instant.now();
        new Locks(database).enqueue(name, Locks.owner("s", "s-1", 1, "main", ""), Duration.ofMinutes(1));
        Instant calm = Instant.now().plusSeconds(6);
        await().atMost(120, SECONDS).ignoreExceptions().until(() -> {
            assertThat(console.isRunning()).as("the console runs").isTrue();
            return Instant.now().isAfter(calm)
                    && console.http().get("/actuator/health").isOk();
        });
    }

    private static void insert(MongoCollection<BsonDocument> into, int documents, String kind, int megabytes) {
        long had = into.estimatedDocumentCount();
        for (long i = had; i < had + documents; i++) {
            into.insertOne(huge("huge-" + i, kind, megabytes));
        }
    }

    /** Small changes of large documents: their events look the whole document up. */
    private static void change(MongoCollection<BsonDocument> documents) {
        for (int i = 0; i < 3; i++) {
            documents.updateMany(
                    new Document(), new Document("$set", new Document("lockedAt", Instant.now()).append("token", i)));
        }
    }

    private static BsonDocument huge(String id, String kind, int megabytes) {
        BsonDocument lock = held(id);
        BsonDateTime later = new BsonDateTime(System.currentTimeMillis() + 600_000);
        lock.append("lockUntil", later).append("lockedAt", new BsonDateTime(System.currentTimeMillis()));
        return switch (kind) {
            case "padding" -> lock.append("wake", new BsonString("w".repeat(megabytes << 20)));
            case "lockedBy" -> lock.append("lockedBy", new BsonString("w".repeat(megabytes << 20)));
            default -> lock.append("queue", tiny((megabytes << 20) / 20));
        };
    }

    private static BsonArray tiny(int count) {
        BsonDocument entry = new BsonDocument("a", BsonBoolean.TRUE);
        return new BsonArray(
                IntStream.range(0, count).<BsonValue>mapToObj(i -> entry).toList());
    }

    private static BsonDocument held(String name) {
        BsonDateTime now = new BsonDateTime(System.currentTimeMillis());
        BsonDateTime later = new BsonDateTime(System.currentTimeMillis() + 600_000);
        BsonDocument owner = new BsonDocument();
        List.of("agent", "service", "instance", "host", "thread", "note")
                .forEach(field -> owner.append(field, new BsonString("x")));
        owner.append("pid", new BsonInt64(1));
        BsonDocument holder = new BsonDocument("acquirer", new BsonString(name))
                .append("weight", new BsonInt32(1))
                .append("token", new BsonInt64(1))
                .append("ttl", new BsonInt64(600_000))
                .append("acquiredAt", now)
                .append("updatedAt", now)
                .append("expiresAt", later)
                .append("stamp", new BsonString("s"))
                .append("owner", owner);
        return new BsonDocument("_id", new BsonString(name))
                .append("capacity", new BsonInt32(1))
                .append("token", new BsonInt64(1))
                .append("holders", new BsonArray(List.of(holder)))
                .append("queue", new BsonArray())
                .append("expiresAt", later);
    }

    /** As an administrator of the console does. */
    private void follow(String collection, String dialect) {
        MongoServer.shared()
                .client()
                .getDatabase(database.getName() + "_console")
                .getCollection("sources")
                .insertOne(new Document("_id", "%s.%s/%s".formatted(database.getName(), collection, dialect))
                        .append("database", database.getName())
                        .append("collection", collection)
                        .append("dialect", dialect)
                        .append("addedAt", Instant.now())
                        .append("addedBy", "boss"));
    }
}

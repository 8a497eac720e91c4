package io.lockkeeper.console.people.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
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
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody who may write a watched collection, and nothing else, can do to a console with little memory. */
@Tag("alone")
@Tag("nightly")
class StoredDocumentsAttackIT {

    /** In it the stream delivers what was written before. */
    private static final Duration CALM = Duration.ofSeconds(6);

    private static final Duration USUAL = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofSeconds(400);

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoCollection<BsonDocument> locks = database.getCollection("locks", BsonDocument.class);

    @ParameterizedTest
    @CsvSource({
        "12, 12, 128, padding",
        "12, 12, 128, entries",
        "12, 12, 192, entries",
        "40, 14, 384, padding",
        "40, 14, 537, entries"
    })
    void hugeDocumentsInTheLocksEndNoConsoleNorTheNextOneThatReadsThemOutOfTheOplog(
            int documents, int megabytes, int heap, String kind) {
        String what = String.format(
                Locale.ROOT, "%d documents of %d MB (%s), console of %d MB", documents, megabytes, kind, heap);
        ConsoleProcess first = ConsoleProcess.on(database, heap).healthy();
        try {
            insert(locks, documents, kind, megabytes);
            assertStaysUp(what + ", inserted", first, USUAL);
            change(locks);
            assertStaysUp(what + ", changed", first, USUAL);
        } finally {
            first.kill();
        }
        insert(locks, documents, kind, megabytes);
        locks.deleteMany(new Document());
        try (ConsoleProcess second = ConsoleProcess.on(database, heap).healthy()) {
            assertStaysUp(what + ", read out of the oplog at the next start", second, USUAL);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {128, 384})
    void hugeDocumentsOfAnotherLibraryEndNoConsole(int heap) {
        MongoCollection<BsonDocument> shedLock = database.getCollection("shedLock", BsonDocument.class);
        insert(shedLock, 22, "lockedBy", 14);
        try (ConsoleProcess console = ConsoleProcess.on(database, heap).healthy()) {
            follow("shedLock", "shedlock");
            insert(shedLock, 23, "lockedBy", 14);
            change(shedLock);
            assertStaysUp(
                    String.format(Locale.ROOT, "45 ShedLock documents of 14 MB, console of %d MB", heap),
                    console,
                    USUAL);
        }
    }

    @Test
    void aMillionTinyLocksEndNoConsole() {
        try (ConsoleProcess console = ConsoleProcess.on(database, 128).healthy()) {
            million(locks, i -> held("tiny-" + i));
            assertStaysUp("1,000,000 small locks, console of 128 MB", console, LONG);
        }
    }

    @Test
    void aMillionTinyLocksOfAnotherLibraryEndNoConsole() {
        MongoCollection<BsonDocument> shedLock = database.getCollection("shedLock", BsonDocument.class);
        shedLock.insertOne(shedLock("first"));
        try (ConsoleProcess console = ConsoleProcess.on(database, 128).healthy()) {
            follow("shedLock", "shedlock");
            million(shedLock, i -> shedLock("tiny-" + i));
            assertStaysUp("1,000,000 small locks of ShedLock, console of 128 MB", console, LONG);
        }
    }

    private static void million(MongoCollection<BsonDocument> into, IntFunction<BsonDocument> lock) {
        for (int i = 0; i < 200; i++) {
            into.insertMany(
                    IntStream.range(i * 5_000, (i + 1) * 5_000).mapToObj(lock).toList());
        }
    }

    private static BsonDocument shedLock(String name) {
        long now = System.currentTimeMillis();
        return new BsonDocument("_id", new BsonString(name))
                .append("lockUntil", new BsonDateTime(now + 600_000))
                .append("lockedAt", new BsonDateTime(now))
                .append("lockedBy", new BsonString("x"));
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
            assertStaysUp("24 documents of agents of 12 MB, console of 128 MB", console, USUAL);
        }
    }

    /** It runs, is well after a while in which all that was written before has reached it, and says what that cost. */
    private void assertStaysUp(String what, ConsoleProcess console, Duration patience) {
        Instant from = Instant.now();
        new Locks(database).enqueue("after-" + from, Locks.owner("s", "s-1", 1, "main", ""), Duration.ofMinutes(1));
        await().atMost(patience).ignoreExceptions().until(() -> {
            assertThat(console.isRunning()).as("the console runs").isTrue();
            return Instant.now().isAfter(from.plus(CALM))
                    && console.http().get("/actuator/health").isOk();
        });
        say(what, console, Duration.between(from, Instant.now()));
    }

    private static void say(String what, ConsoleProcess console, Duration until) {
        try {
            System.out.printf(
                    Locale.ROOT,
                    "FIGURE %s: well after %d s, %d MB reachable%n",
                    what,
                    until.toSeconds(),
                    console.liveBytes() >> 20);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        MongoDatabase own = MongoServer.shared().client().getDatabase(database.getName() + "_console");
        String unused = StoredSources.add(own, Place.own(database.getName(), collection), dialect);
    }
}

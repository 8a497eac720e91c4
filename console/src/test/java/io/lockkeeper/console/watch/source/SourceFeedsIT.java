package io.lockkeeper.console.watch.source;

import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoNamespace;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardCounts;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.security.access.AccessDeniedException;

class SourceFeedsIT {

    private static final int MANY = 100_000;

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    @AfterEach
    void nobody() {
        console.heal();
        Acting.asNobody();
    }

    @Test
    void whatTheLibraryWritesIsSeenAndWhatCannotBeReadIsSaidToBeThat() {
        MongoCollection<Document> locks = locks("follows");
        locks.insertOne(ShedLocks.lock("before", "app-1", 0, 60));
        LockSource source = watch("follows", "shedlock");
        awaitLocks(source, "before app-1 HELD");

        locks.insertOne(ShedLocks.lock("after", "app-2", 0, 60));
        locks.insertOne(new Document("_id", "none of it").append("total", 3));
        awaitLocks(source, "after app-2 HELD", "before app-1 HELD", "none of it  UNREADABLE");

        locks.updateOne(new Document("_id", "before"), set("lockUntil", Date.from(Instant.EPOCH)));
        awaitLocks(source, "after app-2 HELD", "before app-1 FREE", "none of it  UNREADABLE");

        locks.deleteOne(new Document("_id", "before"));
        locks.updateOne(new Document("_id", "after"), set("lockUntil", "a text"));
        awaitLocks(source, "none of it  UNREADABLE", "after  UNREADABLE");
        assertThat(summary(source).counts().unreadable()).isEqualTo(2);
    }

    @Test
    void documentsThatCannotBeReadAreCountedFromTheStartAndUpToABound() {
        MongoCollection<Document> locks = locks("odd");
        locks.insertOne(ShedLocks.lock("report", "app-1", 0, 60));
        locks.insertMany(IntStream.rangeClosed(0, Board.MOST_UNREADABLE)
                .mapToObj(i -> new Document("_id", "odd-" + i).append("lockUntil", i))
                .toList());
        LockSource source = watch("odd", "shedlock");
        await().untilAsserted(() -> {
            BoardCounts counts = summary(source).counts();
            assertThat(counts.held()).isEqualTo(1);
            assertThat(counts.unreadable()).isEqualTo(Board.MOST_UNREADABLE);
            assertThat(counts.leftOut()).startsWith("More than 1,000 documents cannot be read");
        });
        assertThat(board(source).find(new BsonString("report"))).isPresent();
    }

    @Test
    void aStreamThatBreaksGoesOnAndADroppedCollectionComesBack() {
        MongoCollection<Document> locks = locks("breaks");
        LockSource source = watch("breaks", "shedlock");
        locks.insertOne(ShedLocks.lock("a", "app-1", 0, 60));
        awaitLocks(source, "a app-1 HELD");

        console.fail(new Document("failCommands", List.of("getMore", "aggregate")).append("closeConnection", true));
        await().until(() -> freshness(source).state() != Freshness.State.LIVE);
        locks.insertOne(ShedLocks.lock("b", "app-2", 0, 60));
        console.heal();
        awaitLocks(source, "a app-1 HELD", "b app-2 HELD");

        locks.drop();
        awaitLocks(source);
        locks.insertOne(ShedLocks.lock("c", "app-3", 0, 60));
        awaitLocks(source, "c app-3 HELD");
        assertThat(summary(source).trouble()).isEmpty();
    }

    @Test
    void twoDialectsOfOneCollectionAreReadFromOneStream() {
        MongoCollection<Document> locks = locks("shared");
        LockSource shedLock = watch("shared", "shedlock");
        LockSource mongoose = watch("shared", "mongoose-article");
        locks.insertOne(ShedLocks.lock("report", "app-1", 0, 60));
        Date now = Date.from(Instant.now());
        locks.insertOne(new Document("_id", "import")
                .append("acquirer", "p-1")
                .append("acquiredAt", now)
                .append("updatedAt", now));
        awaitLocks(shedLock, "report app-1 HELD");
        awaitLocks(mongoose, "import p-1 HELD");
        SourceFeeds feeds = console.bean(SourceFeeds.class);
        assertThat(feeds.find(LockScope.EVERYTHING, shedLock.id()).orElseThrow().feed())
                .isEqualTo(feeds.find(LockScope.EVERYTHING, mongoose.id())
                        .orElseThrow()
                        .feed());
    }

    /** The stream looks the changed document up, and finds none any more: that tells of the delete, not of what was written. */
    @Test
    void aLockThatIsWrittenAndDeletedAtOnceIsDeletedAndNotWrittenWithoutAHolder() {
        MongoCollection<Document> locks = locks("deleted");
        locks.insertOne(ShedLocks.lock("report", "app-1", 0, 60));
        List<LockWrite> heard = heardOfWriteAndDelete(watch("deleted", "shedlock"), locks.getNamespace());
        assertThat(heard).isNotEmpty().allMatch(LockWrite::deleted);
    }

    @Test
    void whereImagesAreKeptEachChangeIsSeenAsItWas() {
        assumeThat(MongoServer.shared().majorVersion()).isGreaterThanOrEqualTo(6);
        console.database()
                .createCollection(
                        "images",
                        new CreateCollectionOptions()
                                .changeStreamPreAndPostImagesOptions(new ChangeStreamPreAndPostImagesOptions(true)));
        MongoCollection<Document> locks = locks("images");
        locks.insertOne(ShedLocks.lock("report", "app-1", 0, 60));
        List<LockWrite> heard = heardOfWriteAndDelete(watch("images", "shedlock"), locks.getNamespace());
        assertThat(heard).hasSize(2);
        assertThat(heard.getFirst().before().orElseThrow().holders()).containsExactly("app-1");
        assertThat(heard.getFirst().after().orElseThrow().holders()).containsExactly("app-2");
        assertThat(heard.getLast().before().orElseThrow().holders()).containsExactly("app-2");
        assertThat(heard.getLast().deleted()).isTrue();
    }

    private static List<LockWrite> heardOfWriteAndDelete(LockSource source, MongoNamespace namespace) {
        List<LockWrite> heard = Collections.synchronizedList(new ArrayList<>());
        Board own = board(source).fresh();
        CollectionFeed feed = CollectionFeed.of(
                console.bean(Clusters.class).get(null),
                List.of(new FollowedSource(source, own, List.of((from, changed, change) -> heard.add(change)))),
                Optional::empty);
        feed.start();
        try {
            await().until(() -> own.find(new BsonString("report")).isPresent());
            writeAndDelete(namespace, "report");
            await().until(() -> own.find(new BsonString("report")).isEmpty());
            await().until(() -> !heard.isEmpty() && heard.getLast().deleted());
        } finally {
            feed.stop();
        }
        return heard;
    }

    private static void writeAndDelete(MongoNamespace namespace, String name) {
        MongoClient client = console.bean(MongoClient.class);
        MongoCollection<Document> locks =
                client.getDatabase(namespace.getDatabaseName()).getCollection(namespace.getCollectionName());
        Document id = new Document("_id", name);
        try (ClientSession session = client.startSession()) {
            session.withTransaction(() -> {
                locks.updateOne(session, id, set("lockedBy", "app-2"));
                return locks.deleteOne(session, id);
            });
        }
    }

    @Test
    void aHundredThousandLocksAreRead() {
        MongoCollection<Document> locks = locks("many");
        IntStream.range(0, MANY / 10_000)
                .forEach(thousand -> locks.insertMany(IntStream.range(0, 10_000)
                        .mapToObj(i -> ShedLocks.lock(
                                String.format(Locale.ROOT, "lock-%06d", thousand * 10_000 + i),
                                "app-" + i % 40,
                                0,
                                600))
                        .toList()));
        long began = System.nanoTime();
        LockSource source = watch("many", "shedlock");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> summary(source).counts().held() == MANY);
        System.out.printf("%,d locks were read in %d ms%n", MANY, (System.nanoTime() - began) / 1_000_000);
        looksOfAPage(board(source));
        locks.deleteMany(new Document("_id", new Document("$lt", "lock-000010")));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> summary(source).counts().held() == MANY - 10);
    }

    /** A page looks twice a second; of all locks it sorts none anew, also while they change. */
    private static void looksOfAPage(Board board) {
        int looks = 200;
        long began = System.nanoTime();
        for (int i = 0; i < looks; i++) {
            TtlIndexes none = TtlIndexes.UNREADABLE;
            BsonDocument renewed =
                    ShedLocks.lock("lock-000500", "app-" + i, 0, 600).toBsonDocument();
            board.put(Lock.of(renewed, board.dialect(), none).orElseThrow(), Instant.now());
            assertThat(board.counts(Instant.now()).held()).isEqualTo(MANY);
            assertThat(board.in(DialectLock.State.HELD, Instant.now(), 100)).hasSize(100);
        }
        Duration each = Duration.ofNanos((System.nanoTime() - began) / looks);
        System.out.printf("a look at %,d locks took %d us%n", MANY, each.toNanos() / 1_000);
        assertThat(each).isLessThan(Duration.ofMillis(20));
    }

    @Test
    void aSourceThatIsAddedIsOnRecordAndAddedOnceAndOneThatIsRemovedIsGone() {
        LockSource source = watch("recorded", "shedlock");
        assertThatThrownBy(() -> watch("recorded", "shedlock"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("is watched already");
        assertThatThrownBy(() -> watch("recorded", "no-such"))
                .isInstanceOf(RefusedException.class)
                .hasMessage("There is no dialect “no-such”.");
        Acting.as("boss", Role.ADMIN);
        console.bean(Sources.class).remove(source.id(), source.lastChange().at());
        assertThat(console.watched(source.id())).isEmpty();
        assertThat(recorded(source))
                .containsExactly("source added: %s as ShedLock".formatted(source.place()), "source removed");
    }

    @Test
    void noSourceIsInADatabaseOfMongoDbNorInTheConsolesOwn() {
        Acting.as("boss", Role.ADMIN);
        Place own = Place.own(console.bean(ConsolePrivileges.class).database(), "tokens");
        for (Place place : List.of(Place.own("local", "oplog.rs"), Place.own("config", "locks"), own)) {
            assertThatThrownBy(() -> console.bean(Sources.class).add(place, "shedlock"))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("Choose a database of your services");
            assertThatThrownBy(() -> console.bean(SourceTrials.class).of(place, "shedlock"))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining(place.namespace().getDatabaseName());
        }
        assertThatThrownBy(() -> console.bean(Discovery.class).look(null, "admin", ""))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("a database of MongoDB itself");
    }

    @Test
    void onlyAnAdministratorChangesSources() {
        for (Role role : List.of(Role.VIEWER, Role.OPERATOR)) {
            Acting.as("boss", role);
            Sources sources = console.bean(Sources.class);
            assertThatThrownBy(() -> sources.add(Place.own("app", "locks"), "shedlock"))
                    .isInstanceOf(AccessDeniedException.class);
            assertThatThrownBy(() -> sources.remove("app.locks/shedlock", Instant.EPOCH))
                    .isInstanceOf(AccessDeniedException.class);
        }
        assertThat(console.own().getCollection("sources").countDocuments(new Document("database", "app")))
                .isZero();
    }

    private static LockSource watch(String collection, String dialect) {
        Acting.as("boss", Role.ADMIN);
        return console.bean(Sources.class).add(Place.own(console.database().getName(), collection), dialect);
    }

    private static List<Lock> all(Board board) {
        return Stream.concat(board.inUse(Instant.now()).stream(), board.free(Instant.now()).stream())
                .toList();
    }

    private static void awaitLocks(LockSource source, String... wanted) {
        await().untilAsserted(() -> assertThat(all(board(source)))
                .extracting(lock -> "%s %s %s"
                        .formatted(
                                lock.name(),
                                String.join(",", lock.facts().holders()),
                                lock.facts().state(Instant.now()).name()))
                .containsExactlyInAnyOrder(wanted));
    }

    private static Board board(LockSource source) {
        return console.watched(source.id()).orElseThrow().board().orElseThrow();
    }

    private static SourceSummary summary(LockSource source) {
        return SourceSummary.of(console.watched(source.id()).orElseThrow());
    }

    private static Freshness freshness(LockSource source) {
        return summary(source).freshness();
    }

    private static MongoCollection<Document> locks(String name) {
        return console.database().getCollection(name);
    }

    private static List<String> recorded(LockSource source) {
        return console.own()
                .getCollection("access")
                .find(new Document("user", "source: " + source.id()))
                .map(each -> each.getString("what"))
                .into(new ArrayList<>());
    }
}

package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.Sources;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

class SourceFindingsIT {

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    @Test
    void aHolderThatMissedItsRenewalsIsFoundUntilItRenews() {
        MongoCollection<Document> locks = locks("locks");
        locks.createIndex(Indexes.ascending("updatedAt"), new IndexOptions().expireAfter(1_000L, TimeUnit.SECONDS));
        locks.insertOne(new Document("_id", "import")
                .append("acquirer", "p-1")
                .append("acquiredAt", at(-2_000))
                .append("updatedAt", at(-800)));
        locks.insertOne(new Document("_id", "healthy")
                .append("acquirer", "p-2")
                .append("acquiredAt", at(-2_000))
                .append("updatedAt", at(-300)));
        LockSource source = watch("locks", "mongoose-article");
        awaitKinds(source, "import", Kind.NOT_RENEWED);
        assertThat(of(source, "healthy")).isEmpty();
        assertThat(of(source, "import").getFirst().evidence()).startsWith("p-1 renewed it 13 min");
        assertThat(of(source, "import").getFirst().address())
                .hasValueSatisfying(address -> assertThat(address).startsWith("locks/import?source="));
        locks.updateOne(new Document("_id", "import"), set("updatedAt", at(0)));
        awaitKinds(source, "import");
    }

    @Test
    void aLockThatItsDialectCannotReadIsFoundWithTheReason() {
        MongoCollection<Document> locks = locks("odd");
        locks.insertOne(shedLock("import", "app-1", -5, 600).append("lockedAt", "2026-11-26"));
        LockSource source = watch("odd", "shedlock");
        awaitKinds(source, "import", Kind.DAMAGED);
        assertThat(of(source, "import").getFirst().evidence())
                .isEqualTo("The dialect of ShedLock cannot read it: lockedAt is a string, and has to be a date. Whether"
                        + " the lock is held is unknown.");
        locks.deleteOne(new Document("_id", "import"));
        awaitKinds(source, "import");
    }

    @Test
    void ofOurOwnLocksAnExpiredOneIsFoundOnceSomebodyWaitsAndOneThatCannotBeReadAtOnce() {
        MongoDatabase pay = MongoServer.shared().freshDatabase();
        try {
            Locks locks = new Locks(pay);
            Owner owner = Locks.owner("import", "i-1", 1, "main", "");
            for (String each : List.of("unwanted", "wanted")) {
                locks.enqueue(each, owner, Duration.ofMinutes(1));
            }
            locks.enqueue("wanted", owner, Duration.ofMinutes(1));
            locks.enqueue("not-renewed", owner, Duration.ofMinutes(5));
            locks.age("not-renewed", Duration.ofMinutes(4));
            locks.age("unwanted", Duration.ofMinutes(4));
            locks.age("wanted", Duration.ofMinutes(4));
            locks.enqueue("damaged", owner, Duration.ofMinutes(1));
            locks.collection().updateOne(new Document("_id", "damaged"), set("holders", 7));
            LockSource source = watch(pay.getName(), "locks", "lockkeeper");
            awaitKinds(source, "wanted", Kind.EXPIRED_WANTED);
            awaitKinds(source, "damaged", Kind.DAMAGED);
            awaitKinds(source, "not-renewed", Kind.SILENT_HOLDER);
            assertThat(of(source, "not-renewed").getFirst().evidence())
                    .startsWith("The agent of import · i-1 has written nothing for 4 min");
            assertThat(of(source, "unwanted")).isEmpty();
        } finally {
            pay.drop();
        }
    }

    @Test
    void whatOtherProgramsKeepAmongOurLocksIsFoundInTheFirstCollectionAndInASource() {
        MongoDatabase pay = MongoServer.shared().freshDatabase();
        BsonDocument theirs = BsonDocument.parse("{ _id: 'orders', total: 3 }");
        try {
            new Locks(pay).collection().insertOne(theirs);
            console.locks().collection().insertOne(theirs);
            LockSource source = watch(pay.getName(), "locks", "lockkeeper");
            await().untilAsserted(() -> assertThat(in(source))
                    .extracting(Finding::evidence)
                    .containsExactly("The document “orders” is no lock."));
            await().untilAsserted(() -> assertThat(latest().findings())
                    .filteredOn(found -> LockId.FIRST.equals(found.source()))
                    .extracting(Finding::kind)
                    .containsOnlyOnce(Kind.OTHERS_DOCUMENTS));
        } finally {
            console.locks().collection().deleteOne(new Document("_id", "orders"));
            pay.drop();
        }
    }

    @Test
    void aDeadlockOfOurOwnLocksInASourceIsFoundThereWithTheOrdersThatMadeIt() {
        MongoDatabase pay = MongoServer.shared().freshDatabase();
        try {
            Locks locks = new Locks(pay);
            LockSource source = watch(pay.getName(), "locks", "lockkeeper");
            await().until(() -> isRead(source));
            Owner billing = Locks.owner("billing", "i-1", 1, "main", "");
            Owner shipping = Locks.owner("shipping", "i-2", 1, "main", "");
            locks.enqueue("account", billing, Duration.ofMinutes(5));
            locks.enqueue("order", shipping, Duration.ofMinutes(5));
            locks.enqueue("order", billing, Duration.ofMinutes(5));
            locks.enqueue("account", shipping, Duration.ofMinutes(5));
            await().untilAsserted(() ->
                    assertThat(in(source)).extracting(Finding::kind).containsExactly(Kind.DEADLOCK, Kind.LOCK_ORDER));
            Finding deadlock = in(source).getFirst();
            assertThat(deadlock.evidence()).contains("billing", "shipping", "Evict ");
            assertThat(Stream.concat(Stream.of(String.valueOf(deadlock.lock())), deadlock.others().stream()))
                    .containsExactlyInAnyOrder("account", "order");
        } finally {
            pay.drop();
        }
    }

    @Test
    void whatACrashedAgentLeftOfALibraryThatFreesNothingIsFoundAndNamed() {
        console.database()
                .getCollection("agents")
                .insertOne(new Document("_id", "1kdead")
                        .append("service", "billing")
                        .append("instance", "pod-1")
                        .append("host", "pod-1")
                        .append("pid", 1L)
                        .append("version", "0.1.0")
                        .append("started", at(-900))
                        .append("lastSeen", at(-600))
                        .append("held", 1)
                        .append("waiting", 0));
        MongoCollection<Document> locks = locks("spring");
        locks.insertMany(List.of(
                new Document("lockName", "report")
                        .append("holder", "lockkeeper:billing:pod-1:1kdead.7")
                        .append("lockedAt", at(-700)),
                new Document("lockName", "other").append("holder", "an old pod").append("lockedAt", at(-700))));
        LockSource source = watch("spring", "spring-article");
        awaitKinds(source, "report", Kind.NOT_RENEWED);
        assertThat(of(source, "report").getFirst().evidence())
                .contains("that agent, instance pod-1 of billing, has been silent since", "Nothing else frees it");
        assertThat(of(source, "other")).isEmpty();
    }

    /** The roster forgets a crashed agent after a day; its lock is still stuck. */
    @Test
    void whatACrashedAgentLeftIsFoundForAsLongAsItIsLeft() {
        MongoCollection<Document> locks = locks("forgotten");
        locks.insertMany(List.of(
                new Document("lockName", "old")
                        .append("holder", "lockkeeper:billing:pod-9:1kgone.7")
                        .append("lockedAt", at(-90_000)),
                new Document("lockName", "new")
                        .append("holder", "lockkeeper:billing:pod-9:1kgone.8")
                        .append("lockedAt", at(-3_600))));
        LockSource source = watch("forgotten", "spring-article");
        awaitKinds(source, "old", Kind.NOT_RENEWED);
        assertThat(of(source, "old").getFirst().evidence())
                .contains("lockkeeper:billing:pod-9:1kgone.7 took it", "The console does not know that agent any more");
        assertThat(of(source, "new")).isEmpty();
    }

    @Test
    void twoDocumentsOfOneNameAreFoundWithThoseWhoHoldThem() {
        MongoCollection<Document> locks = locks("twice");
        locks.insertMany(List.of(
                new Document("_id", 1)
                        .append("lockName", "report")
                        .append("holder", "app-1")
                        .append("lockedAt", at(-5)),
                new Document("_id", 2)
                        .append("lockName", "report")
                        .append("holder", "app-2")
                        .append("lockedAt", at(-5)),
                new Document("_id", 3)
                        .append("lockName", "other")
                        .append("holder", "app-2")
                        .append("lockedAt", at(-5))));
        LockSource source = watch("twice", "spring-article");
        awaitKinds(source, "report", Kind.TWO_DOCUMENTS);
        assertThat(of(source, "report").getFirst().evidence())
                .startsWith("2 documents have this name: it is held at once by ")
                .contains("app-1", "app-2");
        assertThat(of(source, "other")).isEmpty();
        locks.deleteOne(new Document("_id", 2));
        awaitKinds(source, "report");
    }

    @Test
    void whatHasExpiredAndWasNotFreedIsFoundAndCountedNotListedBeyondFifty() {
        MongoCollection<Document> locks = locks("sessions");
        for (int i = 0; i < 60; i++) {
            locks.insertOne(
                    new Document("_id", "s-" + i).append("token", "t-" + i).append("expires_at", at(-90)));
        }
        locks.insertOne(new Document("_id", "just").append("token", "t").append("expires_at", at(-2)));
        LockSource source = watch("sessions", "symfony-lock");
        awaitKinds(source, "s-1", Kind.NOT_FREED);
        assertThat(of(source, "just")).isEmpty();
        List<Finding> all = in(source);
        assertThat(all).hasSize(51);
        assertThat(all)
                .filteredOn(it -> it.lock() == null)
                .extracting(Finding::evidence)
                .containsExactly("10 more locks of %s.".formatted(source.id()));
    }

    @Test
    void aClientWhoseClockIsAheadIsFoundAtOnceAndOneThatIsBehindAtTheSecondTime() {
        MongoCollection<Document> locks = locks("shedLock");
        LockSource source = watch("shedLock", "shedlock");
        await().until(() -> isRead(source));
        locks.insertOne(shedLock("ahead", "app-1", 30, 90));
        awaitKinds(source, "ahead", Kind.CLIENT_CLOCK);
        assertThat(of(source, "ahead").getFirst().evidence())
                .matches("The clock of app-1 is (29|30) s ahead of the server's, and a lock of its is good for 1 min 00"
                        + " s\\.");
        locks.insertOne(shedLock("behind", "app-2", -30, 30));
        locks.insertOne(shedLock("right", "app-3", 0, 60));
        locks.insertOne(shedLock("again", "app-2", -30, 30));
        awaitKinds(source, "again", Kind.CLIENT_CLOCK);
        assertThat(of(source, "right")).isEmpty();
        locks.replaceOne(new Document("_id", "ahead"), shedLock("ahead", "app-1", 0, 60));
        awaitKinds(source, "ahead");
    }

    /** Only what is written from then on tells of clocks. */
    private static boolean isRead(LockSource source) {
        return console.bean(SourceFeeds.class)
                .find(LockScope.EVERYTHING, source.id())
                .flatMap(SourceFeeds.Watched::feed)
                .filter(feed -> feed.freshness().isLive())
                .isPresent();
    }

    private static void awaitKinds(LockSource source, String lock, Kind... kinds) {
        await().untilAsserted(() ->
                assertThat(of(source, lock)).extracting(Finding::kind).containsExactly(kinds));
    }

    private static List<Finding> of(LockSource source, String lock) {
        return latest().of(new LockId(source.id(), lock));
    }

    private static List<Finding> in(LockSource source) {
        return latest().findings().stream()
                .filter(it -> source.id().equals(it.source()))
                .toList();
    }

    private static FindingsSnapshot latest() {
        return console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING);
    }

    private static LockSource watch(String collection, String dialect) {
        return watch(console.database().getName(), collection, dialect);
    }

    private static LockSource watch(String database, String collection, String dialect) {
        ConsoleUser user = new ConsoleUser("boss", "", Role.ADMIN, true, false, "");
        SecurityContextHolder.getContext()
                .setAuthentication(
                        UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
        try {
            return console.bean(Sources.class).add(Place.own(database, collection), dialect);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    private static MongoCollection<Document> locks(String name) {
        return console.database().getCollection(name);
    }

    private static Document shedLock(String name, String by, int since, int until) {
        return new Document("_id", name)
                .append("lockUntil", at(until))
                .append("lockedAt", at(since))
                .append("lockedBy", by);
    }

    private static Date at(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    private static Document set(String field, Object value) {
        return new Document("$set", new Document(field, value));
    }
}

package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.Sureness;
import io.lockkeeper.console.watch.source.Found.Unread;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.security.access.AccessDeniedException;

@ExtendWith(Acting.class)
class DiscoveryIT {

    private static final Duration ENOUGH = Duration.ofSeconds(5);
    private static final String OWN = "discovery_of_a_console";

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    private final Discovery discovery =
            discovery(Clusters.of(MongoServer.shared().client(), new ServerClock()), "the_locks");

    @BeforeEach
    void administrator() {
        Acting.as("boss", Role.ADMIN);
    }

    @Test
    void locksAreFoundAmongTwoHundredCollections() {
        Found found = lookAmongTwoHundred();
        assertThat(found.looked()).isEqualTo(200);
        assertThat(found.left()).isZero();
        assertThat(found.unread()).isEmpty();
        assertThat(found.proposals())
                .extracting(Proposal::collection, it -> it.dialect().id(), Proposal::sureness)
                .containsExactly(
                        tuple("shedLock", "shedlock", Sureness.CERTAIN),
                        tuple("migrations", "mongock", Sureness.LIKELY),
                        tuple("cache", "symfony-lock", Sureness.POSSIBLE));
        assertThat(found.proposals().getFirst().by()).containsExactly("lockUntil", "lockedAt", "lockedBy");
        assertThat(found.proposals().get(1).alsoFits()).containsExactly("Flamingock");
    }

    /** Where nothing else runs. */
    @Tag("nightly")
    @Test
    void thatTakesLessThanFiveSeconds() {
        assertThat(lookAmongTwoHundred().took()).isLessThan(ENOUGH);
    }

    private Found lookAmongTwoHundred() {
        for (int i = 0; i < 197; i++) {
            database.getCollection(String.format(Locale.ROOT, "business_%03d", i))
                    .insertMany(business(60));
        }
        ForeignDocuments.hold("shedlock", collection("shedLock"));
        ForeignDocuments.hold("mongock", collection("migrations"));
        ForeignDocuments.hold("symfony-lock", collection("cache"));
        return discovery.look(null, database.getName(), "");
    }

    @Test
    void twoDialectsInOneCollectionAreTwoProposals() {
        ForeignDocuments.hold("shedlock", collection("locks"));
        ForeignDocuments.hold("mongoose-article", collection("locks"));
        database.getCollection("locks").insertMany(business(3));
        assertThat(discovery.look(null, database.getName(), "").proposals())
                .extracting(it -> it.dialect().id(), Proposal::matching, Proposal::sampled)
                .containsExactlyInAnyOrder(tuple("mongoose-article", 1, 5), tuple("shedlock", 1, 5));
    }

    @Test
    void lockkeepersOwnCollectionsAreOfferedButTheConsolesFirst() {
        new Locks(database).enqueue("order:1", Locks.owner("billing", "b-1", 1, "main", ""), Duration.ofMinutes(1));
        assertThat(discovery.look(null, database.getName(), "").proposals())
                .extracting(Proposal::collection, it -> it.dialect().id(), Proposal::sureness, Proposal::alsoFits)
                .containsExactly(tuple("locks", "lockkeeper", Sureness.CERTAIN, List.of()));
        Clusters clusters = Clusters.of(MongoServer.shared().client(), new ServerClock());
        assertThat(discovery(clusters, database.getName())
                        .look(null, database.getName(), "")
                        .proposals())
                .isEmpty();
    }

    @Test
    void agentsTellACollectionOfLocksThatWereNotUsedForADay() {
        database.createCollection("locks");
        assertThat(discovery.look(null, database.getName(), "").proposals()).isEmpty();
        beat();
        assertThat(discovery.look(null, database.getName(), "").proposals())
                .extracting(it -> it.dialect().id(), Proposal::sureness, Proposal::by)
                .containsExactly(tuple("lockkeeper", Sureness.CERTAIN, List.of("the agents beside it")));
    }

    private void beat() {
        database.getCollection("agents")
                .updateOne(
                        new Document("_id", "a-1"),
                        AgentDocument.beat(
                                Locks.owner("billing", "b-1", 1, "main", ""),
                                "0.1.0",
                                Duration.ZERO,
                                0,
                                0,
                                AgentDocument.Settings.NONE),
                        new UpdateOptions().upsert(true));
    }

    /** The article's form with an expiry; a lock that was released has lost it. */
    @Test
    void aSpringLockWithAnExpiryIsFoundAsOneDialectInEachOfItsStates() {
        Date now = Date.from(Instant.now());
        MongoCollection<Document> locks = database.getCollection("locks");
        locks.insertMany(List.of(
                spring("report", "host-1", now)
                        .append("expiresAt", Date.from(Instant.now().plusSeconds(100))),
                spring("mail", null, now).append("expiresAt", now),
                spring("sync", "host-2", now).append("expiresAt", Date.from(Instant.EPOCH)),
                spring("freed", null, now)));
        assertThat(discovery.look(null, database.getName(), "").proposals())
                .extracting(it -> it.dialect().id(), Proposal::matching, Proposal::sampled, Proposal::held)
                .containsExactly(tuple("spring-article-expiry", 4, 4, true));
    }

    private static Document spring(String name, @Nullable String holder, Date since) {
        return new Document("lockName", name).append("holder", holder).append("lockedAt", since);
    }

    @Test
    void whatLibrariesLeaveWhileNothingIsLockedIsFoundByIndexesAndNames() {
        database.getCollection("locks").createIndex(Indexes.ascending("updatedAt"), ttl(120));
        database.getCollection("mutexes").createIndex(Indexes.ascending("createdAt"), ttl(30));
        database.getCollection("mutexes").createIndex(Indexes.ascending("resourceId"), new IndexOptions().unique(true));
        database.getCollection("sessions").createIndex(Indexes.ascending("updatedAt"), ttl(120));
        database.createCollection("changelog_lock");
        database.createCollection("distributed.locks"); // as an earlier version named it
        database.createCollection("orders");
        database.getCollection("agendaJobs")
                .insertMany(
                        IntStream.range(0, 30).mapToObj(DiscoveryIT::idleJob).toList());
        database.getCollection("shedLock").insertOne(ShedLocks.lock("job", "host-1", -3_600, -1_800));
        assertThat(discovery.look(null, database.getName(), "").proposals())
                .extracting(
                        Proposal::collection,
                        it -> it.dialect().id(),
                        Proposal::sureness,
                        Proposal::sampled,
                        Proposal::held)
                .containsExactlyInAnyOrder(
                        tuple("locks", "mongoose-article", Sureness.LIKELY, 0, false),
                        tuple("mutexes", "mongodblock-article", Sureness.POSSIBLE, 0, false),
                        tuple("changelog_lock", "migrate-mongo", Sureness.POSSIBLE, 0, false),
                        tuple("distributed.locks", "madelson-distributed-lock", Sureness.POSSIBLE, 0, false),
                        tuple("agendaJobs", "agenda", Sureness.CERTAIN, 30, false),
                        tuple("shedLock", "shedlock", Sureness.CERTAIN, 1, false));
    }

    @Test
    void whatTheyLeaveInACollectionNamedLocksIsToldApartByItsIndexesAndExpiredLocksAreNotHeld() {
        database.getCollection("locks").createIndex(Indexes.ascending("createdAt"), ttl(30));
        database.getCollection("locks").createIndex(Indexes.ascending("resourceId"), new IndexOptions().unique(true));
        database.getCollection("shedLock")
                .insertMany(IntStream.range(0, 5)
                        .mapToObj(i -> ShedLocks.lock("job-" + i, "host-1", -60, -5))
                        .toList());
        assertThat(discovery.look(null, database.getName(), "").proposals())
                .extracting(Proposal::collection, it -> it.dialect().id(), Proposal::sampled, Proposal::held)
                .containsExactlyInAnyOrder(
                        tuple("locks", "mongodblock-article", 0, false), tuple("shedLock", "shedlock", 5, false));
    }

    /** In a collection of another name, what has the fields without values is a possible one. */
    @Test
    void anotherKindOfDocumentWithAFewFieldsOfAJobIsNoJob() {
        database.getCollection("tickets")
                .insertOne(new Document("name", "a").append("type", "b").append("priority", 1));
        database.getCollection("jobs").insertOne(idleJob(1));
        assertThat(discovery.look(null, database.getName(), "").proposals())
                .extracting(Proposal::collection, it -> it.dialect().id(), Proposal::sureness)
                .containsExactly(tuple("jobs", "agenda", Sureness.POSSIBLE));
    }

    private static Document idleJob(int number) {
        return new Document("name", "mail")
                .append("type", "normal")
                .append("priority", 0)
                .append("nextRunAt", Date.from(Instant.EPOCH.plusSeconds(number)))
                .append("lockedAt", null);
    }

    private static IndexOptions ttl(long seconds) {
        return new IndexOptions().expireAfter(seconds, TimeUnit.SECONDS);
    }

    private static Discovery discovery(Clusters clusters, String locks) {
        return new Discovery(clusters, ForeignDocuments.dialects(), new ForbiddenPlaces(locks, clusters, () -> OWN));
    }

    /** A console keeps locks and other things of its own there, by the same library. */
    @Test
    void theConsolesOwnDatabaseIsNeitherSearchedNorProposed() {
        MongoDatabase own = MongoServer.shared().client().getDatabase(OWN);
        try {
            new Locks(own).enqueue("record", Locks.owner("console", "c-1", 1, "main", ""), Duration.ofMinutes(1));
            ForeignDocuments.hold("shedlock", own.getCollection("users", BsonDocument.class));
            assertThatThrownBy(() -> discovery.look(null, OWN, "")).hasMessageContaining("the console's own database");
            assertThatThrownBy(() -> discovery.look(null, OWN.toUpperCase(Locale.ROOT), ""))
                    .hasMessageContaining("the console's own database");
            ForeignDocuments.hold("shedlock", collection("shedLock"));
            assertThat(discovery.lookEverywhere(null, "").databases())
                    .extracting(Found::database)
                    .contains(database.getName())
                    .doesNotContain(OWN);
        } finally {
            own.drop();
        }
    }

    @Test
    void aSearchThatRanOutOfTimeGoesOnWhereItWas() {
        collection("a").insertOne(new BsonDocument());
        database.createCollection("locks");
        beat();
        AtomicLong second = new AtomicLong();
        Discovery slow = new Discovery(
                Clusters.of(MongoServer.shared().client(), new ServerClock()),
                ForeignDocuments.dialects(),
                new ForbiddenPlaces(
                        "the_locks", Clusters.of(MongoServer.shared().client(), new ServerClock()), () -> OWN),
                () -> TimeUnit.SECONDS.toNanos(second.getAndAdd(9)));
        String from = database.getName();
        List<String> seen = new ArrayList<>();
        FoundEverywhere all = new FoundEverywhere(null, List.of(), List.of(), List.of(), Duration.ZERO);
        for (int part = 0; part < 20 && from != null && from.startsWith(database.getName()); part++) {
            FoundEverywhere found = slow.lookEverywhere(null, from);
            seen.add(found.databases().getFirst().database() + " "
                    + found.databases().getFirst().looked());
            from = found.next();
            all = all.and(found);
        }
        assertThat(all.databases().getFirst().looked()).isEqualTo(3);
        assertThat(all.databases().getFirst().proposals())
                .as("once, although each part proposes it by the agents beside it")
                .extracting(Proposal::collection)
                .containsExactly("locks");
        assertThat(seen).hasSizeGreaterThan(1).allMatch(each -> each.startsWith(database.getName()));
        assertThat(seen.stream()
                        .mapToInt(each -> Integer.parseInt(each.split(" ", 2)[1]))
                        .sum())
                .isEqualTo(3);
    }

    @Test
    void onlyAnAdministratorHasItLook() {
        Acting.as("boss", Role.OPERATOR);
        assertThatThrownBy(() -> discovery.look(null, "app", "")).isInstanceOf(AccessDeniedException.class);
    }

    @Test
    @OwnServer
    void whatTheUserMayNotReadIsNamed() {
        try (SecuredServer server = SecuredServer.start()) {
            MongoDatabase app = server.administrator().getDatabase("app");
            ForeignDocuments.hold("shedlock", app.getCollection("shedLock", BsonDocument.class));
            app.getCollection("salaries").insertOne(new Document("_id", 1));
            app.getCollection("hidden").insertOne(new Document("_id", 1));
            user(app, "lister", List.of(on("", "listCollections"), on("shedLock", "find")));
            user(app, "narrow", List.of(on("shedLock", "find"), on("hidden", "insert")));

            Found listed = look(server, "lister");
            assertThat(listed.onlyGranted()).isFalse();
            assertThat(listed.proposals()).extracting(Proposal::collection).containsExactly("shedLock");
            assertThat(listed.unread())
                    .containsExactly(
                            new Unread("hidden", "the console's MongoDB user may not read it"),
                            new Unread("salaries", "the console's MongoDB user may not read it"));

            Found narrow = look(server, "narrow");
            assertThat(narrow.onlyGranted()).isTrue();
            assertThat(narrow.proposals()).extracting(Proposal::collection).containsExactly("shedLock");
            assertThat(narrow.unread()).extracting(Unread::collection).containsExactly("hidden");
        }
    }

    @Test
    @OwnServer
    void aClusterIsSearchedByDatabaseWithinWhatTheUserMayList() {
        try (SecuredServer server = SecuredServer.start()) {
            MongoClient administrator = server.administrator();
            for (String each : List.of("billing", "shop", "private")) {
                ForeignDocuments.hold(
                        "shedlock", administrator.getDatabase(each).getCollection("shedLock", BsonDocument.class));
            }
            user(
                    administrator.getDatabase("admin"),
                    "wide",
                    List.of(on("billing", "shedLock", "find"), on("shop", "", "listCollections")));
            try (MongoClient client = MongoClients.create(server.settings(server.uri("wide", "wide", "admin")))) {
                FoundEverywhere found = discovery(Clusters.of(client, new ServerClock()), "the_locks")
                        .lookEverywhere(null, "");
                assertThat(found.databases()).extracting(Found::database).containsExactly("billing", "shop");
                assertThat(found.databases().getFirst().proposals())
                        .extracting(Proposal::collection)
                        .containsExactly("shedLock");
                assertThat(found.databases().getLast().unread())
                        .containsExactly(new Unread("shedLock", "the console's MongoDB user may not read it"));
                assertThat(found.left()).isEmpty();
            }
        }
    }

    @Test
    void mongoDbsOwnDatabasesAreLeftOut() {
        ForeignDocuments.hold("shedlock", collection("shedLock"));
        assertThat(discovery.lookEverywhere(null, "").databases())
                .extracting(Found::database)
                .contains(database.getName())
                .doesNotContain("admin", "config", "local");
    }

    private static Found look(SecuredServer server, String user) {
        try (MongoClient client = MongoClients.create(server.settings(server.uri(user, user, "app")))) {
            return discovery(Clusters.of(client, new ServerClock()), "the_locks")
                    .look(null, "app", "");
        }
    }

    private static void user(MongoDatabase app, String name, List<Document> privileges) {
        app.runCommand(new Document("createRole", name)
                .append("privileges", privileges)
                .append("roles", List.of()));
        app.runCommand(new Document("createUser", name).append("pwd", name).append("roles", List.of(name)));
    }

    private static Document on(String collection, String action) {
        return on("app", collection, action);
    }

    private static Document on(String database, String collection, String action) {
        return new Document("resource", new Document("db", database).append("collection", collection))
                .append("actions", List.of(action));
    }

    private static List<Document> business(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Document("customer", "c-" + i)
                        .append("total", i)
                        .append("createdAt", Date.from(Instant.EPOCH))
                        .append("lines", List.of(new Document("sku", "s-" + i).append("count", 2))))
                .toList();
    }

    private MongoCollection<BsonDocument> collection(String name) {
        return database.getCollection(name, BsonDocument.class);
    }
}

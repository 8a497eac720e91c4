package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.source.TrialLine.Verdict;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import io.lockkeeper.test.StandaloneServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A source is tested step by step, on a server that checks privileges, on one without a replica set, and on none. */
@OwnServer
class SourceTrialIT {

    private static final Place PLACE = Place.own("app", "shedLock");
    private static final Dialect SHEDLOCK =
            ForeignDocuments.dialects().find("shedlock").orElseThrow();
    private static final WritePart EVICTING = new WritePart(Optional.of("update"), true);

    @SuppressWarnings("NullAway.Init")
    private static SecuredServer server;

    @BeforeAll
    static void start() {
        server = SecuredServer.start();
        MongoDatabase app = server.administrator().getDatabase("app");
        app.getCollection("shedLock").insertOne(ShedLocks.lock("report", "app-1", 0, 0));
        user(app, "whole", List.of("find", "changeStream", "listIndexes", "update"));
        user(app, "watcher", List.of("find", "changeStream"));
        user(app, "reader", List.of("find"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void whereEverythingIsGrantedEverythingWorks() {
        List<TrialLine> lines = trial("whole", "whole", EVICTING);
        assertThat(lines)
                .extracting(TrialLine::what)
                .containsExactly("server", "version", "replica set", "find", "changeStream", "listIndexes", "update");
        assertThat(lines).extracting(TrialLine::verdict).containsOnly(Verdict.GOOD);
        assertThat(lines).extracting(TrialLine::remedy).containsOnly("");
        assertThat(lines.get(1).found()).startsWith("MongoDB ");
        assertThat(lines.get(2).found()).startsWith("rs0, 1 ");
    }

    @Test
    void eachPrivilegeThatIsLackingIsALineWithWhatToDo() {
        List<TrialLine> reader = trial("reader", "reader", EVICTING);
        assertThat(reader)
                .extracting(TrialLine::verdict)
                .containsExactly(
                        Verdict.GOOD, Verdict.GOOD, Verdict.GOOD, Verdict.GOOD, Verdict.BAD, Verdict.LESS, Verdict.BAD);
        assertThat(reader.get(4).found()).contains("lacks the privilege changeStream on app.shedLock");
        assertThat(reader.get(4).remedy()).startsWith("Grant the console's user find and changeStream");
        assertThat(reader.get(5).remedy()).isEqualTo("Grant the console's user listIndexes on app.shedLock.");
        assertThat(reader.get(6).remedy()).isEqualTo("Grant it, or make the source read-only.");
        List<TrialLine> watcher = trial("watcher", "watcher", new WritePart(Optional.of("update"), false));
        assertThat(watcher.getLast().verdict()).isEqualTo(Verdict.UNTESTED);
        assertThat(watcher.getLast().found()).contains("read-only").contains("lacks it");
    }

    @Test
    void howManyDocumentsTheDialectReadsIsSaidWithTheFirstThatItDoesNot() {
        MongoDatabase app = server.administrator().getDatabase("app");
        Document odd = ShedLocks.lock("odd", "app-1", 0, 0).append("lockUntil", "2026-11-26");
        app.getCollection("shedLock").insertOne(odd);
        try {
            TrialLine read = trial("whole", "whole", EVICTING).get(3);
            assertThat(read.verdict()).isEqualTo(Verdict.LESS);
            assertThat(read.found())
                    .isEqualTo(
                            "May read: 1 of 2 documents is a lock of ShedLock. This dialect cannot read 1 of them, for"
                                    + " example “odd”: lockUntil is a string, and has to be a date.");
            assertThat(read.remedy()).startsWith("Who holds their locks stays unknown");
            app.getCollection("shedLock")
                    .updateMany(new Document(), new Document("$unset", new Document("lockedBy", 1)));
            read = trial("whole", "whole", EVICTING).get(3);
            assertThat(read.verdict()).isEqualTo(Verdict.BAD);
            assertThat(read.remedy()).startsWith("Choose another dialect");
        } finally {
            app.getCollection("shedLock").drop();
            app.getCollection("shedLock").insertOne(ShedLocks.lock("report", "app-1", 0, 0));
        }
    }

    @Test
    void whatAnEvictionOfAHeldLockWouldWriteIsShownAndNothingIsWritten() {
        MongoDatabase app = server.administrator().getDatabase("app");
        Instant until = Instant.parse("2090-01-01T12:00:00Z");
        app.getCollection("shedLock")
                .insertOne(ShedLocks.lock("held", "app-1", 0, 0).append("lockUntil", Date.from(until)));
        List<Document> before = app.getCollection("shedLock").find().into(new ArrayList<>());
        try {
            TrialLine line = trial("whole", "whole", EVICTING).getLast();
            assertThat(line.what()).isEqualTo("an eviction");
            assertThat(line.verdict()).isEqualTo(Verdict.GOOD);
            assertThat(line.found())
                    .startsWith("held reads as held by app-1 since ")
                    .contains(
                            ", until 2090-01-01 12:00:00.000 UTC. It would make the change {\"$set\": {\"lockUntil\": ")
                    .contains(" if the document still is {\"_id\": \"held\", \"lockedAt\": ");
            assertThat(app.getCollection("shedLock").find().into(new ArrayList<>()))
                    .isEqualTo(before);
        } finally {
            app.getCollection("shedLock").deleteOne(new Document("_id", "held"));
        }
    }

    @Test
    void whereJobsAreInAnotherCollectionALineSaysWhetherTheyAreRead() {
        Dialect quartz = ForeignDocuments.dialects().find("quartz-mongodb").orElseThrow();
        Place locks = Place.own("app", "quartz_locks");
        TrialLine read = jobs(SourceTrial.of(cluster(server.administrator()), locks, quartz, EVICTING));
        assertThat(read.verdict()).isEqualTo(Verdict.GOOD);
        assertThat(read.found()).startsWith("May read quartz_triggers");
        try (MongoClient client = MongoClients.create(server.settings(server.uri("reader", "reader", "app")))) {
            TrialLine denied = jobs(SourceTrial.of(cluster(client), locks, quartz, EVICTING));
            assertThat(denied.verdict()).isEqualTo(Verdict.LESS);
            assertThat(denied.remedy()).isEqualTo("Grant the console's user find on app.quartz_triggers.");
        }
    }

    private static TrialLine jobs(List<TrialLine> lines) {
        return lines.stream()
                .filter(line -> line.what().equals("find jobs"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRefusedPasswordIsSaidWithoutTellingIt() {
        List<TrialLine> lines = trial("reader", "wrong-secret", EVICTING);
        assertThat(lines).hasSize(7);
        assertThat(lines.getFirst().verdict()).isEqualTo(Verdict.BAD);
        assertThat(lines.getFirst().found()).contains("refuses the console's user name or password");
        assertThat(lines.subList(1, 7)).extracting(TrialLine::verdict).containsOnly(Verdict.UNTESTED);
        assertThat(lines.toString()).doesNotContain("wrong-secret");
    }

    @Test
    void aServerOutsideOfAReplicaSetIsToldHowToBecomeOne() {
        try (StandaloneServer alone = StandaloneServer.start();
                MongoClient client = MongoClients.create(alone.uri())) {
            List<TrialLine> lines = SourceTrial.of(cluster(client), PLACE, SHEDLOCK, EVICTING);
            assertThat(lines.get(2).verdict()).isEqualTo(Verdict.BAD);
            assertThat(lines.get(2).remedy()).startsWith("Start it with --replSet");
            assertThat(lines.get(3).verdict()).isEqualTo(Verdict.LESS);
            assertThat(lines.get(4).verdict()).isEqualTo(Verdict.BAD);
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidWithinSeconds() {
        try (MongoClient client = MongoClients.create("mongodb://127.0.0.1:1/")) {
            List<TrialLine> lines = SourceTrial.of(cluster(client), PLACE, SHEDLOCK, EVICTING);
            assertThat(lines.getFirst().found()).contains("within 3 s");
            assertThat(lines.getFirst().remedy()).contains("LOCKKEEPER_MONGODB_URI");
            assertThat(lines).hasSize(7);
        }
    }

    private static List<TrialLine> trial(String user, String password, WritePart write) {
        try (MongoClient client = MongoClients.create(server.settings(server.uri(user, password, "app")))) {
            return SourceTrial.of(cluster(client), PLACE, SHEDLOCK, write);
        }
    }

    private static Cluster cluster(MongoClient client) {
        return Clusters.of(client, new ServerClock()).get(null);
    }

    private static void user(MongoDatabase app, String name, List<String> actions) {
        Document privilege = new Document("resource", new Document("db", "app").append("collection", "shedLock"))
                .append("actions", actions);
        app.runCommand(new Document("createRole", name)
                .append("privileges", List.of(privilege))
                .append("roles", List.of()));
        app.runCommand(new Document("createUser", name).append("pwd", name).append("roles", List.of(name)));
    }
}

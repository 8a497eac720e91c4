package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.JobFacts;
import io.lockkeeper.console.watch.dialect.JobRule;
import io.lockkeeper.console.watch.source.JobReader.Answer;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is read of jobs, and what a server that checks privileges lets a user read. */
@OwnServer
class JobReaderIT {

    private static final Dialect QUARTZ =
            ForeignDocuments.dialects().find("quartz-mongodb").orElseThrow();
    private static final JobRule TRIGGERS = QUARTZ.job().orElseThrow();

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @Test
    void theRoleToWatchASourceReadsItsTriggersTooAndWithoutThatTheyAreUnknownWithTheReason() {
        try (SecuredServer server = SecuredServer.start()) {
            MongoDatabase app = server.administrator().getDatabase("app");
            LockSource source = source("app", "quartz_locks", "quartz-mongodb");
            app.getCollection("quartz_triggers")
                    .insertOne(Jobs.recorded(
                            "quartz-mongodb", 0, new Document("nextFireTime", Jobs.ago(Duration.ofDays(3)))));
            user(app, "all", SourceRole.watching(source, QUARTZ));
            user(app, "locks", new SourceRole(source.place(), Optional.of("update"), Optional.empty()));
            try (MongoClient client = MongoClients.create(server.settings(server.uri("all", "all", "app")))) {
                JobReader reader = reader(client);
                assertThat(reader.of(source, TRIGGERS, "g.bad-t (t)").facts()).isPresent();
                assertThat(reader.overdue(source, TRIGGERS, Instant.now(), 10)).hasSize(1);
            }
            try (MongoClient client = MongoClients.create(server.settings(server.uri("locks", "locks", "app")))) {
                JobReader reader = reader(client);
                Answer denied = reader.of(source, TRIGGERS, "g.bad-t (t)");
                assertThat(denied.facts()).isEmpty();
                assertThat(denied.unknown()).contains("find", "app.quartz_triggers");
                assertThatThrownBy(() -> reader.overdue(source, TRIGGERS, Instant.now(), 10))
                        .isInstanceOf(MongoCommandException.class);
            }
        }
    }

    @Test
    void aCollectionOfAnotherNameTellsNoJobs() {
        JobReader reader = reader(MongoServer.shared().client());
        Answer answer = reader.of(source("app", "mutexes", "quartz-mongodb"), TRIGGERS, "g.bad-t (t)");
        assertThat(answer.unknown())
                .startsWith("The collection of the locks has another name than the library gives it");
        assertThat(reader.overdue(source("app", "mutexes", "quartz-mongodb"), TRIGGERS, Instant.now(), 10))
                .isEmpty();
    }

    @Test
    void ofALongTextNoMoreIsReadThanIsShownAndOfAnythingElseThatIsLongNothing() {
        MongoCollection<Document> all = database.getCollection("agendaJobs");
        Document job = Jobs.recorded(
                "agenda",
                0,
                new Document("failReason", "é\u0000<b>".repeat(500_000)).append("data", "x".repeat(2_000_000)));
        all.insertOne(job);
        JobRule rule =
                ForeignDocuments.dialects().find("agenda").flatMap(Dialect::job).orElseThrow();
        List<BsonDocument> read = database.getCollection("agendaJobs", BsonDocument.class)
                .find()
                .projection(rule.shown())
                .into(new ArrayList<>());
        assertThat(new RawBsonDocument(read.getFirst(), new BsonDocumentCodec())
                        .getByteBuffer()
                        .remaining())
                .isLessThan(4_096);
        LockSource source = source(database.getName(), "agendaJobs", "agenda");
        JobReader reader = reader(MongoServer.shared().client());
        assertThat(reader.of(source, rule, Jobs.lock(job)).facts())
                .map(JobFacts::reason)
                .hasValueSatisfying(
                        it -> assertThat(it).hasSize(JobFacts.MOST_REASON).startsWith("é\u0000<b>"));
        all.updateOne(
                new Document(), new Document("$set", new Document("failReason", new Document("x", "y".repeat(9_999)))));
        assertThat(reader.of(source, rule, Jobs.lock(job)).facts())
                .map(JobFacts::reason)
                .hasValue("");
    }

    @Test
    void ofJobRunrNoMoreThanTheBoundIsReadAndWhatCannotBeReadStopsNothing() {
        JobRule rule = ForeignDocuments.dialects()
                .find("jobrunr-jobs")
                .flatMap(Dialect::job)
                .orElseThrow();
        Date soon = Jobs.ago(Duration.ofHours(2));
        List<Object> texts = List.of(
                "x".repeat(10_000_000), "{\"a\":".repeat(500_000), "<b>", 5, new Document("jobHistory", "y"), "");
        List<Document> hostile = texts.stream()
                .map(text -> Jobs.jobRunr(2, new Document("scheduledAt", Jobs.micros(soon)).append("jobAsJson", text)))
                .toList();
        Document good = Jobs.jobRunr(2, new Document("scheduledAt", Jobs.micros(soon)));
        MongoCollection<Document> all = database.getCollection("jobs");
        all.insertMany(hostile);
        all.insertOne(good);
        all.createIndex(new Document("state", 1).append("scheduledAt", 1));
        assertThat(database.getCollection("jobs", BsonDocument.class)
                        .find()
                        .projection(rule.shown())
                        .into(new ArrayList<>()))
                .allSatisfy(read -> assertThat(new RawBsonDocument(read, new BsonDocumentCodec())
                                .getByteBuffer()
                                .remaining())
                        .isLessThan(300_000));
        LockSource source = source(database.getName(), "jobs", "jobrunr-jobs");
        JobReader reader = reader(MongoServer.shared().client());
        Answer known = reader.of(source, rule, Jobs.nameOf(good));
        assertThat(known.unknown()).isEmpty();
        assertThat(known.facts()).flatMap(JobFacts::failed).isPresent();
        assertThat(reader.overdue(source, rule, Instant.now(), 50)).hasSize(7);
        for (Document each : hostile) {
            Answer answer = reader.of(source, rule, Jobs.nameOf(each));
            assertThat(answer.unknown()).startsWith("What its document tells of its runs cannot be read: ");
            assertThat(answer.facts()).flatMap(JobFacts::nextRun).isPresent();
        }
    }

    /** A retry waits in SCHEDULED, is ENQUEUED, and runs in PROCESSING; none of these states is that of a failure. */
    @Test
    void ofJobRunrAJobThatFailedAndIsRetriedIsFoundInEachStateUntilItSucceedsOrIsDeleted() {
        JobRule rule = ForeignDocuments.dialects()
                .find("jobrunr-jobs")
                .flatMap(Dialect::job)
                .orElseThrow();
        Document now = new Document("updatedAt", Jobs.micros(Jobs.ago(Duration.ofMinutes(1))));
        Document retried = Jobs.jobRunr(2, now);
        Document runsAgain = Jobs.jobRunr(3, now);
        MongoCollection<Document> all = database.getCollection("jobs");
        all.insertMany(List.of(
                retried,
                runsAgain,
                Jobs.jobRunr(2, new Document(now).append("state", "DELETED")),
                Jobs.jobRunr(1, now),
                Jobs.jobRunr(4, now)));
        LockSource source = source(database.getName(), "jobs", "jobrunr-jobs");
        Instant since = Instant.EPOCH;
        assertThat(reader(MongoServer.shared().client()).failed(source, rule, since, 50))
                .extracting(JobFacts::lock)
                .containsExactlyInAnyOrder(Jobs.nameOf(retried), Jobs.nameOf(runsAgain));
    }

    private static LockSource source(String database, String collection, String dialect) {
        return LockSource.of(Place.own(database, collection), dialect, Instant.EPOCH, "boss");
    }

    private static JobReader reader(MongoClient client) {
        return new JobReader(Clusters.of(client, new ServerClock()));
    }

    private static void user(MongoDatabase app, String name, SourceRole role) {
        BsonDocument command = role.command();
        app.runCommand(command);
        app.runCommand(new Document("createUser", name)
                .append("pwd", name)
                .append("roles", List.of(command.getString("createRole").getValue())));
    }
}

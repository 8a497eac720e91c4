package io.lockkeeper.console.watch.source;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Projections;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.JobRule;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.model.GrantedPrivileges;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Tests one collection of locks step by step, each within bounded time. It changes nothing: whether the console may write, it asks the server.
 */
final class SourceTrial {

    private static final long EACH_SECONDS = 3;
    /** The wire version of MongoDB 5.0. */
    private static final int WIRE_VERSION_5_0 = 13;

    /** The most documents that are read. */
    private static final int SAMPLE = 1_000;

    private static final String SERVER = "server";
    private static final String VERSION = "version";
    private static final String SET = "replica set";
    private static final String READ = "find";
    private static final String STREAM = "changeStream";
    private static final String INDEXES = "listIndexes";
    private static final String JOBS = "find jobs";
    private static final List<String> AFTER_SERVER = List.of(VERSION, SET, READ, STREAM, INDEXES);

    private final Cluster cluster;
    private final MongoCluster client;
    private final Place place;
    private final Dialect dialect;
    private final List<TrialLine> lines = new ArrayList<>();
    private List<BsonDocument> sample = List.of();
    private TtlIndexes indexes = TtlIndexes.UNREADABLE;

    private SourceTrial(Cluster cluster, Place place, Dialect dialect) {
        this.cluster = cluster;
        this.place = place;
        this.dialect = dialect;
        client = cluster.client().withTimeout(EACH_SECONDS, TimeUnit.SECONDS);
    }

    /** Tests what reading needs; see {@link WritePart} for what an eviction needs. */
    static List<TrialLine> of(Cluster cluster, Place place, Dialect dialect, WritePart write) {
        SourceTrial trial = new SourceTrial(cluster, place, dialect);
        trial.run(write);
        return List.copyOf(trial.lines);
    }

    private void run(WritePart write) {
        BsonDocument hello;
        try {
            hello = admin("hello");
        } catch (MongoException e) {
            unreachable(e);
            lines.add(TrialLine.untested(write.what(), "The server was not reached."));
            return;
        }
        lines.add(TrialLine.good(SERVER, "Reached: " + server(hello) + "."));
        add(VERSION, () -> version(hello), "");
        lines.add(set(hello));
        String grant = "Grant the console's user find and changeStream on %s; docker/roles.json has the roles to copy."
                .formatted(place);
        add(READ, this::read, grant);
        add(STREAM, this::stream, grant);
        add(INDEXES, this::indexes, "");
        dialect.job()
                .filter(JobRule::isBeside)
                .flatMap(rule -> rule.collection(place.namespace().getCollectionName()))
                .ifPresent(jobs -> lines.add(jobs(jobs)));
        add(write.what(), () -> write.line(granted(), place), "");
        new EvictionTrial(dialect, cluster.clock().now()).line(sample, indexes).ifPresent(lines::add);
    }

    private void unreachable(MongoException e) {
        String setting = cluster.name() == null ? "LOCKKEEPER_MONGODB_URI" : "lockkeeper.clusters." + cluster.name();
        lines.add(TrialLine.bad(
                SERVER,
                "%s Nothing that takes writes was reached within %s s.".formatted(cluster.sentence(e), EACH_SECONDS),
                "Check in %s the hosts, the user and whether TLS is wanted, and that the network lets the console through."
                        .formatted(setting)));
        AFTER_SERVER.forEach(what -> lines.add(TrialLine.untested(what, "The server was not reached.")));
    }

    /** A step that the server refuses, or does not answer in time, is a line as well. */
    private void add(String what, Supplier<TrialLine> step, String remedy) {
        try {
            lines.add(step.get());
        } catch (MongoException e) {
            lines.add(TrialLine.bad(what, cluster.sentence(e), remedy));
        }
    }

    private BsonDocument admin(String command) {
        return client.getDatabase("admin").runCommand(new BsonDocument(command, new BsonInt32(1)), BsonDocument.class);
    }

    private static String server(BsonDocument hello) {
        return hello.getString("me", hello.getString("primary", new BsonString("a server")))
                .getValue();
    }

    private TrialLine version(BsonDocument hello) {
        String version =
                admin("buildInfo").getString("version", new BsonString("?")).getValue();
        return hello.getInt32("maxWireVersion", new BsonInt32(0)).getValue() < WIRE_VERSION_5_0
                ? TrialLine.bad(
                        VERSION, "MongoDB %s is older than 5.0.".formatted(version), "Upgrade it to 5.0 or newer.")
                : TrialLine.good(VERSION, "MongoDB %s.".formatted(version));
    }

    private static TrialLine set(BsonDocument hello) {
        if (hello.containsKey("setName")) {
            return TrialLine.good(
                    SET,
                    "%s, %s members that bear data."
                            .formatted(
                                    hello.getString("setName").getValue(),
                                    hello.getArray("hosts", new BsonArray()).size()));
        }
        return hello.containsKey("msg")
                ? TrialLine.good(SET, "A sharded cluster, reached through a mongos.")
                : TrialLine.bad(
                        SET,
                        "Neither in a replica set nor a mongos, so it has no change streams.",
                        "Start it with --replSet and initiate a replica set; one node will do.");
    }

    private MongoCollection<BsonDocument> collection() {
        return client.getDatabase(place.namespace().getDatabaseName())
                .getCollection(place.namespace().getCollectionName(), BsonDocument.class);
    }

    private TrialLine read() {
        sample = collection()
                .aggregate(List.of(
                        Aggregates.match(DocumentLimit.hasShortId()),
                        Aggregates.limit(SAMPLE),
                        Aggregates.project(Projections.include(dialect.topFields())),
                        Aggregates.match(DocumentLimit.OF_LOCKS.fits())))
                .batchSize(DocumentLimit.OF_LOCKS.batch())
                .into(new ArrayList<>());
        return new ReadTrial(dialect, sample).line(READ);
    }

    private TrialLine stream() {
        try (var cursor =
                collection().watch().maxAwaitTime(1, TimeUnit.MILLISECONDS).cursor()) {
            var unused = cursor.tryNext();
            return TrialLine.good(STREAM, "A change stream opens: changes are seen as they happen.");
        }
    }

    private TrialLine indexes() {
        try {
            List<BsonDocument> found =
                    collection().listIndexes(BsonDocument.class).into(new ArrayList<>());
            indexes = TtlIndexes.of(found);
            return TrialLine.good(INDEXES, String.format(Locale.ROOT, "May list them: there are %d.", found.size()));
        } catch (MongoCommandException e) {
            return TrialLine.less(
                    INDEXES,
                    "The user lacks listIndexes, so expiry by TTL index is unknown.",
                    "Grant the console's user listIndexes on %s.".formatted(place));
        }
    }

    /** The locks are watched without them. */
    private TrialLine jobs(String collection) {
        String database = place.namespace().getDatabaseName();
        try {
            client.getDatabase(database)
                    .getCollection(collection)
                    .find()
                    .projection(DocumentLimit.shortId())
                    .first();
            return TrialLine.good(JOBS, "May read %s, which tells of the jobs behind the locks.".formatted(collection));
        } catch (MongoException e) {
            return TrialLine.less(
                    JOBS,
                    cluster.sentence(e) + " What runs behind the locks is unknown.",
                    "Grant the console's user find on %s.%s.".formatted(database, collection));
        }
    }

    private GrantedPrivileges granted() {
        return GrantedPrivileges.of(
                client.getDatabase("admin").runCommand(GrantedPrivileges.command(), BsonDocument.class));
    }
}

package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoNamespace;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;

/**
 * What a living library wrote to its collection, as {@code ./lockkeeper dialects --record} recorded it: a header, then one event a
 * line, in canonical Extended JSON. It can be played once more, at full speed: each change is told with the time at which it was
 * recorded, so that no time in a document has to be moved.
 *
 * @param header the dialect, its library and version, when it was recorded, and the collection's TTL indexes
 * @param events those of the change stream; what was there before each is what the one before it left
 */
public record RecordedStream(BsonDocument header, List<BsonDocument> events) {

    private static final Path FOLDER = Path.of("src", "test", "resources", "recorded-streams");

    /** A change as the console was told of it, at the time of the recording; forced if it was an operator's. */
    public record Told(LockWrite change, boolean forced) {}

    public static Path file(String name) {
        return FOLDER.resolve(name + ".jsonl");
    }

    /** The names of all, which begin with their dialect's. */
    public static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(".jsonl", ""))
                    .sorted()
                    .toList();
        }
    }

    public static RecordedStream of(String name) throws IOException {
        List<BsonDocument> lines =
                Files.readAllLines(file(name)).stream().map(BsonDocument::parse).toList();
        return new RecordedStream(lines.getFirst(), lines.subList(1, lines.size()));
    }

    public Dialect dialect() {
        return ForeignDocuments.dialects()
                .find(header.getString("dialect").getValue())
                .orElseThrow();
    }

    /** Writes it to a collection that a feed follows; answers what the feed told. */
    public List<Told> play(MongoDatabase database) {
        MongoCollection<BsonDocument> collection = empty(database);
        Ear ear = new Ear();
        CollectionFeed feed = feed(collection.getNamespace(), ear);
        feed.start();
        await().until(() -> ear.readings.get() == 1);
        collection.dropIndexes(); // they are known by now; the TTL monitor would find all that is recorded long expired
        Map<BsonTimestamp, BsonDocument> written = new HashMap<>();
        events.forEach(event -> written.put(write(event, collection), event));
        collection.drop();
        await().until(() -> ear.readings.get() == 2);
        feed.stop();
        return ear.heard.stream()
                .map(change -> told(change, Objects.requireNonNull(written.get(change.clusterTime()))))
                .toList();
    }

    /** Writes it to a collection that no feed follows yet; answers what a reading of its past tells. */
    public List<Told> recall(MongoDatabase database) {
        String name = dialect().id() + ".past";
        MongoCollection<BsonDocument> collection = database.getCollection(name, BsonDocument.class);
        database.createCollection(name);
        BsonTimestamp from = CommittedTime.after(CommittedTime.of(database, "locks"));
        Map<BsonTimestamp, BsonDocument> written = new HashMap<>();
        events.forEach(event -> written.put(write(event, collection), event));
        if (!header.getArray("indexes").isEmpty()) { // the TTL monitor would find all that is recorded long expired
            database.runCommand(new BsonDocument("createIndexes", new BsonString(name))
                    .append("indexes", header.getArray("indexes")));
        }
        Ear ear = new Ear();
        Place place = new Place(null, collection.getNamespace());
        new CollectionPast(
                        database,
                        place,
                        List.of(source(place, ear)),
                        CommittedTime.of(database, "locks"),
                        () -> true,
                        at -> {})
                .read(from);
        collection.drop();
        return ear.heard.stream()
                .filter(change -> written.containsKey(change.clusterTime()))
                .map(change -> told(change, Objects.requireNonNull(written.get(change.clusterTime()))))
                .toList();
    }

    private FollowedSource source(Place place, Ear ear) {
        LockSource source = LockSource.of(place, dialect().id(), Instant.EPOCH, "administrator");
        return new FollowedSource(source, new Board(dialect()), List.of(ear));
    }

    private MongoCollection<BsonDocument> empty(MongoDatabase database) {
        String name = dialect().id();
        database.createCollection(
                name,
                new CreateCollectionOptions()
                        .changeStreamPreAndPostImagesOptions(new ChangeStreamPreAndPostImagesOptions(true)));
        if (!header.getArray("indexes").isEmpty()) {
            database.runCommand(new BsonDocument("createIndexes", new BsonString(name))
                    .append("indexes", header.getArray("indexes")));
        }
        return database.getCollection(name, BsonDocument.class);
    }

    private CollectionFeed feed(MongoNamespace namespace, Ear ear) {
        Cluster cluster =
                Clusters.of(MongoServer.shared().client(), new ServerClock()).get(null);
        Place place = new Place(null, namespace);
        return CollectionFeed.of(cluster, List.of(source(place, ear)), Optional::empty);
    }

    /** Answers its place among all writes. */
    private static BsonTimestamp write(BsonDocument event, MongoCollection<BsonDocument> collection) {
        BsonDocument key = event.getDocument("key");
        try (ClientSession session = MongoServer.shared().client().startSession()) {
            String operation = event.getString("operation").getValue();
            long changed = switch (operation) {
                case "insert" ->
                    collection.insertOne(session, event.getDocument("document")).wasAcknowledged() ? 1 : 0;
                case "replace" ->
                    collection
                            .replaceOne(session, key, event.getDocument("document"))
                            .getModifiedCount();
                case "update" ->
                    collection
                            .updateOne(session, key, event.getDocument("update"))
                            .getModifiedCount();
                case "delete" -> collection.deleteOne(session, key).getDeletedCount();
                default -> throw new IllegalArgumentException(operation);
            };
            assertThat(changed).as(event.toJson()).isEqualTo(1);
            return Objects.requireNonNull(session.getOperationTime());
        }
    }

    private Told told(LockWrite change, BsonDocument event) {
        Instant at = Instant.ofEpochMilli(header.getDateTime("recordedAt").getValue())
                .plusMillis(event.getNumber("millis").longValue());
        return new Told(
                new LockWrite(change.id(), change.before(), change.after(), change.deleted(), at, change.clusterTime()),
                event.getBoolean("forced", BsonBoolean.FALSE).getValue());
    }

    private static final class Ear implements LockWrite.Listener {

        final BlockingQueue<LockWrite> heard = new LinkedBlockingQueue<>();
        final AtomicInteger readings = new AtomicInteger();

        @Override
        public void changed(LockSource source, Board board, LockWrite change) {
            heard.add(change);
        }

        @Override
        public void past(LockSource source, Board board, LockWrite change) {
            heard.add(change);
        }

        @Override
        public void readAnew(LockSource source, Board board) {
            readings.incrementAndGet();
        }
    }
}

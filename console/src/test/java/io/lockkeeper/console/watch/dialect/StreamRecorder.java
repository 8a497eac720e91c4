package io.lockkeeper.console.watch.dialect;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import com.mongodb.client.model.changestream.UpdateDescription;
import io.lockkeeper.console.watch.source.RecordedStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** Records what a living library writes to its collection as a {@link RecordedStream}. Asked for by the system property {@code record.streams}. */
final class StreamRecorder {

    private static final JsonWriterSettings EXACT =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    private final String name;
    private final FileDialect dialect;
    private final MongoCollection<BsonDocument> collection;
    private final MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> stream;
    private final Set<BsonTimestamp> forced = new HashSet<>();

    private StreamRecorder(String name, FileDialect dialect, MongoCollection<BsonDocument> collection) {
        this.name = name;
        this.dialect = dialect;
        this.collection = collection;
        stream = collection.watch().cursor();
    }

    /** From now on, if recordings are asked for. */
    static Optional<StreamRecorder> start(String name, FileDialect dialect, MongoCollection<BsonDocument> collection) {
        return Boolean.getBoolean("record.streams")
                ? Optional.of(new StreamRecorder(name, dialect, collection))
                : Optional.empty();
    }

    /** The write at that place among all was an operator's. */
    void forced(BsonTimestamp place) {
        forced.add(place);
    }

    /** Ends the stream by dropping the collection, and writes its file. */
    void finish() {
        BsonArray indexes = ttlIndexes();
        collection.drop();
        List<ChangeStreamDocument<BsonDocument>> events = new ArrayList<>();
        try (stream) {
            for (var event = stream.next(); event.getOperationType() != OperationType.DROP; event = stream.next()) {
                events.add(event);
            }
        }
        long began = millis(events.getFirst());
        List<String> lines = new ArrayList<>();
        lines.add(header(began, indexes).toJson(EXACT));
        events.forEach(event -> lines.add(line(event, began).toJson(EXACT)));
        try {
            Files.createDirectories(RecordedStream.file(name).getParent());
            Files.write(RecordedStream.file(name), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private BsonArray ttlIndexes() {
        return new BsonArray(collection.listIndexes(BsonDocument.class).into(new ArrayList<>()).stream()
                .filter(index -> index.containsKey("expireAfterSeconds"))
                .toList());
    }

    private BsonDocument header(long began, BsonArray indexes) {
        String version = ((Evidence.Run) dialect.evidence()).version();
        return new BsonDocument("dialect", new BsonString(dialect.id()))
                .append("library", new BsonString(dialect.library()))
                .append("version", new BsonString(version))
                .append("recordedAt", new BsonDateTime(began))
                .append("indexes", indexes);
    }

    private BsonDocument line(ChangeStreamDocument<BsonDocument> event, long began) {
        BsonDocument line = new BsonDocument("millis", new BsonInt64(millis(event) - began))
                .append("operation", new BsonString(event.getOperationTypeString()))
                .append("key", event.getDocumentKey());
        UpdateDescription update = event.getUpdateDescription();
        if (update != null) {
            line.append("update", update(update));
        } else if (event.getFullDocument() != null) {
            line.append("document", event.getFullDocument());
        }
        if (forced.contains(event.getClusterTime())) {
            line.append("forced", BsonBoolean.TRUE);
        }
        return line;
    }

    /** As an update that does the same. */
    private static BsonDocument update(UpdateDescription description) {
        BsonDocument update = new BsonDocument();
        BsonDocument set = description.getUpdatedFields();
        if (set != null && !set.isEmpty()) {
            update.append("$set", set);
        }
        List<String> removed = description.getRemovedFields();
        if (removed != null && !removed.isEmpty()) {
            BsonDocument unset = new BsonDocument();
            removed.forEach(field -> unset.append(field, BsonBoolean.TRUE));
            update.append("$unset", unset);
        }
        return update;
    }

    private static long millis(ChangeStreamDocument<BsonDocument> event) {
        return Objects.requireNonNull(event.getWallTime(), "Recording needs MongoDB 6.0")
                .getValue();
    }
}

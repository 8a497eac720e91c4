package io.lockkeeper.console.watch.dialect;

import com.mongodb.client.MongoCollection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * What a library writes from state to state, and how each is to be read. The times lie far in the future, where no TTL monitor
 * comes by.
 */
record Fixture(BsonDocument json) {

    private static final Path FOLDER = Path.of("src/test/resources/foreign-locks");

    static Stream<Fixture> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().map(Fixture::read).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Fixture of(String dialect) {
        return read(FOLDER.resolve(dialect + ".json"));
    }

    private static Fixture read(Path file) {
        try {
            return new Fixture(BsonDocument.parse(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String dialect() {
        return json.getString("dialect").getValue();
    }

    TtlIndexes indexes() {
        return TtlIndexes.of(json.getArray("indexes", new BsonArray()).stream()
                .map(each -> each.asDocument())
                .toList());
    }

    List<Step> steps() {
        return json.getArray("steps").stream()
                .map(each -> new Step(each.asDocument()))
                .toList();
    }

    /** Writes what the library writes until it holds the lock for the first time. */
    static void hold(String dialect, MongoCollection<BsonDocument> collection) {
        for (Step step : of(dialect).steps()) {
            step.write(collection);
            if (step.then()
                    .filter(it -> it.getString("state").getValue().equals("HELD"))
                    .isPresent()) {
                return;
            }
        }
    }

    @Override
    public String toString() {
        return dialect();
    }

    /** One write of the library, of nobody, or of an operator by force. */
    record Step(BsonDocument json) {

        String does() {
            return json.getString("does").getValue();
        }

        Instant at() {
            return Instant.parse(json.getString("at").getValue());
        }

        Optional<String> force() {
            BsonDocument write = json.getDocument("write");
            return Optional.ofNullable(write.getString("force", null)).map(BsonString::getValue);
        }

        void write(MongoCollection<BsonDocument> collection) {
            BsonDocument write = json.getDocument("write");
            switch (write.getFirstKey()) {
                case "insert" -> collection.insertOne(write.getDocument("insert"));
                case "update" -> {
                    BsonArray both = write.getArray("update");
                    collection.updateOne(both.get(0).asDocument(), both.get(1).asDocument());
                }
                case "replace" -> {
                    BsonArray both = write.getArray("replace");
                    collection.replaceOne(both.get(0).asDocument(), both.get(1).asDocument());
                }
                case "delete" -> collection.deleteMany(write.getDocument("delete"));
                case "nothing" -> {}
                default -> throw new IllegalArgumentException(write.toJson());
            }
        }

        /** How the lock is to be read then; empty for no lock. */
        Optional<BsonDocument> then() {
            return json.isNull("then") ? Optional.empty() : Optional.of(json.getDocument("then"));
        }
    }
}

package io.lockkeeper.commandline;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.CommandListener;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.ServerAbilities;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.conversions.Bson;

/** The database of the locks, through a client of its own; reads are from the primary, with majority read concern. */
public final class Database implements AutoCloseable {

    /** How long one command may take. */
    public static final Duration LIMIT = Duration.ofSeconds(10);

    private final MongoClientSettings settings;
    private final String name;
    private final MongoClient client;

    Database(MongoClientSettings settings, String name) {
        this.settings = settings;
        this.name = name;
        this.client = MongoClients.create(settings);
    }

    /** Another database of that cluster, through a client of its own that this listens to. */
    public Database beside(String other, CommandListener listener) {
        return new Database(
                MongoClientSettings.builder(settings)
                        .addCommandListener(listener)
                        .build(),
                other);
    }

    public MongoClientSettings settings() {
        return settings;
    }

    public String name() {
        return name;
    }

    public MongoClient client() {
        return client;
    }

    public MongoCollection<BsonDocument> locks() {
        return collection(name, LockDocument.COLLECTION);
    }

    public MongoCollection<BsonDocument> agents() {
        return collection(name, AgentDocument.COLLECTION);
    }

    public MongoDatabase database(String other) {
        return client.getDatabase(other)
                .withReadConcern(ReadConcern.MAJORITY)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary())
                .withTimeout(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    public MongoCollection<BsonDocument> collection(String other, String collection) {
        return database(other).getCollection(collection, BsonDocument.class);
    }

    /** What locks need and the server lacks, in one sentence; empty if nothing. */
    public Optional<String> missing(BsonDocument hello) {
        return ServerAbilities.missing(hello, command -> database(name).runCommand(command, BsonDocument.class));
    }

    /** The server's answer to {@code hello}. */
    public BsonDocument hello() {
        return database("admin").runCommand(new BsonDocument("hello", new BsonInt32(1)), BsonDocument.class);
    }

    /**
     * Changes a lock, and wakes the agents that it concerns.
     *
     * @param filter which document
     * @param stamp of the change
     * @return the lock as it is now; empty if none matched
     */
    public Optional<LockDocument> change(Change change, Bson filter, String stamp) {
        BsonDocument answer = locks().findOneAndUpdate(filter, change.pipeline(), change.options());
        if (answer == null) {
            return Optional.empty();
        }
        LockDocument left = Change.answer(answer).lock();
        new HintWriter(name, (other, command) -> database(other).runCommand(command, BsonDocument.class))
                .changed(left, stamp);
        return Optional.of(left);
    }

    void requireAbilities() {
        missing(hello()).ifPresent(missing -> {
            throw new FailedException(ExitCode.UNAVAILABLE, missing + ".");
        });
    }

    @Override
    public void close() {
        client.close();
    }
}

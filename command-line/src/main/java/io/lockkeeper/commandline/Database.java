package io.lockkeeper.commandline;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.ServerAbilities;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

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

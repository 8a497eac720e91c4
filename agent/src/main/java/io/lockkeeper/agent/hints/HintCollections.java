package io.lockkeeper.agent.hints;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ServerDescription;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * The collections of hints in one database. A collection is made before its first use, and again under each new primary: one in {@code local}
 * is not replicated, and an insert into a missing collection would make one that is not capped, which no cursor can tail.
 */
final class HintCollections {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration WRITE_WITHIN = Duration.ofMillis(500);
    private static final Duration PROBED_WITHIN = Duration.ofMillis(1);
    private static final int BAD_VALUE = 2;
    private static final int NAMESPACE_EXISTS = 48;
    /** The codes with which servers refuse at any time. */
    private static final Set<Integer> REFUSALS = Set.of(
            BAD_VALUE,
            NAMESPACE_EXISTS, // and another program uses it
            13, // Unauthorized
            20, // IllegalOperation
            59, // CommandNotFound
            72, // InvalidOptions
            73, // InvalidNamespace
            115, // CommandNotSupported
            238, // NotImplemented
            323, // not in the Stable API
            8000); // of Atlas

    private static final BsonDocument OF_OTHERS =
            BsonDocument.parse("{ $nor: [ { to: { $type: 'string' }, wake: { $type: 'string' } } ] }");

    private final MongoClient client;
    private final MongoDatabase database;
    /** Under which primary each collection was last made. */
    private final Map<String, String> made = new ConcurrentHashMap<>();

    HintCollections(MongoClient client, MongoDatabase database) {
        this.client = client;
        this.database = database.withReadConcern(
                        ReadConcern.LOCAL) // a majority read is not awake yet when the insert wakes the cursor
                .withWriteConcern(WriteConcern.W1)
                .withTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    static boolean isRefusal(MongoException e) {
        return REFUSALS.contains(e.getCode());
    }

    /** Does all that hints need. */
    void probe(String collection, String agent) {
        insert(collection, List.of(new Hint("", "")));
        open(collection, agent, PROBED_WITHIN).close();
    }

    void insert(String collection, List<Hint> hints) {
        make(collection);
        var unused = database.withTimeout(WRITE_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
                .runCommand(Hint.insert(collection, hints));
    }

    /** Hints for the agent, from now on. */
    Wakes open(String collection, String agent, Duration silence) {
        make(collection);
        try {
            return opened(collection, agent, silence);
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != BAD_VALUE) {
                throw e;
            }
            makeCapped(collection); // an insert had made it
            return opened(collection, agent, silence);
        }
    }

    private Wakes opened(String collection, String agent, Duration silence) {
        HintCursor cursor = tail(collection, agent, silence);
        if (cursor.isAlive()) {
            return cursor;
        }
        cursor.close(); // as every cursor over an empty collection
        insert(collection, List.of(new Hint("", "")));
        return tail(collection, agent, silence);
    }

    private HintCursor tail(String collection, String agent, Duration silence) {
        return HintCursor.open(database.getCollection(collection, BsonDocument.class), agent, silence, this::primary);
    }

    private void make(String collection) {
        String primary = primary();
        if (!primary.equals(made.get(collection))) {
            create(collection);
            made.put(collection, primary);
        }
    }

    private void create(String collection) {
        try {
            var unused = database.runCommand(HintPlace.create(collection));
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NAMESPACE_EXISTS) {
                throw e;
            }
            requireOurs(collection);
        }
    }

    /** Refuses a collection of others: writing to a capped one, or making one capped, deletes documents. */
    private void requireOurs(String collection) {
        BsonDocument other = database.getCollection(collection, BsonDocument.class)
                .find(OF_OTHERS)
                .first();
        if (other != null) {
            throw new MongoException(
                    NAMESPACE_EXISTS,
                    "another program uses %s.%s, where a document has the fields %s"
                            .formatted(database.getName(), collection, String.join(", ", other.keySet())));
        }
    }

    private void makeCapped(String collection) {
        requireOurs(collection);
        var unused = database.runCommand(new BsonDocument("convertToCapped", new BsonString(collection))
                .append("size", new BsonInt32(HintPlace.BYTES)));
        insert(collection, List.of(new Hint("", "")));
    }

    /** The primary that the driver knows, and its election; asks no server. */
    private String primary() {
        return client.getClusterDescription().getServerDescriptions().stream()
                .filter(ServerDescription::isPrimary)
                .findFirst()
                .map(primary -> primary.getAddress() + " " + primary.getElectionId())
                .orElse("none");
    }
}

package io.lockkeeper.agent;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoIncompatibleDriverException;
import com.mongodb.MongoSecurityException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.LockIndexes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an agent wants to know of a MongoDB before it promises anything. Each refusal says what is wrong and what would do. */
final class ServerCheck {

    private static final Logger log = LoggerFactory.getLogger(ServerCheck.class);
    /** The wire version of MongoDB 5.0. */
    private static final int WIRE_VERSION_5_0 = 13;

    private final MongoDatabase database;
    private final Duration timeout;
    private final boolean presence;
    private final PoolCheck pool;

    ServerCheck(MongoDatabase database, Duration timeout, boolean presence) {
        this.presence = presence;
        this.database = database.withReadPreference(ReadPreference.primary())
                .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        this.timeout = timeout;
        this.pool = new PoolCheck(
                (hello, within) -> this.database
                        .withTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
                        .runCommand(hello, BsonDocument.class),
                timeout);
    }

    /**
     * Asks the server what it is, on how many connections it may be asked, and what its user may do.
     *
     * @throws UnsupportedServerException if it is too old, keeps no replicated log, refuses the client or a privilege that locks need, or
     *     the client uses one connection alone
     * @throws ServerUnavailableException if no primary answers in time
     */
    void requireSupported() {
        BsonDocument hello = hello();
        requireSupported(hello);
        pool.requireTwoConnections(hello);
        requirePrivileges();
    }

    /** Each that is missing is named: those without which there are no locks in the refusal, the others in the log. */
    private void requirePrivileges() {
        Privileges privileges = privileges();
        for (Privileges.Need need : privileges.missingBeside(presence)) {
            log.warn(
                    "user={} database={} lacks the privilege {} on {}: {}",
                    privileges.user(),
                    database.getName(),
                    need.action(),
                    need.collection(),
                    need.without());
        }
        if (!privileges.missingForLocks().isEmpty()) {
            throw new UnsupportedServerException(
                    "The MongoDB user \"%s\" lacks %s: no lock can be acquired or released. Grant it the role of docs/operations.md"
                            .formatted(
                                    privileges.user(),
                                    privileges.missingForLocks().stream()
                                            .map(need -> "the privilege %s on %s.%s"
                                                    .formatted(need.action(), database.getName(), need.collection()))
                                            .collect(Collectors.joining(", "))),
                    null);
        }
    }

    private Privileges privileges() {
        try {
            return Privileges.of(database.runCommand(Privileges.COMMAND, BsonDocument.class), database.getName());
        } catch (MongoException e) {
            if (!isRefusal(e)) {
                throw unavailable(e);
            }
            log.debug("The server does not tell what its user may do", e);
            return Privileges.of(new BsonDocument(), database.getName());
        }
    }

    static void requireSupported(BsonDocument hello) {
        int wireVersion = hello.getInt32("maxWireVersion", new BsonInt32(0)).getValue();
        if (wireVersion < WIRE_VERSION_5_0) {
            throw new UnsupportedServerException(
                    "This MongoDB is older than 5.0 (wire version %d, %d is needed): it cannot change a lock by the server's clock"
                            .formatted(wireVersion, WIRE_VERSION_5_0),
                    null);
        }
        if (!hello.containsKey("setName") && !isMongos(hello)) {
            throw new UnsupportedServerException(
                    "This MongoDB is a standalone server: it has no majority that outlives it, and no change streams."
                            + " Use a replica set (one node will do) or a sharded cluster",
                    null);
        }
        if (hello.containsKey("arbiters")) {
            log.warn(
                    "This replica set has an arbiter: with a data-bearing member down no lock can be taken or renewed");
        }
    }

    void prepare(IndexMode mode, MongoCollection<BsonDocument> collection) {
        MongoCollection<BsonDocument> locks = collection.withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        try {
            switch (mode) {
                case CREATE -> locks.createIndexes(LockIndexes.all());
                case VERIFY -> requireIndexes(locks);
                case NONE -> log.debug("Indexes are not looked at");
            }
        } catch (MongoException e) {
            throw isRefusal(e)
                    ? new UnsupportedServerException(
                            "The indexes of %s could not be prepared (index mode %s): %s"
                                    .formatted(locks.getNamespace(), mode, e.getMessage()),
                            e)
                    : unavailable(e);
        }
    }

    private BsonDocument hello() {
        try {
            return database.runCommand(new BsonDocument("hello", new BsonInt32(1)), BsonDocument.class);
        } catch (MongoException e) {
            throw isRefusal(e)
                    ? new UnsupportedServerException("This MongoDB refuses the agent: " + e.getMessage(), e)
                    : unavailable(e);
        }
    }

    private ServerUnavailableException unavailable(MongoException e) {
        return new ServerUnavailableException(
                "No MongoDB primary answered within %s: %s".formatted(timeout, e.getMessage()), e);
    }

    /** A server that is not there is no reason to call it unsupported; one that answered with a no is. */
    private static boolean isRefusal(MongoException e) {
        return e instanceof MongoCommandException
                || e instanceof MongoSecurityException
                || e instanceof MongoIncompatibleDriverException;
    }

    private static boolean isMongos(BsonDocument hello) {
        return hello.isString("msg") && hello.getString("msg").getValue().equals("isdbgrid");
    }

    private static void requireIndexes(MongoCollection<BsonDocument> locks) {
        boolean found = locks.listIndexes(BsonDocument.class).into(new ArrayList<>()).stream()
                .anyMatch(index -> index.getString("name").getValue().equals(LockIndexes.PURGE));
        if (!found) {
            throw new UnsupportedServerException(
                    "%s lacks the index \"%s\"; create it, or connect with index mode CREATE"
                            .formatted(locks.getNamespace(), LockIndexes.PURGE),
                    null);
        }
    }
}

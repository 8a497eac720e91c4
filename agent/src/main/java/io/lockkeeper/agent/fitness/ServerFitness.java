package io.lockkeeper.agent.fitness;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoIncompatibleDriverException;
import com.mongodb.MongoSecurityException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.RetryPause;
import io.lockkeeper.model.GrantedPrivileges;
import io.lockkeeper.model.ServerAbilities;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that a MongoDB, the client and its user are fit for locks. Each refusal says what is wrong and what to do. */
public final class ServerFitness {

    private static final Logger log = LoggerFactory.getLogger(ServerFitness.class);
    /** The wire version of MongoDB 5.0. */
    private static final int WIRE_VERSION_5_0 = 13;

    private final MongoDatabase database;
    private final Duration timeout;
    private final boolean presence;
    private final Refusals refusals;
    private final PoolProbe pool;

    public ServerFitness(MongoDatabase database, Duration timeout, boolean presence, Refusals refusals) {
        this.presence = presence;
        this.refusals = refusals;
        this.database = database.withReadPreference(ReadPreference.primary())
                .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        this.timeout = timeout;
        this.pool = new PoolProbe(
                (hello, within) -> this.database
                        .withTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
                        .runCommand(hello, BsonDocument.class),
                timeout,
                refusals);
    }

    /**
     * Asks the server what it is, on how many connections it may be asked, and what its user may do.
     *
     * @throws RuntimeException as {@link Refusals#unsupported} says, if the server is too old, keeps no replicated log, lacks what locks need,
     *     refuses the client or a privilege, or the client uses only one connection; as {@link Refusals#unavailable} says, if no primary answers
     *     in time
     */
    public void require() {
        BsonDocument hello = hello();
        requireSupported(hello, refusals);
        requireAble(hello);
        pool.requireTwoConnections(hello);
        requirePrivileges();
    }

    /** A server of another maker may call itself a MongoDB that it is not. */
    private void requireAble(BsonDocument hello) {
        try {
            ServerAbilities.missing(hello, command -> database.runCommand(command, BsonDocument.class))
                    .ifPresent(missing -> {
                        throw refusals.unsupported(missing, null);
                    });
        } catch (MongoException e) {
            throw unavailable(e);
        }
    }

    /** Each that is missing is named: those without which there are no locks in the refusal, the others in the log. */
    private void requirePrivileges() {
        RequiredPrivileges privileges = privileges();
        for (RequiredPrivileges.Need need : privileges.missingBeside(presence)) {
            log.warn(
                    "user={} database={} lacks the privilege {} on {}: {}",
                    privileges.granted().user(),
                    database.getName(),
                    need.action(),
                    need.collection(),
                    need.without());
        }
        if (!privileges.missingForLocks().isEmpty()) {
            throw refusals.unsupported(
                    "The MongoDB user \"%s\" lacks %s: no lock can be acquired or released. Grant it the role of docs/reference/operations.md"
                            .formatted(
                                    privileges.granted().user(),
                                    privileges.missingForLocks().stream()
                                            .map(need -> "the privilege %s on %s.%s"
                                                    .formatted(need.action(), database.getName(), need.collection()))
                                            .collect(Collectors.joining(", "))),
                    null);
        }
    }

    private RequiredPrivileges privileges() {
        try {
            return privileges(database.runCommand(GrantedPrivileges.command(), BsonDocument.class));
        } catch (MongoException e) {
            if (!isRefusal(e)) {
                throw unavailable(e);
            }
            log.debug("The server does not say what its user may do", e);
            return privileges(new BsonDocument());
        }
    }

    private RequiredPrivileges privileges(BsonDocument connectionStatus) {
        return new RequiredPrivileges(GrantedPrivileges.of(connectionStatus), database.getName());
    }

    static void requireSupported(BsonDocument hello, Refusals refusals) {
        int wireVersion = hello.getInt32("maxWireVersion", new BsonInt32(0)).getValue();
        if (wireVersion < WIRE_VERSION_5_0) {
            throw refusals.unsupported(
                    String.format(
                            Locale.ROOT,
                            "This MongoDB is older than 5.0 (wire version %d, %d is needed): it cannot change a lock"
                                    + " by the server's clock",
                            wireVersion,
                            WIRE_VERSION_5_0),
                    null);
        }
        if (!hello.containsKey("setName") && !isMongos(hello)) {
            throw refusals.unsupported(
                    "This MongoDB is a standalone server: it has no majority that outlives it, and no change streams."
                            + " Use a replica set (one node will do) or a sharded cluster",
                    null);
        }
        if (!hello.getArray("arbiters", new BsonArray()).isEmpty()) {
            log.warn(
                    "This replica set has an arbiter: with a data-bearing member down no lock can be taken or renewed");
        }
    }

    /** Asks again where a connection was closed: a server lets only so many in at a time. */
    private BsonDocument hello() {
        long giveUpAt = System.nanoTime() + timeout.toNanos();
        RetryPause pause = new RetryPause(Machine.JVM);
        for (int failures = 1; ; failures++) {
            try {
                return database.runCommand(new BsonDocument("hello", new BsonInt32(1)), BsonDocument.class);
            } catch (MongoException e) {
                if (isRefusal(e)) {
                    throw refusals.unsupported("This MongoDB refuses the agent: " + e.getMessage(), e);
                }
                if (System.nanoTime() - giveUpAt >= 0 || pause.wasInterrupted(failures)) {
                    throw unavailable(e);
                }
            }
        }
    }

    private RuntimeException unavailable(MongoException e) {
        return unavailable(refusals, timeout, e);
    }

    static RuntimeException unavailable(Refusals refusals, Duration timeout, MongoException e) {
        return refusals.unavailable("No MongoDB primary answered within %s: %s".formatted(timeout, e.getMessage()), e);
    }

    /** Whether the server refused: one that cannot be reached is not called unsupported. */
    static boolean isRefusal(MongoException e) {
        return e instanceof MongoCommandException
                || e instanceof MongoSecurityException
                || e instanceof MongoIncompatibleDriverException;
    }

    private static boolean isMongos(BsonDocument hello) {
        return hello.isString("msg") && hello.getString("msg").getValue().equals("isdbgrid");
    }

    /** How a refusal reaches the agent's callers. */
    public interface Refusals {

        /** The server, the client or its user cannot be used for locks as they are. */
        RuntimeException unsupported(String message, @Nullable Throwable cause);

        /** No primary answered in time. A later check may succeed. */
        RuntimeException unavailable(String message, Throwable cause);
    }
}

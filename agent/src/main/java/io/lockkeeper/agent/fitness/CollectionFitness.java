package io.lockkeeper.agent.fitness;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.fitness.ServerFitness.Refusals;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockkeeperCollection;
import io.lockkeeper.model.PurgeIndex;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that the collection of the locks is free for them before anything is created in it, and prepares its index. */
public final class CollectionFitness {

    private static final Logger log = LoggerFactory.getLogger(CollectionFitness.class);
    private static final LockkeeperCollection LOCKS = LockkeeperCollection.LOCKS;

    private final MongoDatabase database;
    private final MongoCollection<BsonDocument> locks;
    private final Duration timeout;
    private final Refusals refusals;
    private volatile String warnedOf = "";

    /** Uses a database handle with the agent's settings. */
    public CollectionFitness(MongoDatabase database, Duration timeout, Refusals refusals) {
        this.database = database.withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        this.locks = this.database.getCollection(LOCKS.name(), BsonDocument.class);
        this.timeout = timeout;
        this.refusals = refusals;
    }

    /**
     * Looks at the collection. What others keep beside locks that are there already is a warning.
     *
     * @throws RuntimeException as {@link Refusals} says, if others use the collection and no agent does, or no primary answers in time
     */
    public CollectionLook requireFree() {
        CollectionLook look = asked(
                "could not be looked at",
                () -> CollectionLook.at(LOCKS, command -> database.runCommand(command, BsonDocument.class)));
        if (look.refused()) {
            throw refusals.unsupported(
                    "The collection %s cannot hold locks: it %s. Nothing was created or changed there, and no lock can be acquired."
                                    .formatted(locks.getNamespace(), look.found())
                            + " Give the agent another database, in which \"locks\" is free: the second argument of LockAgent.connect,"
                            + " lockkeeper.database in Spring Boot, --database of the command line",
                    null);
        }
        if (!look.obstacles().isEmpty() && !warnedOf.equals(look.found())) {
            warnedOf = look.found();
            log.warn(
                    "The collection {}, which holds locks, is used by another program as well: it {}. Locks work as far as that lets them; move"
                            + " what is not Lockkeeper's to another collection",
                    locks.getNamespace(),
                    look.found());
        }
        return look;
    }

    /**
     * Creates the index of the locks.
     *
     * @throws RuntimeException as {@link Refusals} says
     */
    public void createIndexes(CollectionLook look) {
        var unused = asked("could not be given its index (index mode CREATE)", () -> {
            PurgeIndexes.create(locks, look);
            return look;
        });
    }

    /**
     * Checks that the index of the locks has been created.
     *
     * @throws RuntimeException as {@link Refusals} says
     */
    public void requireIndexes(CollectionLook look) {
        PurgeIndex purge = LockkeeperCollection.PURGE;
        if (purge.among(look.indexes()).isEmpty()) {
            throw refusals.unsupported(
                    "%s lacks the index \"%s\", or the user may not list indexes; create it with docker/roles.js, grant listIndexes, or connect with index mode CREATE"
                            .formatted(locks.getNamespace(), purge.name()),
                    null);
        }
    }

    private <T> T asked(String what, Supplier<T> question) {
        try {
            return question.get();
        } catch (MongoException e) {
            throw ServerFitness.isRefusal(e)
                    ? refusals.unsupported(
                            "The collection %s %s: %s".formatted(locks.getNamespace(), what, e.getMessage()), e)
                    : ServerFitness.unavailable(refusals, timeout, e);
        }
    }
}

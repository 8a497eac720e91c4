package io.lockkeeper.agent.presence;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.fitness.PurgeIndexes;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockkeeperCollection;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code agents} collection, which is looked at, and given its indexes, before anything is written to it and every ten minutes. */
public final class AgentsCollection {

    private static final Logger log = LoggerFactory.getLogger(AgentsCollection.class);

    /** Those that were seen lately. */
    static final BsonDocument LIVE =
            BsonDocument.parse(String.format(Locale.ROOT, """
                { service: { $type: 'string' }, held: { $type: 'number' },
                  $expr: { $gt: ['$lastSeen', { $subtract: ['$$NOW', %d] }] } }
                """, AgentDocument.MISSED.toMillis()));

    private static final LockkeeperCollection AGENTS = LockkeeperCollection.AGENTS;
    private static final Duration AGAIN = Duration.ofMinutes(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final MongoDatabase database;
    private final MongoCollection<BsonDocument> agents;
    private final boolean createsIndexes;
    private final LongSupplier ticker;
    private volatile @Nullable Long preparedAt;

    /** Uses a database handle with the agent's settings. */
    public AgentsCollection(MongoDatabase database, boolean createsIndexes, LongSupplier ticker) {
        this.database = database.withTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        this.agents =
                this.database.getCollection(AGENTS.name(), BsonDocument.class).withWriteConcern(WriteConcern.W1);
        this.createsIndexes = createsIndexes;
        this.ticker = ticker;
    }

    String name() {
        return agents.getNamespace().getFullName();
    }

    /** How many agents wait for locks, as they said lately; one where that cannot be read. */
    public int waiting() {
        try {
            return (int) Math.max(1, agents.countDocuments(Filters.and(LIVE, Filters.gt("waiting", 0))));
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            log.debug("How many agents wait could not be read", e);
            return 1;
        }
    }

    /** The collection for documents that were written before. */
    MongoCollection<BsonDocument> written() {
        return agents;
    }

    /**
     * The collection to write to.
     *
     * @throws IllegalStateException if another program uses it and no agent does
     * @throws MongoException if the server does not answer, or refuses an index
     */
    MongoCollection<BsonDocument> prepared() {
        Long last = preparedAt;
        if (last == null || ticker.getAsLong() - last > AGAIN.toNanos()) {
            prepare();
            preparedAt = ticker.getAsLong();
        }
        return agents;
    }

    private void prepare() {
        CollectionLook look = CollectionLook.at(AGENTS, command -> database.runCommand(command, BsonDocument.class));
        if (look.refused()) {
            throw new IllegalStateException(
                    "the collection cannot hold agents: it %s. Nothing was written. Give the agent another database, or connect without presence"
                            .formatted(look.found()));
        }
        if (createsIndexes) {
            PurgeIndexes.create(agents, look);
        }
    }
}

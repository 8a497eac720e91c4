package io.lockkeeper.agent.presence;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Projections;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.HintPlace;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads in the {@code agents} collection, while leases are kept, where the agents that share the locks write and read hints: the recall by one
 * that does so elsewhere is no hint for this agent. Where this cannot be read, such a recall is found at the lease's next renewal.
 */
public final class HintPlaces {

    private static final Logger log = LoggerFactory.getLogger(HintPlaces.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final MongoCollection<BsonDocument> agents;
    private final Timer background;
    private final BooleanSupplier needed;
    private final Consumer<Set<Optional<HintPlace>>> found;
    private final AtomicBoolean looking = new AtomicBoolean();

    /**
     * @param needed whether leases are kept, or wanted kept
     * @param found learns the places of all that live; empty for an agent that follows a change stream
     */
    public HintPlaces(
            MongoDatabase database,
            Timer background,
            BooleanSupplier needed,
            Consumer<Set<Optional<HintPlace>>> found) {
        this.agents = database.getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                .withTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        this.background = background;
        this.needed = needed;
        this.found = found;
    }

    /** Looks from now on, for as long as that is needed. */
    public void look() {
        if (looking.compareAndSet(false, true)) {
            background.after(Duration.ZERO, this::lookAgain);
        }
    }

    private void lookAgain() {
        if (!needed.getAsBoolean()) {
            looking.set(false);
            return;
        }
        try {
            found.accept(agents.find(AgentsCollection.LIVE)
                    .projection(Projections.include("wakes"))
                    .map(each -> Optional.ofNullable(AgentDocument.wakes(each)))
                    .into(new HashSet<>()));
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            log.debug("Where other agents write and read hints could not be read", e);
        } finally {
            background.after(AgentDocument.BEAT, this::lookAgain);
        }
    }
}

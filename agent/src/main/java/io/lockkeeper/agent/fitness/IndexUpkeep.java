package io.lockkeeper.agent.fitness;

import io.lockkeeper.agent.time.AgentTime.Timer;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the index of the locks again where it was lost with a dropped collection or database: it looks once in {@link #PERIOD}. */
public final class IndexUpkeep {

    private static final Logger log = LoggerFactory.getLogger(IndexUpkeep.class);
    static final Duration PERIOD = Duration.ofMinutes(10);

    private final CollectionFitness collection;
    private final Timer background;

    public IndexUpkeep(CollectionFitness collection, Timer background) {
        this.collection = collection;
        this.background = background;
    }

    /** Checks the indexes from now on, until the timer is stopped. */
    public void start() {
        background.after(PERIOD, this::look);
    }

    private void look() {
        try {
            collection.createIndexes(collection.requireFree());
        } catch (
                RuntimeException e) { // another client's collection, a server that is away, or a client that was closed
            log.warn("The index that purges unused locks may be missing; locks are not concerned: {}", e.getMessage());
        } finally {
            start();
        }
    }
}

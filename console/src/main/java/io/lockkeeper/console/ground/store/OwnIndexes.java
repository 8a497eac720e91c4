package io.lockkeeper.console.ground.store;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.Undigested;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.stereotype.Component;

/**
 * Makes the indexes of the console's own collections again, where somebody has dropped one of them while it ran: without them no record of
 * the history is ever deleted, and none of its pages is answered.
 */
@Component
class OwnIndexes implements RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(OwnIndexes.class);
    private static final String NOTE = "own indexes";
    private static final long EVERY_MILLIS = 30_000;

    private final Worker worker = new Worker(NOTE, this::look, EVERY_MILLIS);
    private final IndexesStep indexes;
    private final Undigested undigested;
    private volatile boolean allowed;

    OwnIndexes(MongoTemplate own, MongoMappingContext documents, Undigested undigested) {
        this.indexes = new IndexesStep(0, "indexes that were dropped", own, documents);
        this.undigested = undigested;
    }

    /** Allows creation from now on: nothing may be made in a database that the migration refuses. */
    @EventListener
    void storeReady(StoreReady event) {
        allowed = true;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private void look() {
        if (!allowed) {
            return;
        }
        try {
            allowed = indexes.makeAll();
            undigested.clear(NOTE);
        } catch (MongoCommandException e) {
            LOG.debug("The indexes cannot be made again for now", e);
            undigested.note(
                    NOTE,
                    "An index of the console's own collections cannot be made (MongoDB's error %s)."
                            .formatted(e.getErrorCode()));
        } catch (MongoException e) {
            LOG.debug("The indexes are looked at later", e);
        }
    }
}

package io.lockkeeper.console.ground.store;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The name of the console's own database, left beside the locks: the command line's {@code --break-glass} finds rules and audit by it. */
@Component
final class StoreMark {

    /** The collection that the command line's {@code ConsentRules} reads. */
    static final String COLLECTION = "consoles";

    private static final Logger LOG = LoggerFactory.getLogger(StoreMark.class);
    private static final int UNAUTHORIZED = 13;

    private final MongoDatabase locks;
    private final StoreName store;

    StoreMark(MongoDatabase locks, StoreName store) {
        this.locks = locks;
        this.store = store;
    }

    /** Waits for MongoDB. Where it denies that, the console goes on, and says what comes of it. */
    void leave() {
        try {
            locks.getCollection(COLLECTION)
                    .updateOne(
                            Filters.eq("_id", store.value()),
                            Updates.currentDate("since"),
                            new UpdateOptions().upsert(true));
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != UNAUTHORIZED) {
                throw e;
            }
            LOG.warn(
                    "The console's user may not write {}.{}, so that --break-glass of the command line does not find the rules of four eyes in \"{}\" by itself. Run docker/roles.js again",
                    locks.getName(),
                    COLLECTION,
                    store.value());
        }
    }
}

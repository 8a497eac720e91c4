package io.lockkeeper.console.ground.store;

import io.lockkeeper.console.ground.mongodb.Undigested;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/**
 * Reads documents of the console's own data one by one. One that somebody has written by hand, or a later version, and that cannot be read, is
 * left out and said; the work that all others share goes on.
 */
@Component
public class OwnRecords {

    private static final Logger LOG = LoggerFactory.getLogger(OwnRecords.class);

    private final MongoTemplate own;
    private final Undigested undigested;

    OwnRecords(MongoTemplate own, Undigested undigested) {
        this.own = own;
        this.undigested = undigested;
    }

    /**
     * Those that can be read.
     *
     * @throws DataAccessException if MongoDB refuses, or does not answer
     */
    public <T> List<T> find(Query query, Class<T> type) {
        return own.query(type).as(Document.class).matching(query).all().stream()
                .flatMap(stored -> read(stored, type).stream())
                .toList();
    }

    /** A document of this type's collection; empty if it cannot be read. */
    public <T> Optional<T> read(Document stored, Class<T> type) {
        try {
            return Optional.of(own.getConverter().read(type, stored));
        } catch (RuntimeException e) {
            leftOut(own.getCollectionName(type), stored, e);
            return Optional.empty();
        }
    }

    private void leftOut(String collection, Document stored, RuntimeException why) {
        String id = String.valueOf(stored.get("_id"));
        String shown = id.length() > 100 ? id.substring(0, 100) + "…" : id;
        LOG.debug("A document of the console's own cannot be read: collection={} id={}", collection, shown, why);
        undigested.note(
                "own " + collection,
                "A document of the console's own collection %s cannot be read, and is left out: its _id is %s."
                        .formatted(collection, shown));
    }
}

package io.lockkeeper.console.ground.store;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.refusal.RefusedException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
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

    /** Longer than any of our ids: the longest have the names of a rule and of several locks. */
    private static final int LONGEST_ID = 10_000;

    /** How many are in memory at a time: of small ones a server would send 16 MB at once, which become ten times as much. */
    private static final int TOGETHER = 200;

    private final MongoTemplate own;
    private final Undigested undigested;
    private final RequiredParts parts = new RequiredParts();

    OwnRecords(MongoTemplate own, Undigested undigested) {
        this.own = own;
        this.undigested = undigested;
    }

    /**
     * The records that can be read.
     *
     * @throws DataAccessException if MongoDB refuses, or does not answer
     */
    public <T> List<T> find(Query query, Class<T> type) {
        try (Stream<T> found = stream(query, type)) {
            return found.toList();
        }
    }

    /** The records one by one, to be closed by the reader. */
    public <T> Stream<T> stream(Query query, Class<T> type) {
        return documents(query, type).flatMap(stored -> read(stored, type).stream());
    }

    /**
     * The same, each read by that function from the fields that the query asks for.
     *
     * @param type of the collection
     * @param reading throws if it cannot be read
     */
    public <R> Stream<R> stream(Query query, Class<?> type, Function<Document, R> reading) {
        return documents(query, type).flatMap(stored -> {
            try {
                return Stream.of(reading.apply(stored));
            } catch (RuntimeException e) {
                leftOut(own.getCollectionName(type), stored, e);
                return Stream.empty();
            }
        });
    }

    private Stream<Document> documents(Query query, Class<?> type) {
        return own.query(type).as(Document.class).matching(query.cursorBatchSize(TOGETHER)).stream();
    }

    /** The record with that id; empty if there is none, or it cannot be read. */
    public <T> Optional<T> byId(Object id, Class<T> type) {
        return find(query(where("_id").is(id)), type).stream().findFirst();
    }

    /**
     * The same, for work that must not go on as if there were none.
     *
     * @throws RefusedException if there is one that cannot be read
     */
    public <T> Optional<T> whole(Object id, Class<T> type) {
        return own.query(type)
                .as(Document.class)
                .matching(query(where("_id").is(id)))
                .one()
                .map(stored -> read(stored, type).orElseThrow(() -> unreadable(id, own.getCollectionName(type))));
    }

    /** A document of this type's collection; empty if it cannot be read. */
    public <T> Optional<T> read(Document stored, Class<T> type) {
        try {
            requireId(stored, type);
            parts.requireLists(stored, type);
            T read = own.getConverter().read(type, stored);
            parts.require(read);
            return Optional.of(read);
        } catch (RuntimeException e) {
            leftOut(own.getCollectionName(type), stored, e);
            return Optional.empty();
        }
    }

    /** Refuses a record whose id is of another type, by which it could be neither changed nor deleted. */
    private void requireId(Document stored, Class<?> type) {
        var wanted = own.getConverter()
                .getMappingContext()
                .getRequiredPersistentEntity(type)
                .getIdProperty();
        Object id = stored.get("_id");
        boolean text = id instanceof String some && some.length() <= LONGEST_ID;
        if (wanted != null && wanted.getType().equals(String.class) && !text && !(id instanceof ObjectId)) {
            throw new IllegalArgumentException("The _id is no text, or too long");
        }
    }

    private void leftOut(String collection, Document stored, RuntimeException why) {
        String shown = shown(stored.get("_id"));
        LOG.debug("A document of the console's own cannot be read: collection={} id={}", collection, shown, why);
        undigested.note(
                loop(collection) + shown,
                "A document of the console's own collection %s cannot be read, and is left out: its _id is %s."
                        .formatted(collection, shown));
    }

    /** A sentence for each document of this type that was lately left out. */
    public List<String> leftOut(Class<?> type) {
        return undigested.sentences(loop(own.getCollectionName(type)));
    }

    private static String loop(String collection) {
        return "own " + collection + " ";
    }

    private static RefusedException unreadable(Object id, String collection) {
        return new RefusedException(
                "The document “%s” of the console’s own collection “%s” cannot be read. Repair or delete it in the database first."
                        .formatted(shown(id), collection));
    }

    private static String shown(@Nullable Object stored) {
        String id = String.valueOf(stored);
        return Formats.visible(id.length() > 100 ? id.substring(0, 100) + "…" : id);
    }
}

package io.lockkeeper.console.board;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The change stream's place, kept in MongoDB so that a console that restarts goes on where it stopped. A place older
 * than ten minutes is not used: replaying hours of events would keep the board from being live.
 */
final class ResumeTokens {

    static final String COLLECTION = "console_state";
    private static final Logger LOG = LoggerFactory.getLogger(ResumeTokens.class);
    private static final String ID = "board-stream";
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration USABLE = Duration.ofMinutes(10);

    private final MongoCollection<BsonDocument> collection;
    private Instant lastSaved = Instant.EPOCH;
    private boolean told;

    ResumeTokens(MongoDatabase database) {
        collection = database.getCollection(COLLECTION, BsonDocument.class);
    }

    Optional<BsonDocument> load(Instant now) {
        return Optional.ofNullable(stored())
                .filter(saved -> saved.isDateTime("at") && saved.isDocument("token"))
                .filter(saved ->
                        saved.getDateTime("at").getValue() > now.minus(USABLE).toEpochMilli())
                .map(saved -> saved.getDocument("token"));
    }

    private @Nullable BsonDocument stored() {
        try {
            return collection.find(Filters.eq("_id", ID)).first();
        } catch (MongoException e) {
            tell(e);
            return null;
        }
    }

    /** Saves the place, at most every five seconds. */
    void save(@Nullable BsonDocument token, Instant now) {
        if (token == null || now.isBefore(lastSaved.plus(EVERY))) {
            return;
        }
        lastSaved = now;
        BsonDocument saved = new BsonDocument("_id", new BsonString(ID))
                .append("token", token)
                .append("at", new BsonDateTime(now.toEpochMilli()));
        try {
            collection.replaceOne(Filters.eq("_id", ID), saved, new ReplaceOptions().upsert(true));
        } catch (MongoException e) {
            tell(e);
        }
    }

    /** The board lives without: after a restart it reads the collection. */
    private void tell(MongoException e) {
        if (!told) {
            told = true;
            LOG.warn("The place of the change stream cannot be kept in {}: {}", COLLECTION, e.getMessage());
        }
    }
}

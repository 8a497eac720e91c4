package io.lockkeeper.console.board;

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

/**
 * The change stream's place, kept in MongoDB so that a console that restarts goes on where it stopped. A place older
 * than ten minutes is not used: replaying hours of events would keep the board from being live.
 */
final class ResumeTokens {

    static final String COLLECTION = "console_state";
    private static final String ID = "board-stream";
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration USABLE = Duration.ofMinutes(10);

    private final MongoCollection<BsonDocument> collection;
    private Instant lastSaved = Instant.EPOCH;

    ResumeTokens(MongoDatabase database) {
        collection = database.getCollection(COLLECTION, BsonDocument.class);
    }

    Optional<BsonDocument> load(Instant now) {
        return Optional.ofNullable(collection.find(Filters.eq("_id", ID)).first())
                .filter(saved -> saved.isDateTime("at") && saved.isDocument("token"))
                .filter(saved ->
                        saved.getDateTime("at").getValue() > now.minus(USABLE).toEpochMilli())
                .map(saved -> saved.getDocument("token"));
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
        collection.replaceOne(Filters.eq("_id", ID), saved, new ReplaceOptions().upsert(true));
    }
}

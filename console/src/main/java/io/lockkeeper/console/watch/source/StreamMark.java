package io.lockkeeper.console.watch.source;

import java.time.Instant;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * How far the listeners have been told what happened in a collection.
 *
 * @param token the change stream's resume token; null if the server no longer knows what came after it
 * @param at when that was, by the server's clock
 */
public record StreamMark(@Nullable BsonDocument token, Instant at) {

    StreamMark lost() {
        return new StreamMark(null, at);
    }
}

package io.lockkeeper.console.watch.source;

import java.time.Instant;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The point up to which a collection's changes have been reported to the listeners.
 *
 * @param token the change stream's resume token; null if the server no longer knows what came after it
 * @param at when that was, by the server's clock
 */
public record StreamMark(@Nullable BsonDocument token, Instant at) {

    StreamMark lost() {
        return new StreamMark(null, at);
    }
}

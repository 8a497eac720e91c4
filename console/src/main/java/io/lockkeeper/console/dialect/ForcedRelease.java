package io.lockkeeper.console.dialect;

import java.util.Optional;
import org.bson.BsonDocument;

/**
 * What a forced release sends to MongoDB.
 *
 * @param filter matches the acquisition that the operator saw, and no other
 * @param update what is written; empty if the document is deleted
 */
public record ForcedRelease(BsonDocument filter, Optional<BsonDocument> update) {

    static ForcedRelease of(BsonDocument filter, Recipe recipe, Recipe.Moment moment) {
        return new ForcedRelease(
                filter,
                switch (recipe) {
                    case Recipe.Delete delete -> Optional.empty();
                    case Recipe.Change change ->
                        Optional.of(change.update(moment.seen(), moment.now(), moment.until(), moment.by()));
                });
    }
}

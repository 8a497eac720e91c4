package io.lockkeeper.console.dialect;

import io.lockkeeper.model.Change;
import java.util.Optional;
import org.bson.BsonDocument;

/** What a forced release sends to MongoDB. It affects only the acquisition that the operator saw. */
public sealed interface ForcedRelease {

    /** The document is deleted. */
    record Delete(BsonDocument filter) implements ForcedRelease {}

    /** The document is updated. */
    record Update(BsonDocument filter, BsonDocument update) implements ForcedRelease {}

    /**
     * The lease is marked by the protocol's own pipeline, which looks for it by acquirer and token.
     *
     * @param stamp with which the lease is marked if the change was made
     */
    record Mark(Change change, Acquisition lease, String stamp) implements ForcedRelease {

        /** What the answer proves: only our own stamp tells that the mark is ours. */
        public boolean isMade(BsonDocument answer) {
            return OwnLease.in(Change.answer(answer).lock(), lease)
                    .filter(holder -> holder.stamp().equals(stamp))
                    .isPresent();
        }
    }

    /**
     * The lease is removed at once by the protocol's own pipeline, which looks for it by acquirer and token.
     *
     * @param stamp that the end of the lease carries if the change was made
     */
    record Remove(Change change, String stamp) implements ForcedRelease {

        /** What the answer proves: only our own stamp tells that the removal is ours. */
        public boolean isMade(BsonDocument answer) {
            return Optional.ofNullable(Change.answer(answer).lock().released())
                    .filter(end -> end.stamp().equals(stamp))
                    .isPresent();
        }
    }
}

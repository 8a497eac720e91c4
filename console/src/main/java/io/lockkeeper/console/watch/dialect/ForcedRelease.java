package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockDocument;
import java.util.Optional;
import org.bson.BsonDocument;

/** The command of a forced release. It affects only the acquisition that the operator saw. */
public sealed interface ForcedRelease {

    /** Deletes the document. */
    record Delete(BsonDocument filter) implements ForcedRelease {}

    /** The document is updated. */
    record Update(BsonDocument filter, BsonDocument update) implements ForcedRelease {

        /**
         * The document after it.
         *
         * @throws IllegalArgumentException if MongoDB would refuse it
         */
        public BsonDocument applied(BsonDocument document) {
            return UpdatedDocument.of(document, update);
        }
    }

    /**
     * The lease is marked by the protocol's own pipeline, which looks for it by acquirer and token.
     *
     * @param stamp with which the lease is marked if the change was made
     */
    record Mark(Change change, Acquisition lease, String stamp) implements ForcedRelease {

        /** Whether the mark is ours, which only our own stamp in the lock proves. */
        public boolean isMade(LockDocument after) {
            return LeaseAcquisitions.in(after, lease)
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

        /** Whether the removal is ours, which only our own stamp in the lock proves. */
        public boolean isMade(LockDocument after) {
            return Optional.ofNullable(after.released())
                    .filter(end -> end.stamp().equals(stamp))
                    .isPresent();
        }
    }
}

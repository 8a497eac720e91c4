package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** The locks of one source, as the feed of its collection keeps them current. */
interface Followed {

    /**
     * Whether it keeps documents whole, as they are now. Any other keeps what its dialect reads of them, and is told what was before
     * and after each change.
     */
    boolean keepsDocuments();

    /** The query for all documents that are read, and perhaps a few more. */
    Bson filter();

    /** The top-level fields that are read, besides the id; none if documents are kept whole. */
    List<String> fields();

    /** The lock in a document, for those who hear of its changes; empty if the document is none of the source's, or nobody does. */
    Optional<ForeignLock> read(BsonDocument document, TtlIndexes indexes);

    /** The lock with this id as it was read last, for those who hear of its changes. */
    Optional<ForeignLock> known(BsonValue id);

    /**
     * Takes over a document as it is now.
     *
     * @param lock what {@link #read} answered
     */
    void put(BsonDocument document, Optional<ForeignLock> lock, Instant at);

    /** The document with this key was deleted. */
    void remove(BsonDocument key);

    /** What a write did to a lock. */
    void changed(ForeignChange change);

    /** What a write did to a lock before the source was followed. */
    void past(ForeignChange change);

    /** Whether those who hear of the past have no room for more. */
    boolean isFull();

    /** When it was added to those that the console follows. */
    Instant addedAt();

    /** Begins a reading of all locks. */
    Fresh fresh();

    /** Whether a reading would bring locks that did not fit before. */
    boolean hasRoomAgain();

    /** What a reading found. Until it is shown, the source is as it was. */
    interface Fresh {

        void put(BsonDocument document, Optional<ForeignLock> lock, Instant at);

        /** Takes the place of all that was known. */
        void show();
    }
}

package io.lockkeeper.console.watch.dialect;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * The rules by which a collection's documents are read as locks, and such a lock is released by force: of another library's file, or
 * Lockkeeper's own.
 */
public sealed interface Dialect permits FileDialect, LockkeeperDialect {

    /** The name by which sources refer to it. */
    String id();

    /** The library's usual name. */
    String library();

    Evidence evidence();

    /** How safe a forced release is. */
    Grade grade();

    /** The meaning of the grade for its users. */
    String sentence();

    /** The clock that writes its times. */
    ClockSource clock();

    /** The meaning of "held" here. */
    String heldMeans();

    /** The lock in a document; empty if the document is none of this dialect's. */
    Optional<DialectLock> read(BsonDocument document, TtlIndexes indexes);

    /** The meaning, in sentences, of a document that cannot be read. */
    String unreadable(String damage);

    /** Whether a second document of a name lets two hold the lock, and nothing in the library keeps it out. */
    boolean mayHaveTwoDocuments();

    /** Whether its documents show when a lock was renewed. */
    boolean tellsRenewals();

    /** Whether a forced release keeps everyone from the lock for a while instead of freeing it. */
    boolean quarantines();

    /** Whether its locks have queues, and can be paused. */
    boolean hasQueues();

    /** Whether the documents of free locks stay behind, so that there may be millions of them, and stand among those of other programs. */
    boolean leavesFree();

    /** Whether a holder that is known to be dead can be evicted without the quarantine. */
    boolean evictsAtOnce();

    /**
     * The forced release of an acquisition; empty if the dialect can only show locks.
     *
     * @param document in which the acquisition still is
     */
    Optional<ForcedRelease> force(BsonDocument document, Acquisition seen, ForceOrder order);

    /**
     * Whether a lock's document shows how an evicted lease ended. Where it does not, the console can only watch whether the old holder
     * writes to the lock afterwards.
     *
     * @param id of the dialect, which may have been removed since
     */
    static boolean tellsEnds(String id) {
        return id.equals(LockkeeperDialect.ID);
    }

    /** Whether every acquisition is distinguishable, even if the same holder takes the lock twice. */
    boolean tellsAcquisitions();

    /**
     * Whether a late release of an evicted holder shows. Where a release deletes the document, it looks like the successor's own, or
     * changes nothing.
     */
    boolean tellsLateReleases();

    /** The privilege that a forced release needs besides find; empty if the dialect can only show locks. */
    Optional<String> releaseAction();

    /** Where documents show the job behind a lock; empty if the library has locks without jobs. */
    Optional<JobRule> job();

    /** The query for all documents that it reads, and perhaps a few more. */
    Bson filter();

    /** The top-level fields that it reads. */
    List<String> topFields();

    /** How sure it is that a document belongs to this dialect; empty if it does not. */
    Optional<Sureness> sureness(BsonDocument document, String collectionName);

    /** The fields that distinguish the dialect's documents from others. */
    List<String> tellingFields(BsonDocument document);
}

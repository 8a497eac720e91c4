package io.lockkeeper.console.dialect;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * How the documents of a collection are read as locks, and how such a lock is released by force: as the file of another library
 * says, or as Lockkeeper's own.
 */
public sealed interface Dialect permits FileDialect, OwnDialect {

    /** As sources name it. */
    String id();

    /** What people call the library. */
    String library();

    Evidence evidence();

    /** How safe a forced release is. */
    Grade grade();

    /** What that means for its users. */
    String sentence();

    /** Whose clock writes its times. */
    ClockSource clock();

    /** What "held" means here. */
    String heldMeans();

    /** The lock in a document; empty if the document is none of this dialect's. */
    Optional<ForeignLock> read(BsonDocument document, TtlIndexes indexes);

    /** Whether its documents tell when a lock was renewed. */
    boolean tellsRenewals();

    /** Whether a forced release keeps the lock from everybody for a while, rather than freeing it. */
    boolean quarantines();

    /**
     * What a forced release of an acquisition sends; empty where the dialect only shows.
     *
     * @param document in which the acquisition still is
     */
    Optional<ForcedRelease> force(BsonDocument document, Acquisition seen, ForceOrder order);

    /** Whether no two acquisitions look alike, also if the same holder takes the lock twice. */
    boolean tellsAcquisitions();

    /** Which privilege a forced release takes, beside find; empty where the dialect only shows. */
    Optional<String> releaseAction();

    /** What MongoDB is asked for: all documents that it reads, and perhaps a few that it does not. */
    Bson filter();

    /** The fields, at the top of a document, that it reads. */
    List<String> topFields();

    /** How surely a document of a collection is this dialect's; empty if it is not. */
    Optional<Sureness> sureness(BsonDocument document, String collectionName);

    /** By which fields a document of its is told from others. */
    List<String> tellingFields(BsonDocument document);
}

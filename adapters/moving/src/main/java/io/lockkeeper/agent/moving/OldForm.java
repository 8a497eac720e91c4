package io.lockkeeper.agent.moving;

import io.lockkeeper.agent.HeldBy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * How a library stores a lock, as the commands that take, renew and release it. Each is one {@code findAndModify} that matches the holder's
 * unique name and takes all times from the server, so that none changes a lock of another holder.
 */
interface OldForm {

    /** The library's usual name. */
    String library();

    /** The fields of its documents; in a document of another shape, {@link #take} changes nothing. */
    OldShape shape();

    /** Matches the lock's document whether it is held or free: without any condition, so that an upsert meets no other document. */
    Bson lock(String name);

    /**
     * The update that takes the lock for the holder if it is free, or was taken by that holder already. It changes nothing else, and
     * nothing in a document of another {@link #shape}.
     */
    List<Bson> take(Take take);

    /** Matches the lock while that holder has it. */
    Bson held(String name, String holder);

    /** The update that renews a lock that is held. */
    List<Bson> renew(Duration ttl);

    /** The update that releases a held lock after that time, where the form can express that; empty where its document is deleted. */
    Optional<List<Bson>> release(Duration fromNow);

    /** The holder of the lock. */
    HeldBy heldBy(BsonDocument document);

    /** The field with the holder's name. */
    String holderField();

    /** The date field by which a TTL index frees the lock of a dead holder, if that is how the library does it. */
    Optional<String> ttlField();

    /** The date fields whose TTL index never deletes a lock that is held and renewed. */
    Set<String> endFields();

    /** Matches the documents with an expiry that the library obeys, in a form that has one in some services only; empty for other forms. */
    default Optional<Bson> expiring() {
        return Optional.empty();
    }

    /** Matches the locks that old clients hold without an expiry; they must not be among documents that have one. */
    default Optional<Bson> amongExpiring() {
        return Optional.empty();
    }

    /** The field that needs a unique index: without it, an old client would insert a second document of a lock that is held. */
    Optional<String> uniqueField(boolean expiring);

    /** After how long without a renewal the library's own rule frees the lock that was taken; empty where that never happens. */
    Optional<Duration> ttl(Duration lease, OldTerms terms, BsonDocument taken);

    /** Whether two documents may have the name of one lock, so that two clients hold it. */
    boolean mayBeDouble();

    /** Whether a release can leave the lock taken for a while. */
    boolean lingers();

    /**
     * One attempt to take a lock.
     *
     * @param allowance for how long a lock that has expired by the server's clock is still left to its holder
     * @param expiring whether a document without an expiry gets one, in a form that leaves that open
     */
    record Take(String name, String holder, Duration ttl, Duration allowance, boolean expiring) {}
}

package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What a holder still attempted with a lease that it had lost. It wrote nothing, so its agent reports it, for people: in a document of its
 * own in the {@code agents} collection, one for each lease and kind, which no lock depends on.
 *
 * <pre>{@code
 * { _id: "1k2x…/WRITE", late: "WRITE", lock: "send_sms", acquirer: "1k2x…", token: 1795258911456000, owner: {…},
 *   evicted: {by, reason, at, until}?, first: .., last: .., times: 3, lastSeen: .. }
 * }</pre>
 *
 * It stays when the agent is closed; the server purges it {@link PurgeIndex#RETENTION} after its last write.
 *
 * @param first when it did so first, by the server's clock
 * @param last when it did so last
 * @param times how often
 */
public record LateAttempt(Kind kind, LateLease lease, Instant first, Instant last, int times) {

    /** The field that distinguishes these documents from those of agents. */
    public static final String FIELD = "late";

    /** What was attempted. */
    public enum Kind {
        /** To renew or extend the lease. */
        RENEW,
        /** To write what the lock protects, with a token that was refused because a later one had written. */
        WRITE,
        /** To work under a grant that only a hint named: its lock did not have it. */
        HINT
    }

    /** The id of the one document of a lease and kind. */
    public static String id(Kind kind, LateLease lease) {
        return lease.acquirer() + "/" + kind;
    }

    /**
     * The upsert by which an agent reports it, under its {@link #id}. Repeating it changes nothing.
     *
     * @param firstAgo how long ago it was attempted first
     * @param times how often it was attempted so far
     */
    public static List<BsonDocument> report(
            Kind kind, LateLease lease, Duration firstAgo, Duration lastAgo, int times) {
        BsonDocument set = new BsonDocument(FIELD, literal(new BsonString(kind.name())))
                .append("lock", literal(new BsonString(lease.lock())))
                .append("acquirer", literal(new BsonString(lease.acquirer())))
                .append("token", new BsonInt64(lease.token()))
                .append("owner", literal(LockMapper.toBson(lease.owner())))
                .append("first", BsonDocument.parse("{ $ifNull: ['$first', %s] }".formatted(ago(firstAgo))))
                .append("last", BsonDocument.parse("{ $max: ['$last', %s] }".formatted(ago(lastAgo))))
                .append("times", BsonDocument.parse(String.format(Locale.ROOT, "{ $max: ['$times', %d] }", times)))
                .append("lastSeen", new BsonString("$$NOW"));
        if (lease.eviction() != null) {
            set.append("evicted", literal(LockMapper.toBson(lease.eviction())));
        }
        return List.of(new BsonDocument("$set", set));
    }

    /**
     * Reads a stored document.
     *
     * @throws IllegalArgumentException if it is none of a late attempt
     */
    public static LateAttempt fromBson(BsonDocument bson) {
        try {
            return new LateAttempt(
                    Kind.valueOf(bson.getString(FIELD).getValue()),
                    new LateLease(
                            bson.getString("lock").getValue(),
                            bson.getString("acquirer").getValue(),
                            bson.getNumber("token").longValue(),
                            LockMapper.owner(bson.getDocument("owner")),
                            LockMapper.eviction(bson)),
                    StoredTimes.instant(bson, "first"),
                    StoredTimes.instant(bson, "last"),
                    bson.getNumber("times", new BsonInt32(1)).intValue());
        } catch (BsonInvalidOperationException | DamagedLockException e) {
            throw new IllegalArgumentException(
                    "Document %s of a late attempt: %s".formatted(bson.get("_id"), e.getMessage()), e);
        }
    }

    private static String ago(Duration age) {
        return String.format(Locale.ROOT, "{ $subtract: ['$$NOW', %d] }", age.toMillis());
    }

    private static BsonValue literal(BsonValue value) {
        return new BsonDocument("$literal", value);
    }
}

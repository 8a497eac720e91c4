package io.lockkeeper.agent.store;

import java.time.Instant;
import org.bson.BsonDocument;

/**
 * How a lock is used.
 *
 * @param lock its name
 * @param busy whether somebody holds it, or waits for it; not if its lease is kept, which a recall ends if nobody uses it
 * @param idleSince when its last lease ended
 */
public record Use(String lock, boolean busy, Instant idleSince) {

    /** A lease that expired ended at that moment, even if nobody has settled the lock yet. */
    static final BsonDocument PROJECTION = BsonDocument.parse("""
            { busy: { $or: [
                { $anyElementTrue: [ { $map: { input: { $ifNull: ['$holders', []] }, as: 'e', in: { $and: [
                    { $gt: ['$$e.expiresAt', '$$NOW'] }, { $or: [ { $not: ['$$e.keep'] }, '$$e.evicted' ] } ] } } } ] },
                { $gt: [ { $max: '$queue.expiresAt' }, '$$NOW' ] } ] },
              idleSince: { $ifNull: [ { $max: '$holders.expiresAt' }, '$released.at', { $toDate: { $numberLong: '0' } } ] } }
            """);

    /** What the projection shows of a lock. */
    static Use of(BsonDocument shown) {
        return new Use(
                shown.getString("_id").getValue(),
                shown.getBoolean("busy").getValue(),
                Instant.ofEpochMilli(shown.getDateTime("idleSince").getValue()));
    }
}

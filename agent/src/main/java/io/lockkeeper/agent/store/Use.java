package io.lockkeeper.agent.store;

import java.time.Instant;
import org.bson.BsonDocument;

/**
 * The usage of a lock.
 *
 * @param lock its name
 * @param busy whether it has a holder or a waiter; an idle kept lease, which a recall ends, does not count
 * @param idleSince when its last lease ended
 */
public record Use(String lock, boolean busy, Instant idleSince) {

    /** A lease that expired ended at that moment, even if no change has settled the lock yet. */
    static final BsonDocument PROJECTION = BsonDocument.parse("""
            { busy: { $or: [
                { $anyElementTrue: [ { $map: { input: { $ifNull: ['$holders', []] }, as: 'e', in: { $and: [
                    { $gt: ['$$e.expiresAt', '$$NOW'] }, { $or: [ { $not: ['$$e.keep'] }, '$$e.evicted' ] } ] } } } ] },
                { $gt: [ { $max: '$queue.expiresAt' }, '$$NOW' ] } ] },
              idleSince: { $ifNull: [ { $max: '$holders.expiresAt' }, '$released.at', { $toDate: { $numberLong: '0' } } ] } }
            """);

    /** The use in a projected document. */
    static Use of(BsonDocument shown) {
        return new Use(
                shown.getString("_id").getValue(),
                shown.getBoolean("busy").getValue(),
                Instant.ofEpochMilli(shown.getDateTime("idleSince").getValue()));
    }
}

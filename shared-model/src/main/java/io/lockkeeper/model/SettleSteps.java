package io.lockkeeper.model;

import static io.lockkeeper.model.SettleStages.stages;

import java.util.List;
import org.bson.BsonDocument;

/**
 * The first and the last of the steps from which {@link Settle} builds its pipelines. The one thing asked is among {@link AgentSteps} and
 * {@link OperatorSteps}; {@link GrantSteps} promote. The arguments of a call are in the scratch field {@code ask}.
 */
final class SettleSteps {

    // Step 0. Refuse a document that is not a lock: the update fails and changes nothing. A document that the
    // upsert has just created has only its _id.
    static final List<BsonDocument> REFUSE_DAMAGED = stages("""
            { $set: { ask: { $cond: [
                { $or: [ { $eq: [ { $size: { $objectToArray: '$$ROOT' } }, 1 ] }, IS_SOUND ] },
                true,
                { $toInt: { $concat: ['no document of a lock: ', '$_id'] } }
            ] } } }
            """);

    // Step 1. Drop expired holders and waiters. A lease that expired ended at its expiry, however late that is
    // noticed. A waiter that is there only to recall a lease leaves together with that lease, and its agent is
    // woken.
    static final List<BsonDocument> DROP_EXPIRED = stages("""
            { $set: {
                holders: { $ifNull: ['$holders', []] },
                queue: { $ifNull: ['$queue', []] },
                'ask.kept': KEPT_AND_LIVE
            } }
            """, """
            { $set: {
                'ask.ended': { $filter: { input: '$holders', as: 'e', cond: { $lte: ['$$e.expiresAt', '$$NOW'] } } },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $gt: ['$$e.expiresAt', '$$NOW'] } } },
                queue: { $filter: { input: '$queue', as: 'e', cond: { $and: [
                    { $gt: ['$$e.expiresAt', '$$NOW'] },
                    { $or: [ { $not: ['$$e.recalls'] }, { $in: ['$$e.recalls', '$ask.kept'] } ] }
                ] } } },
                takenOut: { $let: {
                    vars: { told: { $filter: {
                        input: { $ifNull: ['$takenOut', []] },
                        as: 'e',
                        cond: { $gt: [ { $add: ['$$e.at', TOLD_FOR] }, '$$NOW' ] }
                    } } },
                    in: { $cond: [ { $eq: ['$$told', []] }, '$$REMOVE', '$$told' ] }
                } },
                'ask.dropped': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: {
                    input: '$queue',
                    as: 'e',
                    cond: { $and: [
                        '$$e.recalls',
                        { $gt: ['$$e.expiresAt', '$$NOW'] },
                        { $not: [ { $in: ['$$e.recalls', '$ask.kept'] } ] }
                    ] }
                } } } }
            } }
            """);

    // Finally, wake the keeper of a kept lease if this change added a waiter, or was to add one of another capacity,
    // which cannot join the queue while the lock is held.
    static final List<BsonDocument> RECALL = stages("""
            { $set: { 'ask.woken': { $cond: [
                { $or: [
                    { $in: ['$ask.stamp', '$queue.stamp'] },
                    { $ne: [ { $ifNull: ['$ask.capacity', '$capacity'] }, '$capacity' ] }
                ] },
                { $concatArrays: [ '$ask.woken', { $map: {
                    as: 'e',
                    in: { $concat: ['$$e.acquirer', '?'] },
                    input: { $filter: { input: '$holders', as: 'e', cond: { $and: [
                        { $gt: ['$$e.keep', null] },
                        { $not: ['$$e.evicted'] }
                    ] } } }
                } } ] },
                '$ask.woken'
            ] } } }
            """);

    // Finally, record in the document: the last lease that ended, whom to wake, and when the document may be
    // purged.
    static final List<BsonDocument> RECORD = stages("""
            { $set: {
                released: { $let: {
                    vars: { e: { $reduce: { input: '$ask.ended', initialValue: null, in: { $cond: [
                        { $gte: ['$$this.expiresAt', '$$value.expiresAt'] },
                        '$$this',
                        '$$value'
                    ] } } } },
                    in: { $cond: [
                        { $gt: ['$$e', null] },
                        {
                            at: '$$e.expiresAt',
                            acquirer: '$$e.acquirer',
                            token: '$$e.token',
                            owner: '$$e.owner',
                            stamp: '$$e.stamp',
                            evicted: '$$e.evicted'
                        },
                        '$released'
                    ] }
                } },
                wake: { $cond: [
                    { $eq: ['$ask.woken', []] },
                    '$wake',
                    { $reduce: {
                        input: '$ask.woken',
                        initialValue: '$ask.stamp',
                        in: { $concat: ['$$value', ' ', '$$this'] }
                    } }
                ] },
                expiresAt: { $ifNull: [
                    { $max: { $concatArrays: ['$holders.expiresAt', '$queue.expiresAt'] } },
                    '$expiresAt',
                    '$$NOW'
                ] }
            } }
            """, "{ $unset: 'ask' }");

    private SettleSteps() {}
}

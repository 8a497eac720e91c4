package io.lockkeeper.model;

import static io.lockkeeper.model.SettleStages.stages;

import java.util.List;
import org.bson.BsonDocument;

/** Step 2 of a change, where an agent asks: see {@link SettleSteps}. */
final class AgentSteps {

    // Step 2, touch: the entries of the calling acquirers live on from now, except evicted and lingering leases. A
    // waiter that is there only to recall a lease keeps its expiry, because it waits for a time of its own.
    static final List<BsonDocument> TOUCH = stages("""
            { $set: {
                holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                    { $and: [
                        { $in: ['$$e.acquirer', '$ask.acquirers'] },
                        { $not: ['$$e.evicted'] },
                        { $gt: ['$$e.ttl', 0] }
                    ] },
                    { $let: {
                        vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] } },
                        in: { $mergeObjects: [ '$$e', {
                            updatedAt: '$$at',
                            expiresAt: { $add: ['$$at', '$$e.ttl'] },
                            stamp: '$ask.stamp'
                        } ] }
                    } },
                    '$$e'
                ] } } },
                queue: { $map: { input: '$queue', as: 'e', in: { $cond: [
                    { $in: ['$$e.acquirer', '$ask.acquirers'] },
                    { $let: {
                        vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] } },
                        in: { $mergeObjects: [ '$$e', { updatedAt: '$$at', stamp: '$ask.stamp', expiresAt: { $cond: [
                            '$$e.recalls',
                            '$$e.expiresAt',
                            { $add: [ '$$at', { $min: ['$$e.ttl', WAITER_TTL] } ] }
                        ] } } ] }
                    } },
                    '$$e'
                ] } } }
            } }
            """);

    // Step 2, touch: a waiter's entry records how many more waiters of its agent queue behind it, outside the document.
    static final List<BsonDocument> COUNT_BEHIND = stages("""
            { $set: { queue: { $map: { input: '$queue', as: 'e', in: { $cond: [
                { $in: ['$$e.acquirer', '$ask.acquirers'] },
                { $mergeObjects: [ '$$e', { behind: { $arrayElemAt: [
                    '$ask.behind',
                    { $indexOfArray: ['$ask.acquirers', '$$e.acquirer'] }
                ] } } ] },
                '$$e'
            ] } } } } }
            """);

    // Step 2, touch: a kept lease's entry records its latest use.
    static final List<BsonDocument> TELL_USE = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.used'] }, { $eq: ['$$e.stamp', '$ask.stamp'] } ] },
                { $mergeObjects: [ '$$e', { use: { $arrayElemAt: [
                    '$ask.uses',
                    { $indexOfArray: ['$ask.used', '$$e.acquirer'] }
                ] } } ] },
                '$$e'
            ] } } } } }
            """);

    // Step 2, enqueue: a new acquirer joins the tail if its capacity is the one in use (a lock without holders and
    // waiters adopts the capacity of the request, also while it is paused), its weight can ever fit, and there is room.
    // Runs after TOUCH, which handles acquirers already there.
    static final List<BsonDocument> ADOPT_CAPACITY = stages("""
            { $set: { capacity: { $cond: [
                { $and: [
                    { $eq: ['$holders', []] },
                    { $eq: [ { $size: '$queue' }, { $size: { $ifNull: ['$queue.paused', []] } } ] },
                    { $not: [ { $setIsSubset: [
                        '$ask.requests.acquirer',
                        { $ifNull: ['$takenOut.acquirer', []] }
                    ] } ] }
                ] },
                '$ask.capacity',
                '$capacity'
            ] } } }
            """);

    static final List<BsonDocument> ENQUEUE = stages("""
            { $set: { queue: { $concatArrays: [ '$queue', { $let: {
                vars: {
                    room: { $subtract: [ MAX_ENTRIES, { $add: [ { $size: '$holders' }, { $size: '$queue' } ] } ] },
                    join: { $filter: { input: '$ask.requests', as: 'r', cond: { $and: [
                        { $not: [ { $in: [ '$$r.acquirer', { $concatArrays: [
                            '$holders.acquirer',
                            '$queue.acquirer',
                            { $ifNull: ['$takenOut.acquirer', []] }
                        ] } ] } ] },
                        { $eq: ['$capacity', '$ask.capacity'] },
                        { $gte: ['$$r.weight', 1] },
                        { $lte: ['$$r.weight', '$capacity'] }
                    ] } } }
                },
                in: { $map: {
                    input: { $cond: [ { $gt: ['$$room', 0] }, { $slice: ['$$join', '$$room'] }, [] ] },
                    as: 'r',
                    in: { $mergeObjects: [ '$$r', {
                        since: '$$NOW',
                        updatedAt: '$$NOW',
                        expiresAt: { $add: [ '$$NOW', { $min: ['$$r.ttl', WAITER_TTL] } ] },
                        stamp: '$ask.stamp'
                    } ] }
                } }
            } } ] } } }
            """);

    // Step 2, remove: the entries of the calling acquirers go, holders and waiters alike.
    static final List<BsonDocument> REMOVE = stages("""
            { $set: {
                'ask.ended': { $concatArrays: [ '$ask.ended', { $map: {
                    input: { $filter: {
                        input: '$holders',
                        as: 'e',
                        cond: { $in: ['$$e.acquirer', '$ask.removed'] }
                    } },
                    as: 'e',
                    in: { $mergeObjects: [ '$$e', { expiresAt: '$$NOW', stamp: '$ask.stamp' } ] }
                } } ] },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [
                    { $in: ['$$e.acquirer', '$ask.removed'] }
                ] } } },
                queue: { $filter: { input: '$queue', as: 'e', cond: { $not: [
                    { $in: ['$$e.acquirer', '$ask.removed'] }
                ] } } }
            } }
            """);

    // Step 2, lighten: the touched holder's weight decreases, for a writer that becomes a reader.
    static final List<BsonDocument> LIGHTEN = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] } ] },
                { $mergeObjects: [ '$$e', { weight: { $min: ['$$e.weight', '$ask.weight'] } } ] },
                '$$e'
            ] } } } } }
            """);

    // Step 2, linger: the holder has released the lease, which ends at the shortest hold after its grant. Runs before
    // DROP_EXPIRED, which drops the lease if that time has passed. A ttl of 0 keeps every touch from extending it,
    // including one that is in flight. The next waiter is woken, so that it checks again at that time.
    static final List<BsonDocument> LINGER = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [
                    { $in: ['$$e.acquirer', '$ask.acquirers'] },
                    { $not: ['$$e.evicted'] },
                    { $gt: ['$$e.expiresAt', '$$NOW'] }
                ] },
                { $mergeObjects: [ '$$e', {
                    ttl: { $toLong: 0 },
                    stamp: '$ask.stamp',
                    expiresAt: { $max: [ '$$NOW', { $add: ['$$e.acquiredAt', '$ask.atLeast'] } ] }
                } ] },
                '$$e'
            ] } } } } }
            """);

    static final List<BsonDocument> WAKE_NEXT = stages("""
            { $set: { 'ask.woken': { $slice: ['$queue.acquirer', 1] } } }
            """);

    // Step 2, attach: replaces the stack of exactly this holder's thread. No time changes.
    static final List<BsonDocument> ATTACH_STACK = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [
                    { $eq: ['$$e.acquirer', '$ask.seen'] },
                    { $not: ['$$e.evicted'] },
                    { $lt: [
                        { $size: { $filter: { input: '$holders', as: 'o', cond: { $and: [
                            { $ne: ['$$o.acquirer', '$ask.seen'] },
                            { $gt: ['$$o.stack', null] }
                        ] } } } },
                        MAX_STACKS
                    ] }
                ] },
                { $mergeObjects: [ '$$e', { stack: { at: '$$NOW', state: '$ask.state', frames: '$ask.frames' } } ] },
                '$$e'
            ] } } } } }
            """);

    // Step 2, end keep: the lease is kept no longer. Runs before DROP_EXPIRED, which then drops the tries that
    // recalled it.
    static final List<BsonDocument> END_KEEP = stages("""
            { $set: { holders: { $map: {
                input: { $ifNull: ['$holders', []] },
                as: 'e',
                in: { $cond: [
                    { $and: [ { $eq: ['$$e.acquirer', '$ask.seen'] }, { $not: ['$$e.evicted'] } ] },
                    { $unsetField: { field: 'tokens', input: { $unsetField: { field: 'keep', input: '$$e' } } } },
                    '$$e'
                ] }
            } } } }
            """);

    private AgentSteps() {}
}

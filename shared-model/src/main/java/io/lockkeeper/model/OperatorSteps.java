package io.lockkeeper.model;

import static io.lockkeeper.model.SettleStages.stages;

import java.util.List;
import org.bson.BsonDocument;

/** Step 2 of a change, where an operator asks: see {@link SettleSteps}. */
final class OperatorSteps {

    // Step 2, evict: marks exactly the lease that the operator saw, once. The lease keeps its weight until its
    // agent removes it or the quarantine ends, because a holder that is cut off still believes that it holds the
    // lock.
    static final List<BsonDocument> FIND_EVICTED = stages("""
            { $set: { 'ask.woken': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: {
                input: '$holders',
                as: 'e',
                cond: { $and: [
                    { $eq: ['$$e.acquirer', '$ask.seen'] },
                    { $eq: ['$$e.token', '$ask.token'] },
                    { $or: [ '$ask.now', { $not: ['$$e.evicted'] } ] }
                ] }
            } } } } } }
            """);

    static final List<BsonDocument> MARK_EVICTED = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $in: ['$$e.acquirer', '$ask.woken'] },
                { $mergeObjects: [ '$$e', {
                    stamp: '$ask.stamp',
                    evicted: {
                        by: '$ask.by',
                        reason: '$ask.reason',
                        at: '$$NOW',
                        until: { $add: ['$$NOW', '$ask.quarantine'] }
                    },
                    expiresAt: { $max: [ '$$e.expiresAt', { $add: ['$$NOW', '$ask.quarantine'] } ] }
                } ] },
                '$$e'
            ] } } } } }
            """);

    // Step 2, evict now: for a process that is known to be dead. The marked lease ends at once.
    static final List<BsonDocument> END_EVICTED = stages("""
            { $set: {
                'ask.ended': { $concatArrays: [ '$ask.ended', { $map: {
                    input: { $filter: { input: '$holders', as: 'e', cond: { $in: ['$$e.acquirer', '$ask.woken'] } } },
                    as: 'e',
                    in: { $mergeObjects: [ '$$e', { expiresAt: '$$NOW' } ] }
                } } ] },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [
                    { $in: ['$$e.acquirer', '$ask.woken'] }
                ] } } }
            } }
            """);

    // Step 2, pause: an entry that never fits stands at the head of the queue, so that no waiter is promoted until it
    // expires or is removed. A lock has one pause at most. A pause until a time in the past removes it.
    static final List<BsonDocument> PAUSE = stages("""
            { $set: { queue: { $concatArrays: [
                { $cond: [
                    { $lte: ['$ask.until', '$$NOW'] },
                    [],
                    [ {
                        acquirer: '$ask.stamp',
                        weight: PAUSE_WEIGHT,
                        ttl: { $toLong: 0 },
                        since: '$$NOW',
                        updatedAt: '$$NOW',
                        expiresAt: '$ask.until',
                        stamp: '$ask.stamp',
                        owner: '$ask.owner',
                        behind: 0,
                        paused: { by: '$ask.by', reason: '$ask.reason', at: '$$NOW', until: '$ask.until' }
                    } ]
                ] },
                { $filter: { input: '$queue', as: 'e', cond: { $not: ['$$e.paused'] } } }
            ] } } }
            """);

    // Step 2, pause of a lock that has no document: refused once the pipeline runs later than its limit, because an
    // upsert's filter cannot say so. Until its first request the lock is exclusive. Its token is above those of a
    // document that was purged, because the fast path grants the next after it.
    static final List<BsonDocument> REFUSE_LATE = stages("""
            { $set: { ask: { $cond: [
                { $lte: ['$$NOW', '$ask.notAfter'] },
                '$ask',
                { $toInt: { $concat: ['too late for: ', '$_id'] } }
            ] } } }
            """);

    static final List<BsonDocument> BEGIN = stages("""
            { $set: {
                capacity: { $ifNull: ['$capacity', 1] },
                token: { $ifNull: [ '$token', { $multiply: [
                    { $toLong: '$$NOW' },
                    { $literal: { $numberLong: '1000' } }
                ] } ] }
            } }
            """);

    // Step 2, take out: exactly the waiter that the operator saw leaves the queue and cannot join it again. Its
    // agent is woken.
    static final List<BsonDocument> FIND_WAITER = stages("""
            { $set: { 'ask.woken': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: {
                input: '$queue',
                as: 'e',
                cond: { $and: [ { $eq: ['$$e.acquirer', '$ask.seen'] }, { $not: ['$$e.paused'] } ] }
            } } } } } }
            """);

    static final List<BsonDocument> TAKE_OUT = stages("""
            { $set: {
                queue: { $filter: { input: '$queue', as: 'e', cond: { $not: [
                    { $in: ['$$e.acquirer', '$ask.woken'] }
                ] } } },
                takenOut: { $cond: [
                    { $eq: ['$ask.woken', []] },
                    '$takenOut',
                    { $slice: [
                        { $concatArrays: [
                            { $ifNull: ['$takenOut', []] },
                            [ { acquirer: '$ask.seen', by: '$ask.by', reason: '$ask.reason', at: '$$NOW' } ]
                        ] },
                        { $subtract: [0, MOST_TOLD] }
                    ] }
                ] }
            } }
            """);

    private OperatorSteps() {}
}

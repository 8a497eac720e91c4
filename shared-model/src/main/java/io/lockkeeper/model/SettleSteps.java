package io.lockkeeper.model;

import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/**
 * The steps from which {@link Settle} builds its pipelines, ordered by step. The arguments of a call are in the scratch
 * field {@code ask}.
 */
final class SettleSteps {

    // Step 0. Refuse a document that is not a lock: the update fails and changes nothing. A document that the
    // upsert has just created has only its _id.
    static final List<BsonDocument> REFUSE_DAMAGED = stages("""
            { $set: { ask: { $cond: [ { $or: [ { $eq: [ { $size: { $objectToArray: '$$ROOT' } }, 1 ] }, IS_SOUND ] },
                true,
                { $toInt: { $concat: [ 'no document of a lock: ', '$_id' ] } } ] } } }
            """);

    // Step 1. Drop expired holders and waiters. A lease that expired ended at its expiry, however late that is
    // noticed. A waiter that is there only to recall a lease leaves together with that lease, and its agent is
    // woken.
    private static final String KEPT_AND_LIVE = """
            { $map: { as: 'h', in: '$$h.acquirer', input: { $filter: { input: { $ifNull: ['$holders', []] }, as: 'h', cond: { $and: [
                { $gt: ['$$h.keep', null] }, { $not: ['$$h.evicted'] }, { $gt: ['$$h.expiresAt', '$$NOW'] } ] } } } } }
            """;

    static final List<BsonDocument> DROP_EXPIRED = stages("""
            { $set: { holders: { $ifNull: ['$holders', []] }, queue: { $ifNull: ['$queue', []] }, 'ask.kept': KEPT_AND_LIVE } }
            """, """
            { $set: {
                'ask.ended': { $filter: { input: '$holders', as: 'e', cond: { $lte: ['$$e.expiresAt', '$$NOW'] } } },
                holders:     { $filter: { input: '$holders', as: 'e', cond: { $gt:  ['$$e.expiresAt', '$$NOW'] } } },
                queue:       { $filter: { input: '$queue',   as: 'e', cond: { $and: [ { $gt: ['$$e.expiresAt', '$$NOW'] },
                    { $or: [ { $not: ['$$e.recalls'] }, { $in: ['$$e.recalls', '$ask.kept'] } ] } ] } } },
                takenOut: { $let: {
                    vars: { told: { $filter: { input: { $ifNull: ['$takenOut', []] }, as: 'e', cond: { $gt: [ { $add: ['$$e.at', TOLD_FOR] }, '$$NOW' ] } } } },
                    in: { $cond: [ { $eq: ['$$told', []] }, '$$REMOVE', '$$told' ] } } },
                'ask.dropped': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: { input: '$queue', as: 'e', cond: { $and: [
                    '$$e.recalls', { $gt: ['$$e.expiresAt', '$$NOW'] }, { $not: [ { $in: ['$$e.recalls', '$ask.kept'] } ] } ] } } } } } } }
            """);

    // Step 2, touch: the entries of the calling acquirers live on from now, except evicted and lingering leases. A
    // waiter that is there only to recall a lease keeps its expiry, because it waits for a time of its own.
    static final List<BsonDocument> TOUCH = stages("""
            { $set: {
                holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                    { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] }, { $gt: ['$$e.ttl', 0] } ] },
                    { $let: { vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] } }, in: { $mergeObjects: [ '$$e',
                        { updatedAt: '$$at', expiresAt: { $add: ['$$at', '$$e.ttl'] }, stamp: '$ask.stamp' } ] } } },
                    '$$e' ] } } },
                queue: { $map: { input: '$queue', as: 'e', in: { $cond: [
                    { $in: ['$$e.acquirer', '$ask.acquirers'] },
                    { $let: { vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] } }, in: { $mergeObjects: [ '$$e',
                        { updatedAt: '$$at', stamp: '$ask.stamp',
                            expiresAt: { $cond: [ '$$e.recalls', '$$e.expiresAt', { $add: ['$$at', { $min: ['$$e.ttl', WAITER_TTL] }] } ] } } ] } } },
                    '$$e' ] } } } } }
            """);

    // Step 2, touch: a waiter's entry tells how many more of its agent wait behind it, outside the document.
    static final List<BsonDocument> COUNT_BEHIND = stages("""
            { $set: { queue: { $map: { input: '$queue', as: 'e', in: { $cond: [
                { $in: ['$$e.acquirer', '$ask.acquirers'] },
                { $mergeObjects: [ '$$e', { behind: { $arrayElemAt: [ '$ask.behind', { $indexOfArray: ['$ask.acquirers', '$$e.acquirer'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    // Step 2, touch: a kept lease's entry tells its latest use.
    static final List<BsonDocument> TELL_USE = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.used'] }, { $eq: ['$$e.stamp', '$ask.stamp'] } ] },
                { $mergeObjects: [ '$$e', { use: { $arrayElemAt: [ '$ask.uses', { $indexOfArray: ['$ask.used', '$$e.acquirer'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    // Step 2, enqueue: a new acquirer joins the tail if its capacity is the one in use (a lock that nobody holds
    // or waits for adopts the capacity of the request, also while it is paused), its weight can ever fit, and there is
    // room. Runs after TOUCH, which handles
    // acquirers already there.
    static final List<BsonDocument> ADOPT_CAPACITY = stages("""
            { $set: { capacity: { $cond: [
                { $and: [ { $eq: ['$holders', []] }, { $eq: [ { $size: '$queue' }, { $size: { $ifNull: ['$queue.paused', []] } } ] },
                    { $not: [ { $setIsSubset: ['$ask.requests.acquirer', { $ifNull: ['$takenOut.acquirer', []] }] } ] } ] },
                '$ask.capacity', '$capacity' ] } } }
            """);

    static final List<BsonDocument> ENQUEUE = stages("""
            { $set: { queue: { $concatArrays: [ '$queue', { $let: {
                vars: {
                    room: { $subtract: [ MAX_ENTRIES, { $add: [ { $size: '$holders' }, { $size: '$queue' } ] } ] },
                    join: { $filter: { input: '$ask.requests', as: 'r', cond: { $and: [
                        { $not: [ { $in: [ '$$r.acquirer', { $concatArrays: ['$holders.acquirer', '$queue.acquirer', { $ifNull: ['$takenOut.acquirer', []] }] } ] } ] },
                        { $eq: ['$capacity', '$ask.capacity'] }, { $gte: ['$$r.weight', 1] }, { $lte: ['$$r.weight', '$capacity'] } ] } } } },
                in: { $map: { input: { $cond: [ { $gt: ['$$room', 0] }, { $slice: ['$$join', '$$room'] }, [] ] }, as: 'r', in: { $mergeObjects: [ '$$r', {
                    since: '$$NOW', updatedAt: '$$NOW', expiresAt: { $add: ['$$NOW', { $min: ['$$r.ttl', WAITER_TTL] }] }, stamp: '$ask.stamp' } ] } } } } } ] } } }
            """);

    // Step 2, remove: the entries of the calling acquirers go, holders and waiters alike.
    static final List<BsonDocument> REMOVE = stages("""
            { $set: {
                'ask.ended': { $concatArrays: [ '$ask.ended', { $map: {
                    input: { $filter: { input: '$holders', as: 'e', cond: { $in: ['$$e.acquirer', '$ask.removed'] } } }, as: 'e',
                    in: { $mergeObjects: [ '$$e', { expiresAt: '$$NOW', stamp: '$ask.stamp' } ] } } } ] },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.removed'] } ] } } },
                queue:   { $filter: { input: '$queue',   as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.removed'] } ] } } } } }
            """);

    // Step 2, lighten: the touched holder's weight decreases, for a writer that becomes a reader.
    static final List<BsonDocument> LIGHTEN = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] } ] },
                { $mergeObjects: [ '$$e', { weight: { $min: ['$$e.weight', '$ask.weight'] } } ] },
                '$$e' ] } } } } }
            """);

    // Step 2, linger: the holder has released the lease, which ends at the shortest hold after its grant. Runs
    // before DROP_EXPIRED, which drops the lease if that is now. A ttl of 0 keeps every touch from extending it,
    // including one that is in flight. The next waiter is woken, so that it looks again at that time.
    static final List<BsonDocument> LINGER = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] }, { $gt: ['$$e.expiresAt', '$$NOW'] } ] },
                { $mergeObjects: [ '$$e', { ttl: { $toLong: 0 }, stamp: '$ask.stamp', expiresAt: { $max: [ '$$NOW', { $add: ['$$e.acquiredAt', '$ask.atLeast'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    static final List<BsonDocument> WAKE_NEXT = stages("""
            { $set: { 'ask.woken': { $slice: ['$queue.acquirer', 1] } } }
            """);

    // Step 2, evict: marks exactly the lease that the operator saw, once. The lease keeps its weight until its
    // agent removes it or the quarantine ends, because a holder that is cut off still believes that it holds the
    // lock.
    static final List<BsonDocument> FIND_EVICTED = stages("""
            { $set: { 'ask.woken': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: { input: '$holders', as: 'e', cond: { $and: [
                { $eq: ['$$e.acquirer', '$ask.seen'] }, { $eq: ['$$e.token', '$ask.token'] }, { $or: [ '$ask.now', { $not: ['$$e.evicted'] } ] } ] } } } } } } }
            """);

    static final List<BsonDocument> MARK_EVICTED = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $in: ['$$e.acquirer', '$ask.woken'] },
                { $mergeObjects: [ '$$e', { stamp: '$ask.stamp', evicted: { by: '$ask.by', reason: '$ask.reason', at: '$$NOW', until: { $add: ['$$NOW', '$ask.quarantine'] } },
                    expiresAt: { $max: [ '$$e.expiresAt', { $add: ['$$NOW', '$ask.quarantine'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    // Step 2, evict now: for a process that is known to be dead. The marked lease ends at once.
    static final List<BsonDocument> END_EVICTED = stages("""
            { $set: {
                'ask.ended': { $concatArrays: [ '$ask.ended', { $map: {
                    input: { $filter: { input: '$holders', as: 'e', cond: { $in: ['$$e.acquirer', '$ask.woken'] } } }, as: 'e',
                    in: { $mergeObjects: [ '$$e', { expiresAt: '$$NOW' } ] } } } ] },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.woken'] } ] } } } } }
            """);

    // Step 2, attach: replaces the stack of exactly this holder's thread. No time changes.
    static final List<BsonDocument> ATTACH_STACK = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $eq: ['$$e.acquirer', '$ask.seen'] }, { $not: ['$$e.evicted'] },
                    { $lt: [ { $size: { $filter: { input: '$holders', as: 'o', cond: { $and: [
                        { $ne: ['$$o.acquirer', '$ask.seen'] }, { $gt: ['$$o.stack', null] } ] } } } }, MAX_STACKS ] } ] },
                { $mergeObjects: [ '$$e', { stack: { at: '$$NOW', state: '$ask.state', frames: '$ask.frames' } } ] },
                '$$e' ] } } } } }
            """);

    // Step 2, pause: an entry that never fits stands at the head of the queue, so that nobody is promoted until it
    // expires or is removed. A lock has one pause at most. A pause until a time in the past removes it.
    static final List<BsonDocument> PAUSE = stages("""
            { $set: { queue: { $concatArrays: [
                { $cond: [ { $lte: ['$ask.until', '$$NOW'] }, [], [ {
                    acquirer: '$ask.stamp', weight: PAUSE_WEIGHT, ttl: { $toLong: 0 }, since: '$$NOW', updatedAt: '$$NOW', expiresAt: '$ask.until',
                    stamp: '$ask.stamp', owner: '$ask.owner', behind: 0,
                    paused: { by: '$ask.by', reason: '$ask.reason', at: '$$NOW', until: '$ask.until' } } ] ] },
                { $filter: { input: '$queue', as: 'e', cond: { $not: ['$$e.paused'] } } } ] } } }
            """);

    // Step 2, pause of a lock that has no document: refused once the time is over by which it was to be there, because
    // an upsert's filter cannot say so. Until its first request the lock is exclusive. Its token is above those of a
    // document that was purged, because the fast path grants the next after it.
    static final List<BsonDocument> REFUSE_LATE = stages("""
            { $set: { ask: { $cond: [ { $lte: ['$$NOW', '$ask.notAfter'] }, '$ask', { $toInt: { $concat: [ 'too late for: ', '$_id' ] } } ] } } }
            """);

    static final List<BsonDocument> BEGIN = stages("""
            { $set: { capacity: { $ifNull: ['$capacity', 1] }, token: { $ifNull: [ '$token',
                { $multiply: [ { $toLong: '$$NOW' }, { $literal: { $numberLong: '1000' } } ] } ] } } }
            """);

    // Step 2, take out: exactly the waiter that the operator saw leaves the queue and cannot join it again. Its
    // agent is woken.
    static final List<BsonDocument> FIND_WAITER = stages("""
            { $set: { 'ask.woken': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: { input: '$queue', as: 'e', cond: { $and: [
                { $eq: ['$$e.acquirer', '$ask.seen'] }, { $not: ['$$e.paused'] } ] } } } } } } }
            """);

    static final List<BsonDocument> TAKE_OUT = stages("""
            { $set: {
                queue: { $filter: { input: '$queue', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.woken'] } ] } } },
                takenOut: { $cond: [ { $eq: ['$ask.woken', []] }, '$takenOut', { $slice: [ { $concatArrays: [
                    { $ifNull: ['$takenOut', []] }, [ { acquirer: '$ask.seen', by: '$ask.by', reason: '$ask.reason', at: '$$NOW' } ] ] }, { $subtract: [0, MOST_TOLD] } ] } ] } } }
            """);

    // Step 2, end keep: the lease is kept no longer. Runs before DROP_EXPIRED, which then drops the tries that
    // recalled it.
    static final List<BsonDocument> END_KEEP = stages("""
            { $set: { holders: { $map: { input: { $ifNull: ['$holders', []] }, as: 'e', in: { $cond: [
                { $and: [ { $eq: ['$$e.acquirer', '$ask.seen'] }, { $not: ['$$e.evicted'] } ] }, { $unsetField: { field: 'tokens', input: { $unsetField: { field: 'keep', input: '$$e' } } } }, '$$e' ] } } } } }
            """);

    // Step 3. Promote from the head of the queue while weights fit. The calling acquirer gets its ttl, any other
    // the claim time. The calling acquirer may keep an exclusive lock that nobody else waits for. For that, and
    // for a cohort, it gets a block of tokens, the last of which is at most a minute ahead of the clock.
    static final List<BsonDocument> PROMOTE = stages("""
            { $set: {
                'ask.free':  { $subtract: ['$capacity', { $sum: '$holders.weight' }] },
                'ask.token': { $max: [ { $add: ['$token', 1] }, { $multiply: [ { $toLong: '$$NOW' }, { $literal: { $numberLong: '1000' } } ] } ] } } }
            """, """
            { $set: { 'ask.promoted': { $reduce: {
                input: { $cond: [ { $gt: ['$ask.free', 0] }, '$queue', [] ] },
                initialValue: { count: 0, free: '$ask.free', open: true },
                in: { $cond: [
                    { $and: [ '$$value.open', { $lte: ['$$this.weight', '$$value.free'] } ] },
                    { count: { $add: ['$$value.count', 1] }, free: { $subtract: ['$$value.free', '$$this.weight'] }, open: true },
                    { count: '$$value.count', free: '$$value.free', open: false } ] } } } } }
            """, """
            { $set: { 'ask.granted': { $map: { input: { $range: [0, '$ask.promoted.count'] }, as: 'i', in: { $let: {
                vars: { e: { $arrayElemAt: ['$queue', '$$i'] } }, in: { $let: {
                vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] }, asks: { $in: ['$$e.acquirer', '$ask.acquirers'] } }, in: { $let: {
                vars: { keeps: { $and: [ '$$asks', { $gt: ['$$e.keep', null] }, { $eq: ['$capacity', 1] }, { $eq: [ { $size: '$queue' }, '$ask.promoted.count' ] } ] },
                    hands: { $and: [ '$$e.cohort', { $eq: ['$capacity', 1] } ] } }, in: {
                    acquirer: '$$e.acquirer', weight: '$$e.weight', token: { $add: ['$ask.token', '$$i'] }, ttl: '$$e.ttl',
                    acquiredAt: '$$at', updatedAt: '$$at',
                    expiresAt: { $add: ['$$at', { $cond: [ '$$asks', '$$e.ttl', { $min: ['$$e.ttl', CLAIM_TIME] } ] } ] },
                    stamp: '$$e.stamp', owner: '$$e.owner',
                    keep: { $cond: ['$$keeps', '$$e.keep', '$$REMOVE'] },
                    tokens: { $cond: [ { $or: ['$$keeps', '$$hands'] }, { $toInt: { $max: [ 1, { $min: ['$$e.tokens', MAX_TOKENS, { $add: [
                        { $subtract: [ { $multiply: [ { $literal: { $numberLong: '1000' } }, { $toLong: '$$NOW' } ] }, '$ask.token' ] }, { $literal: { $numberLong: 'AHEAD' } }, 1 ] } ] } ] } }, '$$REMOVE' ] } } } } } } } } } } } }
            """, """
            { $set: {
                holders: { $concatArrays: ['$holders', '$ask.granted'] },
                queue: { $slice: ['$queue', '$ask.promoted.count', MAX_ENTRIES] },
                token: { $ifNull: [ { $max: { $map: { input: '$ask.granted', as: 'e', in: { $add: ['$$e.token', { $subtract: [ { $ifNull: ['$$e.tokens', 1] }, 1 ] } ] } } } }, '$token' ] },
                'ask.woken': { $concatArrays: [ '$ask.woken', '$ask.dropped', { $map: { as: 'e', in: { $concat: [ '$$e.acquirer', '=', { $toString: '$$e.token' }, { $cond: [ { $gt: ['$$e.tokens', null] }, { $concat: [ '+', { $toString: '$$e.tokens' } ] }, '' ] } ] },
                    input: { $filter: { input: '$ask.granted', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.acquirers'] } ] } } } } } ] } } }
            """);

    // Step 4. A try that was not promoted leaves the queue.
    static final List<BsonDocument> DO_NOT_WAIT = stages("""
            { $set: { queue: { $filter: { input: '$queue', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.leaving'] } ] } } } } }
            """);

    // Step 4, behind a kept lease: the try that is first in the queue recalls the lease and stays for the recall
    // time.
    static final List<BsonDocument> WAIT_FOR_KEPT = stages("""
            { $set: { queue: { $let: { vars: { head: { $arrayElemAt: ['$queue', 0] }, kept: { $arrayElemAt: [KEPT_AND_LIVE, 0] } }, in: { $concatArrays: [
                { $cond: [ { $and: [ { $in: ['$$head.acquirer', '$ask.recalling'] }, { $gt: ['$$kept', null] } ] },
                    [ { $mergeObjects: [ '$$head', { recalls: '$$kept', expiresAt: { $add: ['$$head.updatedAt', '$ask.recallFor'] } } ] } ],
                    [] ] },
                { $filter: { input: '$queue', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.leaving'] } ] } } } ] } } } } }
            """);

    // Finally, wake the keeper of a kept lease if this change added a waiter, or was to add one of another capacity,
    // which cannot join the queue while the lock is held.
    static final List<BsonDocument> RECALL = stages("""
            { $set: { 'ask.woken': { $cond: [ { $or: [ { $in: ['$ask.stamp', '$queue.stamp'] }, { $ne: [ { $ifNull: ['$ask.capacity', '$capacity'] }, '$capacity' ] } ] },
                { $concatArrays: [ '$ask.woken', { $map: { as: 'e', in: { $concat: ['$$e.acquirer', '?'] }, input: { $filter: { input: '$holders', as: 'e', cond: { $and: [
                    { $gt: ['$$e.keep', null] }, { $not: ['$$e.evicted'] } ] } } } } } ] },
                '$ask.woken' ] } } }
            """);

    // Finally, record in the document: the last lease that ended, whom to wake, and when the document may be
    // purged.
    static final List<BsonDocument> RECORD = stages("""
            { $set: {
                released: { $let: { vars: { e: { $reduce: { input: '$ask.ended', initialValue: null, in: { $cond: [
                    { $gte: ['$$this.expiresAt', '$$value.expiresAt'] }, '$$this', '$$value' ] } } } }, in: { $cond: [ { $gt: ['$$e', null] },
                    { at: '$$e.expiresAt', acquirer: '$$e.acquirer', token: '$$e.token', owner: '$$e.owner', stamp: '$$e.stamp', evicted: '$$e.evicted' },
                    '$released' ] } } },
                wake: { $cond: [ { $eq: ['$ask.woken', []] }, '$wake',
                    { $reduce: { input: '$ask.woken', initialValue: '$ask.stamp', in: { $concat: ['$$value', ' ', '$$this'] } } } ] },
                expiresAt: { $ifNull: [ { $max: { $concatArrays: ['$holders.expiresAt', '$queue.expiresAt'] } }, '$expiresAt', '$$NOW' ] } } }
            """, "{ $unset: 'ask' }");

    private SettleSteps() {}

    private static List<BsonDocument> stages(String... json) {
        return Arrays.stream(json).map(SettleSteps::stage).toList();
    }

    /** Encoded once, because every call sends the same bytes; immutable as well. */
    private static BsonDocument stage(String json) {
        return RawBsonDocument.parse(json.replace("IS_SOUND", SoundLock.IS_SOUND)
                .replace("KEPT_AND_LIVE", KEPT_AND_LIVE)
                .replace("MAX_ENTRIES", Integer.toString(Settle.MAX_ENTRIES))
                .replace("MAX_TOKENS", Integer.toString(Keep.MAX_TOKENS))
                .replace("AHEAD", Long.toString(Keep.AHEAD.toNanos() / 1000))
                .replace("MAX_STACKS", Integer.toString(Settle.MAX_STACKS))
                .replace("TOLD_FOR", Long.toString(TakenOut.TOLD_FOR.toMillis()))
                .replace("MOST_TOLD", Integer.toString(TakenOut.MOST))
                .replace("PAUSE_WEIGHT", Integer.toString(Pause.WEIGHT))
                .replace("WAITER_TTL", Long.toString(Settle.WAITER_TTL.toMillis()))
                .replace("CLAIM_TIME", Long.toString(Settle.CLAIM_TIME.toMillis())));
    }
}

package io.lockkeeper.model;

import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/** The steps of which {@link Settle} makes its pipelines. What a caller asks stands in the field {@code ask}. */
final class SettleSteps {

    // 0. What is no lock document is another's: the change fails, and leaves it as it is. A document that the upsert
    // has just begun has its _id alone; of a lock's, everything must be readable by which the steps decide.
    static final List<BsonDocument> REFUSE_DAMAGED = stages("""
            { $set: { ask: { $cond: [ { $or: [
                { $eq: [ { $size: { $objectToArray: '$$ROOT' } }, 1 ] },
                { $and: [ { $isNumber: '$capacity' }, { $isArray: '$holders' }, { $isArray: '$queue' },
                    { $allElementsTrue: { $map: { input: { $concatArrays: ['$holders', '$queue'] }, as: 'e', in: { $and: [
                        { $eq: [ { $type: '$$e.acquirer' }, 'string' ] }, { $isNumber: '$$e.weight' }, { $isNumber: '$$e.ttl' },
                        { $eq: [ { $type: '$$e.updatedAt' }, 'date' ] }, { $eq: [ { $type: '$$e.expiresAt' }, 'date' ] } ] } } } } ] } ] },
                true,
                { $toInt: { $concat: [ 'no document of a lock: ', '$_id' ] } } ] } } }
            """);

    // 1. Drop what has expired. An expired lease ended at its expiry, whenever that is noticed. A request that only
    // recalls a lease leaves with it, and is woken.
    private static final String KEPT_AND_LIVE = """
            { $map: { as: 'h', in: '$$h.acquirer', input: { $filter: { input: { $ifNull: ['$holders', []] }, as: 'h', cond: { $and: [
                { $gt: ['$$h.keep', null] }, { $not: ['$$h.evicted'] }, { $gt: ['$$h.expiresAt', '$$NOW'] } ] } } } } }
            """;

    static final List<BsonDocument> DROP_EXPIRED = stages("""
            { $set: {
                'ask.ended': { $filter: { input: { $ifNull: ['$holders', []] }, as: 'e', cond: { $lte: ['$$e.expiresAt', '$$NOW'] } } },
                holders:     { $filter: { input: { $ifNull: ['$holders', []] }, as: 'e', cond: { $gt:  ['$$e.expiresAt', '$$NOW'] } } },
                queue:       { $filter: { input: { $ifNull: ['$queue',   []] }, as: 'e', cond: { $and: [ { $gt: ['$$e.expiresAt', '$$NOW'] },
                    { $or: [ { $not: ['$$e.recalls'] }, { $in: ['$$e.recalls', KEPT_AND_LIVE] } ] } ] } } },
                takenOut: { $let: {
                    vars: { told: { $filter: { input: { $ifNull: ['$takenOut', []] }, as: 'e', cond: { $gt: [ { $add: ['$$e.at', TOLD_FOR] }, '$$NOW' ] } } } },
                    in: { $cond: [ { $eq: ['$$told', []] }, '$$REMOVE', '$$told' ] } } },
                'ask.dropped': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: { input: { $ifNull: ['$queue', []] }, as: 'e', cond: { $and: [
                    '$$e.recalls', { $gt: ['$$e.expiresAt', '$$NOW'] }, { $not: [ { $in: ['$$e.recalls', KEPT_AND_LIVE] } ] } ] } } } } } } }
            """);

    // 2a. Touch: the entries of the asking acquirers live on from now. An evicted lease does not, nor one that lingers.
    // A request that only recalls a lease keeps its expiry: it waits for a time of its own.
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

    // 2a'. Of a waiter that is touched, how many of its agent stand behind it, outside the document.
    static final List<BsonDocument> COUNT_BEHIND = stages("""
            { $set: { queue: { $map: { input: '$queue', as: 'e', in: { $cond: [
                { $in: ['$$e.acquirer', '$ask.acquirers'] },
                { $mergeObjects: [ '$$e', { behind: { $arrayElemAt: [ '$ask.behind', { $indexOfArray: ['$ask.acquirers', '$$e.acquirer'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    // 2a''. Of a kept lease that is touched, its latest use.
    static final List<BsonDocument> TELL_USE = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.used'] }, { $eq: ['$$e.stamp', '$ask.stamp'] } ] },
                { $mergeObjects: [ '$$e', { use: { $arrayElemAt: [ '$ask.uses', { $indexOfArray: ['$ask.used', '$$e.acquirer'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    // 2b. Enqueue: a request whose acquirer is not there yet joins at the tail, if the capacity is the one in use (an
    // idle lock takes that of whoever may join), its weight can ever fit, and there is room. Comes after TOUCH, which
    // serves who is there.
    static final List<BsonDocument> ADOPT_CAPACITY = stages("""
            { $set: { capacity: { $cond: [
                { $and: [ { $eq: ['$holders', []] }, { $eq: ['$queue', []] },
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

    // 2c. Remove: the entries of the asking acquirers are gone, whether they held or waited.
    static final List<BsonDocument> REMOVE = stages("""
            { $set: {
                'ask.ended': { $concatArrays: [ '$ask.ended', { $map: {
                    input: { $filter: { input: '$holders', as: 'e', cond: { $in: ['$$e.acquirer', '$ask.removed'] } } }, as: 'e',
                    in: { $mergeObjects: [ '$$e', { expiresAt: '$$NOW', stamp: '$ask.stamp' } ] } } } ] },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.removed'] } ] } } },
                queue:   { $filter: { input: '$queue',   as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.removed'] } ] } } } } }
            """);

    // 2d. Lighten: the asking holder, touched, weighs less from now on, as a writer does that goes over to reading.
    static final List<BsonDocument> LIGHTEN = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] } ] },
                { $mergeObjects: [ '$$e', { weight: { $min: ['$$e.weight', '$ask.weight'] } } ] },
                '$$e' ] } } } } }
            """);

    // 2e. Linger: the asking holder has let go, and its live lease ends so long after its grant: comes before
    // DROP_EXPIRED, which drops it if that is now. Without a ttl no touch keeps it, also none that is still under way.
    // Who is next hears of it, so as to look again at that time.
    static final List<BsonDocument> LINGER = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] }, { $gt: ['$$e.expiresAt', '$$NOW'] } ] },
                { $mergeObjects: [ '$$e', { ttl: { $toLong: 0 }, stamp: '$ask.stamp', expiresAt: { $max: [ '$$NOW', { $add: ['$$e.acquiredAt', '$ask.atLeast'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    static final List<BsonDocument> WAKE_NEXT = stages("""
            { $set: { 'ask.woken': { $slice: ['$queue.acquirer', 1] } } }
            """);

    // 2f. Evict: exactly the lease that the operator saw is marked, once. It keeps its weight until its agent removes
    // it or the
    // quarantine ends, for a holder that is cut off still believes.
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

    // 2g. Evict now: for a process that is known to be dead, the marked lease ends at once.
    static final List<BsonDocument> END_EVICTED = stages("""
            { $set: {
                'ask.ended': { $concatArrays: [ '$ask.ended', { $map: {
                    input: { $filter: { input: '$holders', as: 'e', cond: { $in: ['$$e.acquirer', '$ask.woken'] } } }, as: 'e',
                    in: { $mergeObjects: [ '$$e', { expiresAt: '$$NOW' } ] } } } ] },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.woken'] } ] } } } } }
            """);

    // 2h. Attach: what the thread of exactly this holder was doing, in place of what was attached before.
    // No time moves.
    static final List<BsonDocument> ATTACH_STACK = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $eq: ['$$e.acquirer', '$ask.seen'] }, { $not: ['$$e.evicted'] },
                    { $lt: [ { $size: { $filter: { input: '$holders', as: 'o', cond: { $and: [
                        { $ne: ['$$o.acquirer', '$ask.seen'] }, { $gt: ['$$o.stack', null] } ] } } } }, MAX_STACKS ] } ] },
                { $mergeObjects: [ '$$e', { stack: { at: '$$NOW', state: '$ask.state', frames: '$ask.frames' } } ] },
                '$$e' ] } } } } }
            """);

    // 2j. Pause: at the head of the queue stands an entry that never fits, so that nobody is promoted until it expires
    // or is
    // removed. There is one at most; until a time that has passed there is none.
    static final List<BsonDocument> PAUSE = stages("""
            { $set: { queue: { $concatArrays: [
                { $cond: [ { $lte: ['$ask.until', '$$NOW'] }, [], [ {
                    acquirer: '$ask.stamp', weight: PAUSE_WEIGHT, ttl: { $toLong: 0 }, since: '$$NOW', updatedAt: '$$NOW', expiresAt: '$ask.until',
                    stamp: '$ask.stamp', owner: '$ask.owner', behind: 0,
                    paused: { by: '$ask.by', reason: '$ask.reason', at: '$$NOW', until: '$ask.until' } } ] ] },
                { $filter: { input: '$queue', as: 'e', cond: { $not: ['$$e.paused'] } } } ] } } }
            """);

    // 2k. Take out: exactly the waiter that the operator saw leaves the queue, and does not join it again. Its agent
    // hears
    // of that.
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

    // 2i. End keep: comes before DROP_EXPIRED, which then drops who has recalled the lease and would not wait longer.
    static final List<BsonDocument> END_KEEP = stages("""
            { $set: { holders: { $map: { input: { $ifNull: ['$holders', []] }, as: 'e', in: { $cond: [
                { $and: [ { $eq: ['$$e.acquirer', '$ask.seen'] }, { $not: ['$$e.evicted'] } ] }, { $unsetField: { field: 'tokens', input: { $unsetField: { field: 'keep', input: '$$e' } } } }, '$$e' ] } } } } }
            """);

    // 3. Promote from the head of the queue while it fits. The asking acquirer gets its ttl, any other its claim time.
    // The asking acquirer may keep an exclusive lock that nobody else waits for. For that, and for a cohort, there are
    // tokens, which end at most a minute ahead of the clock.
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

    // 4. Who will not wait leaves the queue again.
    static final List<BsonDocument> DO_NOT_WAIT = stages("""
            { $set: { queue: { $filter: { input: '$queue', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.leaving'] } ] } } } } }
            """);

    // 4'. Unless it is the first to recall a kept lease: it waits for that alone, and no longer than it says.
    static final List<BsonDocument> WAIT_FOR_KEPT = stages("""
            { $set: { queue: { $let: { vars: { head: { $arrayElemAt: ['$queue', 0] }, kept: { $arrayElemAt: [KEPT_AND_LIVE, 0] } }, in: { $concatArrays: [
                { $cond: [ { $and: [ { $in: ['$$head.acquirer', '$ask.recalling'] }, { $gt: ['$$kept', null] } ] },
                    [ { $mergeObjects: [ '$$head', { recalls: '$$kept', expiresAt: { $add: ['$$head.updatedAt', '$ask.recallFor'] } } ] } ],
                    [] ] },
                { $filter: { input: '$queue', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.leaving'] } ] } } } ] } } } } }
            """);

    // 5. Recall: who keeps the lock hears that somebody waits who came with this change.
    static final List<BsonDocument> RECALL = stages("""
            { $set: { 'ask.woken': { $cond: [ { $in: ['$ask.stamp', '$queue.stamp'] },
                { $concatArrays: [ '$ask.woken', { $map: { as: 'e', in: { $concat: ['$$e.acquirer', '?'] }, input: { $filter: { input: '$holders', as: 'e', cond: { $and: [
                    { $gt: ['$$e.keep', null] }, { $not: ['$$e.evicted'] } ] } } } } } ] },
                '$ask.woken' ] } } }
            """);

    // The document's own record: the last lease that ended, whom the change concerns, and when the document may go.
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

    /** In encoded form, for each call sends the same bytes; and nobody can change it. */
    private static BsonDocument stage(String json) {
        return RawBsonDocument.parse(json.replace("KEPT_AND_LIVE", KEPT_AND_LIVE)
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

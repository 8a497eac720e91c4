package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/**
 * The lock: every way in which a {@link LockDocument} changes. Each is one update of one document by a pipeline that
 *
 * <ol>
 *   <li>drops holders and waiters whose expiry has passed by the server's {@code $$NOW},
 *   <li>applies the one thing asked: enqueue, touch, remove, evict, pause or take out,
 *   <li>promotes from the head of the queue while its weight fits the remaining capacity,
 *   <li>takes a request that will not wait out of the queue again if it was not promoted.
 * </ol>
 *
 * The steps are constants; what a caller asks stands in the scratch field {@code ask}, written as one {@code $literal} (a
 * name such as {@code $foo} stays a name) and removed by the last stage. A change of a document that is not a lock fails. A change that changes nothing
 * leaves the document as it was, byte for byte, so that the server writes nothing.
 *
 * <p>{@link UncontendedChange} does the same with less, for an uncontended lock.
 *
 * <p>No entry's time goes back: the server samples {@code $$NOW} before it reaches the document, so an older time can
 * be applied later. Hence {@code updatedAt = max(updatedAt + 1 ms, $$NOW)} at every touch and grant.
 */
public final class Settle {

    /** How many holders and waiters together fit into one document. */
    public static final int MAX_ENTRIES = 500;
    /** How many leases of one lock carry a stack: of 8 KB each at most. */
    public static final int MAX_STACKS = 8;
    /** How long a waiter stays queued after its last touch, unless its ttl is shorter. */
    public static final Duration WAITER_TTL = Duration.ofSeconds(30);
    /** How long a lease lasts that was handed to a waiter and not yet touched by it, unless its ttl is shorter. */
    public static final Duration CLAIM_TIME = Duration.ofSeconds(10);

    /** How much longer than its recall the entry of a request lasts that would not wait: its agent takes it out by then. */
    static final Duration AFTER_RECALL = Duration.ofSeconds(1);

    // 0. What is no lock document is another's: the change fails, and leaves it as it is. A document that the upsert
    // has just begun has its _id alone; of a lock's, everything must be readable by which the steps decide.
    private static final List<BsonDocument> REFUSE_DAMAGED = stages("""
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

    private static final List<BsonDocument> DROP_EXPIRED = stages("""
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
    private static final List<BsonDocument> TOUCH = stages("""
            { $set: {
                holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                    { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] }, { $gt: ['$$e.ttl', 0] } ] },
                    { $let: { vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] } }, in: { $mergeObjects: [ '$$e',
                        { updatedAt: '$$at', expiresAt: { $add: ['$$at', '$$e.ttl'] }, stamp: '$ask.stamp' } ] } } },
                    '$$e' ] } } },
                queue: { $map: { input: '$queue', as: 'e', in: { $cond: [
                    { $in: ['$$e.acquirer', '$ask.acquirers'] },
                    { $let: { vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] } }, in: { $mergeObjects: [ '$$e',
                        { updatedAt: '$$at', expiresAt: { $add: ['$$at', { $min: ['$$e.ttl', WAITER_TTL] }] }, stamp: '$ask.stamp' } ] } } },
                    '$$e' ] } } } } }
            """);

    // 2a'. Of a waiter that is touched, how many of its agent stand behind it, outside the document.
    private static final List<BsonDocument> COUNT_BEHIND = stages("""
            { $set: { queue: { $map: { input: '$queue', as: 'e', in: { $cond: [
                { $in: ['$$e.acquirer', '$ask.acquirers'] },
                { $mergeObjects: [ '$$e', { behind: { $arrayElemAt: [ '$ask.behind', { $indexOfArray: ['$ask.acquirers', '$$e.acquirer'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    // 2a''. Of a kept lease that is touched, its latest use.
    private static final List<BsonDocument> TELL_USE = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.used'] }, { $eq: ['$$e.stamp', '$ask.stamp'] } ] },
                { $mergeObjects: [ '$$e', { use: { $arrayElemAt: [ '$ask.uses', { $indexOfArray: ['$ask.used', '$$e.acquirer'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    // 2b. Enqueue: a request whose acquirer is not there yet joins at the tail, if the capacity is the one in use (an
    // idle lock takes that of whoever may join), its weight can ever fit, and there is room. Comes after TOUCH, which
    // serves who is there.
    private static final List<BsonDocument> ADOPT_CAPACITY = stages("""
            { $set: { capacity: { $cond: [
                { $and: [ { $eq: ['$holders', []] }, { $eq: ['$queue', []] },
                    { $not: [ { $setIsSubset: ['$ask.requests.acquirer', { $ifNull: ['$takenOut.acquirer', []] }] } ] } ] },
                '$ask.capacity', '$capacity' ] } } }
            """);

    private static final List<BsonDocument> ENQUEUE = stages("""
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
    private static final List<BsonDocument> REMOVE = stages("""
            { $set: {
                'ask.ended': { $concatArrays: [ '$ask.ended', { $map: {
                    input: { $filter: { input: '$holders', as: 'e', cond: { $in: ['$$e.acquirer', '$ask.removed'] } } }, as: 'e',
                    in: { $mergeObjects: [ '$$e', { expiresAt: '$$NOW', stamp: '$ask.stamp' } ] } } } ] },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.removed'] } ] } } },
                queue:   { $filter: { input: '$queue',   as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.removed'] } ] } } } } }
            """);

    // 2d. Lighten: the asking holder, touched, weighs less from now on, as a writer does that goes over to reading.
    private static final List<BsonDocument> LIGHTEN = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] } ] },
                { $mergeObjects: [ '$$e', { weight: { $min: ['$$e.weight', '$ask.weight'] } } ] },
                '$$e' ] } } } } }
            """);

    // 2e. Linger: the asking holder has let go, and its live lease ends so long after its grant: comes before
    // DROP_EXPIRED, which drops it if that is now. Without a ttl no touch keeps it, also none that is still under way.
    // Who is next hears of it, so as to look again at that time.
    private static final List<BsonDocument> LINGER = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] }, { $gt: ['$$e.expiresAt', '$$NOW'] } ] },
                { $mergeObjects: [ '$$e', { ttl: { $toLong: 0 }, stamp: '$ask.stamp', expiresAt: { $max: [ '$$NOW', { $add: ['$$e.acquiredAt', '$ask.atLeast'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    private static final List<BsonDocument> WAKE_NEXT = stages("""
            { $set: { 'ask.woken': { $slice: ['$queue.acquirer', 1] } } }
            """);

    // 2f. Evict: exactly the lease that the operator saw is marked, once. It keeps its weight until its agent removes
    // it or the
    // quarantine ends, for a holder that is cut off still believes.
    private static final List<BsonDocument> FIND_EVICTED = stages("""
            { $set: { 'ask.woken': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: { input: '$holders', as: 'e', cond: { $and: [
                { $eq: ['$$e.acquirer', '$ask.seen'] }, { $eq: ['$$e.token', '$ask.token'] }, { $or: [ '$ask.now', { $not: ['$$e.evicted'] } ] } ] } } } } } } }
            """);

    private static final List<BsonDocument> MARK_EVICTED = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $in: ['$$e.acquirer', '$ask.woken'] },
                { $mergeObjects: [ '$$e', { stamp: '$ask.stamp', evicted: { by: '$ask.by', reason: '$ask.reason', at: '$$NOW', until: { $add: ['$$NOW', '$ask.quarantine'] } },
                    expiresAt: { $max: [ '$$e.expiresAt', { $add: ['$$NOW', '$ask.quarantine'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    // 2g. Evict now: for a process that is known to be dead, the marked lease ends at once.
    private static final List<BsonDocument> END_EVICTED = stages("""
            { $set: {
                'ask.ended': { $concatArrays: [ '$ask.ended', { $map: {
                    input: { $filter: { input: '$holders', as: 'e', cond: { $in: ['$$e.acquirer', '$ask.woken'] } } }, as: 'e',
                    in: { $mergeObjects: [ '$$e', { expiresAt: '$$NOW' } ] } } } ] },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.woken'] } ] } } } } }
            """);

    // 2h. Attach: what the thread of exactly this holder was doing, in place of what was attached before.
    // No time moves.
    private static final List<BsonDocument> ATTACH_STACK = stages("""
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
    private static final List<BsonDocument> PAUSE = stages("""
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
    private static final List<BsonDocument> FIND_WAITER = stages("""
            { $set: { 'ask.woken': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: { input: '$queue', as: 'e', cond: { $and: [
                { $eq: ['$$e.acquirer', '$ask.seen'] }, { $not: ['$$e.paused'] } ] } } } } } } }
            """);

    private static final List<BsonDocument> TAKE_OUT = stages("""
            { $set: {
                queue: { $filter: { input: '$queue', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.woken'] } ] } } },
                takenOut: { $cond: [ { $eq: ['$ask.woken', []] }, '$takenOut', { $slice: [ { $concatArrays: [
                    { $ifNull: ['$takenOut', []] }, [ { acquirer: '$ask.seen', by: '$ask.by', reason: '$ask.reason', at: '$$NOW' } ] ] }, { $subtract: [0, MOST_TOLD] } ] } ] } } }
            """);

    // 2i. End keep: comes before DROP_EXPIRED, which then drops who has recalled the lease and would not wait longer.
    private static final List<BsonDocument> END_KEEP = stages("""
            { $set: { holders: { $map: { input: { $ifNull: ['$holders', []] }, as: 'e', in: { $cond: [
                { $and: [ { $eq: ['$$e.acquirer', '$ask.seen'] }, { $not: ['$$e.evicted'] } ] }, { $unsetField: { field: 'tokens', input: { $unsetField: { field: 'keep', input: '$$e' } } } }, '$$e' ] } } } } }
            """);

    // 3. Promote from the head of the queue while it fits. The asking acquirer gets its ttl, any other its claim time.
    // The asking acquirer may keep an exclusive lock that nobody else waits for. For that, and for a cohort, there are
    // tokens, which end at most a minute ahead of the clock.
    private static final List<BsonDocument> PROMOTE = stages("""
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
    private static final List<BsonDocument> DO_NOT_WAIT = stages("""
            { $set: { queue: { $filter: { input: '$queue', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.leaving'] } ] } } } } }
            """);

    // 4'. Unless it is the first to recall a kept lease: it waits for that alone, and no longer than it says.
    private static final List<BsonDocument> WAIT_FOR_KEPT = stages("""
            { $set: { queue: { $let: { vars: { head: { $arrayElemAt: ['$queue', 0] }, kept: { $arrayElemAt: [KEPT_AND_LIVE, 0] } }, in: { $concatArrays: [
                { $cond: [ { $and: [ { $in: ['$$head.acquirer', '$ask.recalling'] }, { $gt: ['$$kept', null] } ] },
                    [ { $mergeObjects: [ '$$head', { recalls: '$$kept', expiresAt: { $add: ['$$head.updatedAt', '$ask.recallFor'] } } ] } ],
                    [] ] },
                { $filter: { input: '$queue', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.leaving'] } ] } } } ] } } } } }
            """);

    // 5. Recall: who keeps the lock hears that somebody waits who came with this change.
    private static final List<BsonDocument> RECALL = stages("""
            { $set: { 'ask.woken': { $cond: [ { $in: ['$ask.stamp', '$queue.stamp'] },
                { $concatArrays: [ '$ask.woken', { $map: { as: 'e', in: { $concat: ['$$e.acquirer', '?'] }, input: { $filter: { input: '$holders', as: 'e', cond: { $and: [
                    { $gt: ['$$e.keep', null] }, { $not: ['$$e.evicted'] } ] } } } } } ] },
                '$ask.woken' ] } } }
            """);

    // The document's own record: the last lease that ended, whom the change concerns, and when the document may go.
    private static final List<BsonDocument> RECORD = stages("""
            { $set: {
                released: { $let: { vars: { e: { $reduce: { input: '$ask.ended', initialValue: null, in: { $cond: [
                    { $gte: ['$$this.expiresAt', '$$value.expiresAt'] }, '$$this', '$$value' ] } } } }, in: { $cond: [ { $gt: ['$$e', null] },
                    { at: '$$e.expiresAt', acquirer: '$$e.acquirer', token: '$$e.token', owner: '$$e.owner', stamp: '$$e.stamp', evicted: '$$e.evicted' },
                    '$released' ] } } },
                wake: { $cond: [ { $eq: ['$ask.woken', []] }, '$wake',
                    { $reduce: { input: '$ask.woken', initialValue: '$ask.stamp', in: { $concat: ['$$value', ' ', '$$this'] } } } ] },
                expiresAt: { $ifNull: [ { $max: { $concatArrays: ['$holders.expiresAt', '$queue.expiresAt'] } }, '$expiresAt', '$$NOW' ] } } }
            """, "{ $unset: 'ask' }");

    private Settle() {}

    /** The change that does the one thing asked. */
    public static Change change(Ask ask, String stamp) {
        return switch (ask) {
            case Ask.Combinable alone -> together(List.of(alone), stamp);
            case Ask.Lighten lighten ->
                Change.of(
                        lighten.lock(),
                        pipeline(
                                AskedFields.lighten(lighten, stamp),
                                List.of(DROP_EXPIRED, TOUCH, LIGHTEN, PROMOTE, RECORD)));
            case Ask.Linger linger ->
                Change.of(
                        linger.lock(),
                        pipeline(
                                AskedFields.linger(linger, stamp),
                                List.of(LINGER, DROP_EXPIRED, WAKE_NEXT, PROMOTE, RECORD)));
            case Ask.EndKeep ended ->
                Change.of(
                        ended.lock(),
                        pipeline(AskedFields.endKeep(ended, stamp), List.of(END_KEEP, DROP_EXPIRED, PROMOTE, RECORD)));
            case Ask.Attach attach ->
                Change.of(
                        attach.lock(),
                        pipeline(
                                AskedFields.attach(attach, stamp),
                                List.of(DROP_EXPIRED, ATTACH_STACK, PROMOTE, RECORD)));
        };
    }

    /**
     * The change that does many things asked of one lock, as if the touches, then the removes, then the requests of those who
     * wait in their order, and then the tries, the lightest first, had come one after the other in the same instant. All
     * requests are for the same capacity.
     */
    public static Change together(List<? extends Ask.Combinable> asks, String stamp) {
        Change change = Change.of(asks.getFirst().lock(), pipeline(AskedFields.of(asks, stamp), steps(asks)));
        return asks.stream().anyMatch(Settle::joins) ? change.upserting() : change;
    }

    /** As {@link #together}, if all leases that it releases are live, and else nothing. It creates no document. */
    public static Change togetherIfLive(List<? extends Ask.Combinable> asks, String stamp) {
        Change change = together(asks, stamp);
        BsonDocument filter = change.filter().toBsonDocument();
        filter.putAll(ReleasedLeases.areLive(Map.of(asks.getFirst().lock(), asks)));
        return new Change(filter, change.pipeline(), false);
    }

    /**
     * As {@link #together}, for an {@code updateMany} over the documents of many locks, each of which finds what is asked of
     * it. A lock without a document is not changed.
     */
    public static List<BsonDocument> togetherByLock(Map<LockName, List<Ask.Combinable>> asks, String stamp) {
        Map<String, BsonDocument> fields = new LinkedHashMap<>();
        asks.forEach((lock, each) -> fields.put(lock.value(), AskedFields.of(each, stamp)));
        return whole(
                AskedFields.byLock(fields),
                steps(asks.values().stream().flatMap(List::stream).toList()));
    }

    /** Only the steps that these need: the server parses the pipeline again for each change. */
    private static List<List<BsonDocument>> steps(Collection<? extends Ask.Combinable> asks) {
        List<List<BsonDocument>> steps = new ArrayList<>(List.of(DROP_EXPIRED));
        if (asks.stream()
                .anyMatch(ask ->
                        !(ask instanceof Ask.Remove remove) || !remove.waiting().isEmpty())) {
            steps.add(TOUCH);
        }
        if (asks.stream().anyMatch(Ask.Remove.class::isInstance)) {
            steps.add(REMOVE);
        }
        if (asks.stream().anyMatch(Settle::joins)) {
            steps.addAll(List.of(ADOPT_CAPACITY, ENQUEUE));
        }
        steps.add(PROMOTE);
        if (asks.stream().anyMatch(AskedFields::recalls)) {
            steps.add(WAIT_FOR_KEPT);
        } else if (asks.stream().anyMatch(Ask.TryEnqueue.class::isInstance)) {
            steps.add(DO_NOT_WAIT);
        }
        if (asks.stream().anyMatch(Settle::joins)) {
            steps.add(RECALL);
        }
        steps.add(RECORD);
        return steps;
    }

    private static boolean joins(Ask ask) {
        return ask instanceof Ask.Enqueue || ask instanceof Ask.TryEnqueue;
    }

    /**
     * The heartbeat of many entries, for an {@code updateMany} over the documents of their locks. Only entries that carry
     * the stamp afterwards were touched; the update's counts say nothing.
     */
    public static List<BsonDocument> touchAll(Collection<Beat> beats, String stamp) {
        List<List<BsonDocument>> steps = beats.stream().anyMatch(AskedFields::tellsUse)
                ? List.of(DROP_EXPIRED, TOUCH, COUNT_BEHIND, TELL_USE, PROMOTE, RECORD)
                : List.of(DROP_EXPIRED, TOUCH, COUNT_BEHIND, PROMOTE, RECORD);
        return pipeline(AskedFields.touches(beats, stamp), steps);
    }

    /** The removal of many acquirers, for an {@code updateMany} over the documents of their locks. */
    public static List<BsonDocument> removeAll(Collection<String> acquirers, String stamp) {
        return pipeline(AskedFields.removes(acquirers, stamp), List.of(DROP_EXPIRED, REMOVE, PROMOTE, RECORD));
    }

    /**
     * Ends exactly the lease that an operator saw, by acquirer and token: it is marked, and ends when its agent removes
     * it or the quarantine is over. Marking a marked lease changes nothing.
     */
    public static Change evict(String name, Holder seen, String by, String reason, Duration quarantine, String stamp) {
        BsonDocument ask = AskedFields.eviction(seen, by, reason, quarantine, stamp);
        return Change.of(name, pipeline(ask, List.of(DROP_EXPIRED, FIND_EVICTED, MARK_EVICTED, PROMOTE, RECORD)));
    }

    /**
     * Ends exactly the lease that an operator saw at once, marked already or not. Only for a process known to be dead: a
     * live holder still believes, and only its token keeps it out.
     */
    public static Change evictNow(String name, Holder seen, String by, String reason, String stamp) {
        BsonDocument ask = AskedFields.evictionNow(seen, by, reason, stamp);
        return Change.of(
                name, pipeline(ask, List.of(DROP_EXPIRED, FIND_EVICTED, MARK_EVICTED, END_EVICTED, PROMOTE, RECORD)));
    }

    /**
     * Lets nobody acquire the lock until then, or until {@link #resume}. It takes the place of an earlier pause. A lock without a document is
     * not changed.
     *
     * @param stamp of this call, which becomes the pause's id
     */
    public static Change pause(String name, String by, String reason, Instant until, String stamp) {
        BsonDocument ask = AskedFields.pause(by, reason, until, stamp);
        return Change.of(name, pipeline(ask, List.of(DROP_EXPIRED, PAUSE, PROMOTE, RECALL, RECORD)));
    }

    /** Ends exactly that pause, and grants the lock to who is next. */
    public static Change resume(String name, Pause pause, String stamp) {
        return Change.of(name, removeAll(List.of(pause.id()), stamp));
    }

    /** Ends exactly the wait that an operator saw: the waiter leaves the queue, and its agent tells the caller by whom and why. */
    public static Change takeOut(String name, String acquirer, String by, String reason, String stamp) {
        BsonDocument ask = AskedFields.takeOut(acquirer, by, reason, stamp);
        return Change.of(name, pipeline(ask, List.of(DROP_EXPIRED, FIND_WAITER, TAKE_OUT, PROMOTE, RECORD)));
    }

    private static List<BsonDocument> pipeline(BsonDocument asked, List<List<BsonDocument>> steps) {
        return whole(AskedFields.literal(asked), steps);
    }

    /** The whole pipeline of a change: what is asked, and then the steps given. */
    private static List<BsonDocument> whole(BsonDocument asked, List<List<BsonDocument>> steps) {
        BsonDocument first = new BsonDocument("$set", new BsonDocument("ask", asked));
        return Stream.of(
                        REFUSE_DAMAGED.stream(),
                        Stream.of(first),
                        steps.stream().flatMap(List::stream))
                .flatMap(each -> each)
                .toList();
    }

    private static List<BsonDocument> stages(String... json) {
        return Arrays.stream(json).map(Settle::stage).toList();
    }

    /** In encoded form, for each call sends the same bytes; and nobody can change it. */
    private static BsonDocument stage(String json) {
        return RawBsonDocument.parse(json.replace("KEPT_AND_LIVE", KEPT_AND_LIVE)
                .replace("MAX_ENTRIES", Integer.toString(MAX_ENTRIES))
                .replace("MAX_TOKENS", Integer.toString(Keep.MAX_TOKENS))
                .replace("AHEAD", Long.toString(Keep.AHEAD.toNanos() / 1000))
                .replace("MAX_STACKS", Integer.toString(MAX_STACKS))
                .replace("TOLD_FOR", Long.toString(TakenOut.TOLD_FOR.toMillis()))
                .replace("MOST_TOLD", Integer.toString(TakenOut.MOST))
                .replace("PAUSE_WEIGHT", Integer.toString(Pause.WEIGHT))
                .replace("WAITER_TTL", Long.toString(WAITER_TTL.toMillis()))
                .replace("CLAIM_TIME", Long.toString(CLAIM_TIME.toMillis())));
    }
}

package io.lockkeeper.model;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/**
 * The lock: every way in which a {@link LockDocument} changes. Each is one update of one document by a pipeline that
 *
 * <ol>
 *   <li>drops holders and waiters whose expiry has passed by the server's {@code $$NOW},
 *   <li>applies the one thing asked: enqueue, touch, remove or evict,
 *   <li>promotes from the head of the queue while its weight fits what is left of the capacity,
 *   <li>takes a request that will not wait out of the queue again if it was not promoted.
 * </ol>
 *
 * The steps are constants; what a caller asks stands in the scratch field {@code ask}, written by the first stage as one
 * {@code $literal} (a name such as {@code $foo} stays a name) and removed by the last. A change that changes nothing
 * leaves the document as it was, byte for byte, so that the server writes nothing.
 *
 * <p>No entry's time goes back: the server samples {@code $$NOW} before it reaches the document, so an older time can
 * be applied later. Hence {@code updatedAt = max(updatedAt + 1 ms, $$NOW)} at every touch and grant.
 */
public final class Settle {

    /** How many holders and waiters together one document takes. */
    public static final int MAX_ENTRIES = 500;
    /** How long a waiter stays queued after its last touch, unless its ttl is shorter. */
    public static final Duration WAITER_TTL = Duration.ofSeconds(30);
    /** How long a lease lasts that was handed to a waiter and not yet touched by it, unless its ttl is shorter. */
    public static final Duration CLAIM_TIME = Duration.ofSeconds(10);

    // 1. Drop what has expired. An expired lease ended at its expiry, whenever that is noticed.
    private static final List<BsonDocument> DROP_EXPIRED = stages("""
            { $set: {
                'ask.ended': { $filter: { input: { $ifNull: ['$holders', []] }, as: 'e', cond: { $lte: ['$$e.expiresAt', '$$NOW'] } } },
                holders:     { $filter: { input: { $ifNull: ['$holders', []] }, as: 'e', cond: { $gt:  ['$$e.expiresAt', '$$NOW'] } } },
                queue:       { $filter: { input: { $ifNull: ['$queue',   []] }, as: 'e', cond: { $gt:  ['$$e.expiresAt', '$$NOW'] } } } } }
            """);

    // 2a. Touch: the entries of the asking acquirers live on from now. An evicted lease does not.
    private static final List<BsonDocument> TOUCH = stages("""
            { $set: {
                holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                    { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] } ] },
                    { $let: { vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] } }, in: { $mergeObjects: [ '$$e',
                        { updatedAt: '$$at', expiresAt: { $add: ['$$at', '$$e.ttl'] }, stamp: '$ask.stamp' } ] } } },
                    '$$e' ] } } },
                queue: { $map: { input: '$queue', as: 'e', in: { $cond: [
                    { $in: ['$$e.acquirer', '$ask.acquirers'] },
                    { $let: { vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] } }, in: { $mergeObjects: [ '$$e',
                        { updatedAt: '$$at', expiresAt: { $add: ['$$at', { $min: ['$$e.ttl', WAITER_TTL] }] }, stamp: '$ask.stamp' } ] } } },
                    '$$e' ] } } } } }
            """);

    // 2b. Enqueue: an acquirer that is not there yet joins at the tail, if the capacity is the one in use (an idle lock
    // takes any), its weight can ever fit, and there is room. Comes after TOUCH, which serves who is there.
    private static final List<BsonDocument> ADOPT_CAPACITY = stages("""
            { $set: { capacity: { $cond: [ { $and: [ { $eq: ['$holders', []] }, { $eq: ['$queue', []] } ] }, '$ask.capacity', '$capacity' ] } } }
            """);

    private static final List<BsonDocument> ENQUEUE = stages("""
            { $set: { queue: { $cond: [
                { $and: [
                    { $not: [ { $in: [ { $first: '$ask.acquirers' }, { $concatArrays: ['$holders.acquirer', '$queue.acquirer'] } ] } ] },
                    { $eq: ['$capacity', '$ask.capacity'] }, { $gte: ['$ask.weight', 1] }, { $lte: ['$ask.weight', '$capacity'] },
                    { $lt: [ { $add: [ { $size: '$holders' }, { $size: '$queue' } ] }, MAX_ENTRIES ] } ] },
                { $concatArrays: [ '$queue', [ {
                    acquirer: { $first: '$ask.acquirers' }, weight: '$ask.weight', ttl: '$ask.ttl', since: '$$NOW', updatedAt: '$$NOW',
                    expiresAt: { $add: ['$$NOW', { $min: ['$ask.ttl', WAITER_TTL] }] }, stamp: '$ask.stamp', owner: '$ask.owner' } ] ] },
                '$queue' ] } } }
            """);

    // 2c. Remove: the entries of the asking acquirers are gone, whether they held or waited.
    private static final List<BsonDocument> REMOVE = stages("""
            { $set: {
                'ask.ended': { $concatArrays: [ '$ask.ended', { $map: {
                    input: { $filter: { input: '$holders', as: 'e', cond: { $in: ['$$e.acquirer', '$ask.acquirers'] } } }, as: 'e',
                    in: { $mergeObjects: [ '$$e', { expiresAt: '$$NOW', stamp: '$ask.stamp' } ] } } } ] },
                holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.acquirers'] } ] } } },
                queue:   { $filter: { input: '$queue',   as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.acquirers'] } ] } } } } }
            """);

    // 2d. Lighten: the asking holder, touched, weighs less from now on, as a writer does that goes over to reading.
    private static final List<BsonDocument> LIGHTEN = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] } ] },
                { $mergeObjects: [ '$$e', { weight: { $min: ['$$e.weight', '$ask.weight'] } } ] },
                '$$e' ] } } } } }
            """);

    // 2e. Linger: the asking holder has let go, and its live lease ends so long after its grant: comes before
    // DROP_EXPIRED, which
    // drops it if that is now. Who is next hears of it, so as to look again at that time.
    private static final List<BsonDocument> LINGER = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $and: [ { $in: ['$$e.acquirer', '$ask.acquirers'] }, { $not: ['$$e.evicted'] }, { $gt: ['$$e.expiresAt', '$$NOW'] } ] },
                { $mergeObjects: [ '$$e', { stamp: '$ask.stamp', expiresAt: { $max: [ '$$NOW', { $add: ['$$e.acquiredAt', '$ask.atLeast'] } ] } } ] },
                '$$e' ] } } } } }
            """);

    private static final List<BsonDocument> WAKE_NEXT = stages("""
            { $set: { 'ask.woken': { $slice: ['$queue.acquirer', 1] } } }
            """);

    // 2f. Evict: exactly the lease that was seen is marked, once. It keeps its weight until its agent removes it or the
    // quarantine ends, for a holder that is cut off still believes.
    private static final List<BsonDocument> FIND_EVICTED = stages("""
            { $set: { 'ask.woken': { $map: { as: 'e', in: '$$e.acquirer', input: { $filter: { input: '$holders', as: 'e', cond: { $and: [
                { $eq: ['$$e.acquirer', '$ask.seen'] }, { $eq: ['$$e.token', '$ask.token'] }, { $or: [ '$ask.now', { $not: ['$$e.evicted'] } ] } ] } } } } } } }
            """);

    private static final List<BsonDocument> MARK_EVICTED = stages("""
            { $set: { holders: { $map: { input: '$holders', as: 'e', in: { $cond: [
                { $in: ['$$e.acquirer', '$ask.woken'] },
                { $mergeObjects: [ '$$e', { stamp: '$ask.stamp', evicted: { by: '$ask.by', reason: '$ask.reason', at: '$$NOW' },
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

    // 3. Promote from the head of the queue while it fits. The asking acquirer gets its ttl, any other its claim time.
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
                vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] }, asks: { $in: ['$$e.acquirer', '$ask.acquirers'] } }, in: {
                    acquirer: '$$e.acquirer', weight: '$$e.weight', token: { $add: ['$ask.token', '$$i'] }, ttl: '$$e.ttl',
                    acquiredAt: '$$at', updatedAt: '$$at',
                    expiresAt: { $add: ['$$at', { $cond: [ '$$asks', '$$e.ttl', { $min: ['$$e.ttl', CLAIM_TIME] } ] } ] },
                    stamp: '$$e.stamp', owner: '$$e.owner' } } } } } } } } }
            """, """
            { $set: {
                holders: { $concatArrays: ['$holders', '$ask.granted'] },
                queue: { $slice: ['$queue', '$ask.promoted.count', MAX_ENTRIES] },
                token: { $ifNull: [ { $max: '$ask.granted.token' }, '$token' ] },
                'ask.woken': { $concatArrays: [ '$ask.woken', { $filter: { input: '$ask.granted.acquirer', as: 'a', cond: { $not: [ { $in: ['$$a', '$ask.acquirers'] } ] } } } ] } } }
            """);

    // 4. Who will not wait leaves the queue.
    private static final List<BsonDocument> DO_NOT_WAIT = stages("""
            { $set: { queue: { $filter: { input: '$queue', as: 'e', cond: { $not: [ { $in: ['$$e.acquirer', '$ask.acquirers'] } ] } } } } }
            """);

    // The document's own record: the last lease that ended, whom the change concerns, and when the document may go.
    private static final List<BsonDocument> RECORD = stages("""
            { $set: {
                released: { $let: { vars: { e: { $reduce: { input: '$ask.ended', initialValue: null, in: { $cond: [
                    { $gte: ['$$this.expiresAt', '$$value.expiresAt'] }, '$$this', '$$value' ] } } } }, in: { $cond: [ { $gt: ['$$e', null] },
                    { at: '$$e.expiresAt', acquirer: '$$e.acquirer', owner: '$$e.owner', stamp: '$$e.stamp', evicted: '$$e.evicted' },
                    '$released' ] } } },
                wake: { $cond: [ { $eq: ['$ask.woken', []] }, '$wake',
                    { $reduce: { input: '$ask.woken', initialValue: '$ask.stamp', in: { $concat: ['$$value', ' ', '$$this'] } } } ] },
                expiresAt: { $ifNull: [ { $max: { $concatArrays: ['$holders.expiresAt', '$queue.expiresAt'] } }, '$expiresAt', '$$NOW' ] } } }
            """, "{ $unset: 'ask' }");

    private Settle() {}

    /**
     * Acquires: the request is granted if it is its turn, else it waits in the queue. Sent again by the same acquirer, it
     * is a touch.
     */
    public static Change enqueue(LockName name, Request request, String stamp) {
        List<List<BsonDocument>> steps = List.of(DROP_EXPIRED, TOUCH, ADOPT_CAPACITY, ENQUEUE, PROMOTE, RECORD);
        return Change.of(name.value(), pipeline(Ask.request(request, stamp), steps), true);
    }

    /** Acquires if it can be granted at once; otherwise the document stays as it was. Not for an acquirer that waits. */
    public static Change tryEnqueue(LockName name, Request request, String stamp) {
        List<List<BsonDocument>> steps =
                List.of(DROP_EXPIRED, TOUCH, ADOPT_CAPACITY, ENQUEUE, PROMOTE, DO_NOT_WAIT, RECORD);
        return Change.of(name.value(), pipeline(Ask.request(request, stamp), steps), true);
    }

    /** Proves the acquirer's entry alive: renews its lease, or its place in the queue. Never enqueues, never upserts. */
    public static Change touch(LockName name, String acquirer, String stamp) {
        return Change.of(name.value(), touchAll(List.of(acquirer), stamp), false);
    }

    /**
     * The touch of many acquirers, for an {@code updateMany} over the documents of their locks. Only entries that carry
     * the stamp afterwards were touched; the update's counts say nothing.
     */
    public static List<BsonDocument> touchAll(Collection<String> acquirers, String stamp) {
        return pipeline(Ask.by(acquirers, stamp), List.of(DROP_EXPIRED, TOUCH, PROMOTE, RECORD));
    }

    /** A touch after which the acquirer's lease weighs at most so much; waiters that fit now are granted. Never upserts. */
    public static Change lighten(LockName name, String acquirer, int weight, String stamp) {
        BsonDocument ask = Ask.lighten(acquirer, weight, stamp);
        return Change.of(name.value(), pipeline(ask, List.of(DROP_EXPIRED, TOUCH, LIGHTEN, PROMOTE, RECORD)), false);
    }

    /** Releases, or gives up: the acquirer's entry is gone, and whoever is next is granted. Never upserts. */
    public static Change remove(LockName name, String acquirer, String stamp) {
        return Change.of(name.value(), removeAll(List.of(acquirer), stamp), false);
    }

    /** Releases a lease whose lock is to stay taken until so long after its grant: it ends then, and nobody touches it again. */
    public static Change linger(LockName name, String acquirer, Duration atLeast, String stamp) {
        return Change.of(
                name.value(),
                pipeline(
                        Ask.linger(acquirer, atLeast, stamp),
                        List.of(LINGER, DROP_EXPIRED, WAKE_NEXT, PROMOTE, RECORD)),
                false);
    }

    /** The removal of many acquirers, for an {@code updateMany} over the documents of their locks. */
    public static List<BsonDocument> removeAll(Collection<String> acquirers, String stamp) {
        return pipeline(Ask.by(acquirers, stamp), List.of(DROP_EXPIRED, REMOVE, PROMOTE, RECORD));
    }

    /**
     * Ends exactly the lease that an operator saw, by acquirer and token: it is marked, and ends when its agent removes
     * it or the quarantine is over. Marking a marked lease changes nothing.
     */
    public static Change evict(String name, Holder seen, String by, String reason, Duration quarantine, String stamp) {
        BsonDocument ask = Ask.eviction(seen, by, reason, quarantine, stamp);
        return Change.of(
                name, pipeline(ask, List.of(DROP_EXPIRED, FIND_EVICTED, MARK_EVICTED, PROMOTE, RECORD)), false);
    }

    /**
     * Ends exactly the lease that an operator saw at once, marked already or not. Only for a process known to be dead: a
     * holder that lives still believes, and only its token keeps it out.
     */
    public static Change evictNow(String name, Holder seen, String by, String reason, String stamp) {
        BsonDocument ask = Ask.evictionNow(seen, by, reason, stamp);
        return Change.of(
                name,
                pipeline(ask, List.of(DROP_EXPIRED, FIND_EVICTED, MARK_EVICTED, END_EVICTED, PROMOTE, RECORD)),
                false);
    }

    /** The whole pipeline of a change: what is asked, and then the steps given. */
    private static List<BsonDocument> pipeline(BsonDocument ask, List<List<BsonDocument>> steps) {
        BsonDocument asked = new BsonDocument("$set", new BsonDocument("ask", new BsonDocument("$literal", ask)));
        return Stream.concat(Stream.of(asked), steps.stream().flatMap(List::stream))
                .toList();
    }

    private static List<BsonDocument> stages(String... json) {
        return Arrays.stream(json).map(Settle::stage).toList();
    }

    /** In encoded form, for each call sends the same bytes; and nobody can change it. */
    private static BsonDocument stage(String json) {
        return RawBsonDocument.parse(json.replace("MAX_ENTRIES", Integer.toString(MAX_ENTRIES))
                .replace("WAITER_TTL", Long.toString(WAITER_TTL.toMillis()))
                .replace("CLAIM_TIME", Long.toString(CLAIM_TIME.toMillis())));
    }
}

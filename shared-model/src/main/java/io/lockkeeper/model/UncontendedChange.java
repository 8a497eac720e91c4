package io.lockkeeper.model;

import static java.util.Objects.requireNonNull;

import com.mongodb.WriteConcern;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The fast path around {@link Settle} for an uncontended lock: a grant of a lock that is free, or the release by its only holder, without
 * waiters. It does what Settle would do if the lock still is as it was seen, and nothing otherwise. So its result is known beforehand, and
 * a count proves it: no document needs to come back.
 *
 * <p>For that a grant's token is the next after the last; Settle takes the time if that is more.
 *
 * @param seen the lock when it was seen last
 * @param request the request to grant; empty for a release
 */
public record UncontendedChange(LockDocument seen, Optional<Request> request) {

    // No grant has been made since, the holders are the same, there are no waiters, and none was taken out lately. What
    // was read was sound, and is still the same.
    private static final BsonDocument IS_AS_SEEN =
            BsonDocument.parse("""
            { $eq: [ [ '$capacity', '$token', '$queue', { $size: '$holders' }, '$holders.acquirer', '$holders.weight', '$holders.token', '$holders.ttl', '$holders.keep', '$holders.tokens', '$holders.owner',
                { $gte: ['$expiresAt', EARLIEST] }, { $lte: ['$expiresAt', LATEST] }, { $type: '$takenOut' } ], '$ask.seen' ] }
            """.replace("EARLIEST", SoundLock.EARLIEST).replace("LATEST", SoundLock.LATEST));

    // The holders' leases are live, and not evicted.
    private static final BsonDocument IS_HELD =
            BsonDocument.parse("""
            { $allElementsTrue: { $map: { input: '$holders', as: 'e', in: { $and: [
                { $gt: ['$$e.expiresAt', '$$NOW'] }, { $gte: [ { $min: ['$$e.updatedAt', '$$e.acquiredAt'] }, EARLIEST ] },
                { $lte: [ { $max: ['$$e.expiresAt', '$$e.updatedAt', '$$e.acquiredAt'] }, LATEST ] }, { $eq: [ { $type: '$$e.evicted' }, 'missing' ] },
                { $strLenBytes: '$$e.stamp' }, { $isNumber: { $add: [ { $subtract: ['$$e.expiresAt', '$$e.updatedAt'] }, { $subtract: ['$$e.expiresAt', '$$e.acquiredAt'] } ] } } ] } } } }
            """.replace("EARLIEST", SoundLock.EARLIEST).replace("LATEST", SoundLock.LATEST));

    // The request to grant can ever fit, and its tokens do not run ahead of the clock too far, as in Settle.
    private static final BsonDocument FITS = BsonDocument.parse("""
            { $and: [ { $gte: ['$ask.weight', 1] }, { $lte: ['$ask.weight', '$ask.capacity'] } ] }
            """);

    private static final BsonDocument FITS_KEPT = BsonDocument.parse(
            """
            { $and: [ FITS, { $lte: [ { $cond: ['$ask.tokens', '$ask.upTo', 0] }, { $add: [ { $multiply: [ { $toLong: '$$NOW' }, { $literal: { $numberLong: '1000' } } ] }, { $literal: { $numberLong: 'AHEAD' } } ] }] } ] }
            """.replace("FITS", FITS.toJson()).replace("AHEAD", Long.toString(Keep.AHEAD.toNanos() / 1000)));

    private static final BsonDocument GRANTED = BsonDocument.parse("""
            { capacity: '$ask.capacity', token: '$ask.upTo', expiresAt: { $add: ['$$NOW', 1, '$ask.ttl'] },
              holders: [ { acquirer: '$ask.acquirer', weight: '$ask.weight', token: '$ask.token', ttl: '$ask.ttl',
                  acquiredAt: { $add: ['$$NOW', 1] }, updatedAt: { $add: ['$$NOW', 1] }, expiresAt: { $add: ['$$NOW', 1, '$ask.ttl'] },
                  stamp: '$ask.stamp', owner: '$ask.owner', keep: '$ask.keep', tokens: '$ask.tokens' } ] }
            """);

    private static final BsonDocument RELEASED = BsonDocument.parse("""
            { holders: [], released: { $let: { vars: { e: { $arrayElemAt: ['$holders', 0] } }, in: {
                at: '$$NOW', acquirer: '$$e.acquirer', token: '$$e.token', owner: '$$e.owner', stamp: '$ask.stamp' } } } }
            """);

    private static final BsonDocument EACH = RawBsonDocument.parse("""
            { $replaceWith: { $switch: {
                branches: [
                    { case: { $not: [IS_AS_SEEN] }, then: '$$ROOT' },
                    { case: '$ask.releases', then: { $cond: [ IS_HELD, { $mergeObjects: ['$$ROOT', RELEASED] }, '$$ROOT' ] } },
                    { case: FITS, then: { $mergeObjects: ['$$ROOT', GRANTED] } } ],
                default: '$$ROOT' } } }
            """.replace("IS_AS_SEEN", IS_AS_SEEN.toJson())
            .replace("IS_HELD", IS_HELD.toJson())
            .replace("FITS", FITS_KEPT.toJson())
            .replace("GRANTED", GRANTED.toJson())
            .replace("RELEASED", RELEASED.toJson()));

    private static final BsonDocument TIME = RawBsonDocument.parse("{ _id: 0, now: '$$NOW' }");

    private static final BsonDocument FORGET = RawBsonDocument.parse("{ $unset: 'ask' }");

    /** The fast path to what is asked, if the lock allowed it when it was seen. */
    public static Optional<UncontendedChange> of(LockDocument seen, Ask.Combinable ask) {
        if (!seen.takenOut().isEmpty()) {
            return Optional.empty();
        }
        return switch (ask) {
            case Ask.Enqueue enqueue
            when seen.isIdle() -> Optional.of(new UncontendedChange(seen, Optional.of(enqueue.request())));
            case Ask.TryEnqueue attempt
            when seen.isIdle() -> Optional.of(new UncontendedChange(seen, Optional.of(attempt.request())));
            case Ask.Remove remove
            when remove.waiting().isEmpty() && isHeldAlone(seen, remove.acquirer()) ->
                Optional.of(new UncontendedChange(seen, Optional.empty()));
            default -> Optional.empty();
        };
    }

    private static boolean isHeldAlone(LockDocument lock, String acquirer) {
        return lock.queue().isEmpty()
                && lock.paused() == null
                && lock.holders().size() == 1
                && lock.holders().getFirst().acquirer().equals(acquirer);
    }

    /** The change of this one lock. Where the lock has changed since, it matches no document. */
    public Change alone(String stamp) {
        BsonDocument fields = fields(stamp);
        BsonDocument filter =
                new BsonDocument("_id", new BsonString(seen.name())).append("$expr", bound(condition(), fields));
        BsonValue left = bound(request.isPresent() ? GRANTED : RELEASED, fields);
        return new Change(filter, List.of(new BsonDocument("$set", left)), false);
    }

    private BsonDocument condition() {
        BsonDocument also =
                request.map(each -> keep(each) == null ? FITS : FITS_KEPT).orElse(IS_HELD);
        return new BsonDocument("$and", new BsonArray(List.of(IS_AS_SEEN, also)));
    }

    /** As a command, with {@link #answer} to read in its answer's {@code value}. */
    public BsonDocument command(String stamp, WriteConcern writeConcern) {
        return alone(stamp).command(writeConcern, TIME);
    }

    /** The lock as the command left it, which is known beforehand except for the time. */
    public Snapshot answer(BsonDocument answer, String stamp) {
        Instant now = Instant.ofEpochMilli(answer.getDateTime("now").getValue());
        return new Snapshot(after(stamp, now), now);
    }

    /** For an {@code updateMany} over the documents of these locks: all are done if it modified as many. */
    public static List<BsonDocument> together(Collection<UncontendedChange> changes, String stamp) {
        Map<String, BsonDocument> fields = new LinkedHashMap<>();
        changes.forEach(change -> fields.put(change.seen.name(), change.fields(stamp)));
        return List.of(new BsonDocument("$set", new BsonDocument("ask", AskedFields.byLock(fields))), EACH, FORGET);
    }

    /** The document that it leaves, if it is done at that time of the server. */
    public LockDocument after(String stamp, Instant now) {
        return request.map(each -> granted(each, stamp, now)).orElseGet(() -> released(stamp, now));
    }

    private LockDocument granted(Request request, String stamp, Instant now) {
        Instant at = now.plusMillis(1); // as in Settle, where a grant is the touch after the enqueue
        Instant expiresAt = at.plus(request.ttl());
        Holder holder = new Holder(
                request.acquirer(),
                request.weight(),
                seen.token() + 1,
                request.ttl(),
                at,
                at,
                expiresAt,
                stamp,
                request.owner(),
                null,
                null,
                keep(request),
                null);
        return new LockDocument(
                seen.name(),
                request.capacity(),
                seen.token() + tokens(request),
                List.of(holder),
                List.of(),
                seen.released(),
                seen.wake(),
                expiresAt);
    }

    /** Only an exclusive lock is kept. */
    private static @Nullable Keep keep(Request request) {
        Keep keep = request.keep();
        return keep != null && request.capacity() == Request.EXCLUSIVE ? new Keep(keep.time(), keep.tokens()) : null;
    }

    private static int tokens(Request request) {
        Keep keep = keep(request);
        return keep == null ? 1 : keep.tokens();
    }

    private LockDocument released(String stamp, Instant now) {
        Holder holder = seen.holders().getFirst();
        return new LockDocument(
                seen.name(),
                seen.capacity(),
                seen.token(),
                List.of(),
                List.of(),
                new Released(now, holder.acquirer(), holder.token(), holder.owner(), stamp, null),
                seen.wake(),
                seen.expiresAt());
    }

    private BsonDocument fields(String stamp) {
        BsonDocument fields = new BsonDocument("seen", asSeen())
                .append("releases", BsonBoolean.valueOf(request.isEmpty()))
                .append("stamp", new BsonString(stamp));
        request.ifPresent(each -> KeepMapper.append(
                fields.append("acquirer", new BsonString(each.acquirer()))
                        .append("weight", new BsonInt32(each.weight()))
                        .append("capacity", new BsonInt32(each.capacity()))
                        .append("token", new BsonInt64(seen.token() + 1))
                        .append("upTo", new BsonInt64(seen.token() + tokens(each)))
                        .append("ttl", LockMapper.millis(each.ttl()))
                        .append("owner", LockMapper.toBson(each.owner())),
                keep(each)));
        return fields;
    }

    /** What {@link #IS_AS_SEEN} compares. */
    private BsonArray asSeen() {
        return new BsonArray(List.of(
                new BsonInt32(seen.capacity()),
                new BsonInt64(seen.token()),
                new BsonArray(),
                new BsonInt32(seen.holders().size()),
                ofHolders(holder -> Stream.of(new BsonString(holder.acquirer()))),
                ofHolders(holder -> Stream.of(new BsonInt32(holder.weight()))),
                ofHolders(holder -> Stream.of(new BsonInt64(holder.token()))),
                ofHolders(holder -> Stream.of(LockMapper.millis(holder.ttl()))),
                ofHolders(UncontendedChange::keepTime),
                ofHolders(UncontendedChange::tokens),
                ofHolders(holder -> Stream.of(LockMapper.toBson(holder.owner()))),
                BsonBoolean.TRUE,
                BsonBoolean.TRUE,
                new BsonString("missing")));
    }

    private static Stream<BsonValue> keepTime(Holder holder) {
        Keep keep = holder.keep();
        return keep == null || keep.time().isZero() ? Stream.of() : Stream.of(LockMapper.millis(keep.time()));
    }

    private static Stream<BsonValue> tokens(Holder holder) {
        Keep keep = holder.keep();
        return keep == null ? Stream.of() : Stream.of(new BsonInt32(keep.tokens()));
    }

    private BsonArray ofHolders(Function<Holder, Stream<? extends BsonValue>> value) {
        return new BsonArray(seen.holders().stream().<BsonValue>flatMap(value).toList());
    }

    /** The template with the requested values in their places, as literals: one lock needs no scratch field. */
    private static BsonDocument bound(BsonDocument template, BsonDocument fields) {
        BsonDocument bound = new BsonDocument();
        template.forEach((key, value) -> {
            BsonValue each = bound(value, fields);
            if (each != null) { // a lease that is not kept has no such field
                bound.append(key, each);
            }
        });
        return bound;
    }

    private static @Nullable BsonValue bound(BsonValue template, BsonDocument fields) {
        return switch (template) {
            case BsonDocument document -> bound(document, fields);
            case BsonArray array ->
                new BsonArray(array.stream()
                        .map(each -> requireNonNull(bound(each, fields)))
                        .toList());
            case BsonString text
            when text.getValue().startsWith("$ask.") -> {
                BsonValue value = fields.get(text.getValue().substring("$ask.".length()));
                yield value == null ? null : AskedFields.literal(value);
            }
            default -> template;
        };
    }
}

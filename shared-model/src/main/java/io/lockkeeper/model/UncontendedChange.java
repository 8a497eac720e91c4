package io.lockkeeper.model;

import com.mongodb.WriteConcern;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
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

    // No grant has been made since, there are no waiters, and none was taken out lately.
    private static final String AS_SEEN =
            "'$capacity', '$token', '$queue', { $size: '$holders' }, { $type: '$takenOut' }";

    // The lock is sound, and as free as it was seen. Its capacity has room for the request's weight.
    private static final String IS_FREE = """
            { $and: [
                { $eq: [ [AS_SEEN], 'ASK.seen' ] }, { $gte: ['$expiresAt', EARLIEST] }, { $lte: ['$expiresAt', LATEST] },
                { $gte: ['ASK.weight', 1] }, { $lte: ['ASK.weight', 'ASK.capacity'] }, TOKENS_FIT ] }
            """;

    // The tokens of a lease that is kept do not run ahead of the clock too far, as in Settle.
    private static final String TOKENS_FIT = """
            { $lte: [ { $cond: ['ASK.tokens', 'ASK.upTo', 0] }, { $add: [ { $multiply: [ { $toLong: '$$NOW' }, { $literal: { $numberLong: '1000' } } ] }, { $literal: { $numberLong: 'AHEAD' } } ] } ] }
            """;

    // The only lease is the one that was seen: sound, live and not evicted.
    private static final String IS_HELD = """
            { $let: { vars: { e: { $arrayElemAt: ['$holders', 0] } }, in: { $and: [
                { $eq: [ [ AS_SEEN, '$$e.acquirer', '$$e.weight', '$$e.token', '$$e.ttl', '$$e.keep', '$$e.tokens', '$$e.owner',
                    { $type: '$$e.evicted' }, { $type: '$$e.stamp' }, { $type: '$$e.acquiredAt' }, { $type: '$$e.updatedAt' } ], 'ASK.seen' ] },
                { $gt: ['$$e.expiresAt', '$$NOW'] }, { $gte: [ { $min: ['$$e.acquiredAt', '$$e.updatedAt', '$expiresAt'] }, EARLIEST ] },
                { $lte: [ { $max: ['$$e.acquiredAt', '$$e.updatedAt', '$$e.expiresAt', '$expiresAt'] }, LATEST ] } ] } } }
            """;

    private static final String GRANTED = """
            { capacity: 'ASK.capacity', token: 'ASK.upTo', expiresAt: { $add: ['$$NOW', 1, 'ASK.ttl'] },
              holders: [ { acquirer: 'ASK.acquirer', weight: 'ASK.weight', token: 'ASK.token', ttl: 'ASK.ttl',
                  acquiredAt: { $add: ['$$NOW', 1] }, updatedAt: { $add: ['$$NOW', 1] }, expiresAt: { $add: ['$$NOW', 1, 'ASK.ttl'] },
                  stamp: 'ASK.stamp', owner: 'ASK.owner', keep: 'ASK.keep', tokens: 'ASK.tokens' } ] }
            """;

    private static final String RELEASED = """
            { holders: [], released: { at: '$$NOW', acquirer: 'ASK.acquirer', token: 'ASK.token', owner: 'ASK.owner', stamp: 'ASK.stamp' } }
            """;

    private static final String GRANT = changed(IS_FREE, GRANTED);
    private static final String RELEASE = changed(IS_HELD, RELEASED);

    private static final BsonDocument EACH =
            stage("{ $cond: ['ASK.releases', %s, %s] }".formatted(RELEASE, GRANT), "$ask", TOKENS_FIT);

    // Of one lock, what is asked is a variable, and the name the whole query: MongoDB has nothing to plan, and an agent
    // sends the same bytes each time.
    private static final BsonArray GRANT_ONE = new BsonArray(List.of(stage(GRANT, "$$ask", "true")));
    private static final BsonArray KEEP_ONE = new BsonArray(List.of(stage(GRANT, "$$ask", TOKENS_FIT)));
    private static final BsonArray RELEASE_ONE = new BsonArray(List.of(stage(RELEASE, "$$ask", "true")));

    private static final BsonDocument GRANTED_BY =
            RawBsonDocument.parse("{ _id: 0, now: '$$NOW', by: { $arrayElemAt: ['$holders.stamp', 0] } }");
    private static final BsonDocument RELEASED_BY =
            RawBsonDocument.parse("{ _id: 0, now: '$$NOW', by: '$released.stamp' }");

    private static final BsonString MISSING = new BsonString("missing");

    private static final BsonDocument FORGET = RawBsonDocument.parse("{ $unset: 'ask' }");

    private static String changed(String condition, String change) {
        return "{ $cond: [ %s, { $mergeObjects: ['$$ROOT', %s] }, '$$ROOT' ] }".formatted(condition, change);
    }

    private static BsonDocument stage(String change, String ask, String tokensFit) {
        return RawBsonDocument.parse("{ $replaceWith: %s }"
                .formatted(change)
                .replace("AS_SEEN", AS_SEEN)
                .replace("TOKENS_FIT", tokensFit)
                .replace("AHEAD", Long.toString(Keep.AHEAD.toNanos() / 1000))
                .replace("ASK", ask)
                .replace("EARLIEST", SoundLock.EARLIEST)
                .replace("LATEST", SoundLock.LATEST));
    }

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

    /** The change of this one lock as a command, with {@link #answer} to read in its answer's {@code value}. */
    public BsonDocument command(String stamp, WriteConcern writeConcern) {
        BsonArray granting = request.filter(each -> keep(each) != null).isPresent() ? KEEP_ONE : GRANT_ONE;
        return new BsonDocument("findAndModify", new BsonString(LockDocument.COLLECTION))
                .append("query", new BsonDocument("_id", new BsonString(seen.name())))
                .append("update", request.isPresent() ? granting : RELEASE_ONE)
                .append("new", BsonBoolean.TRUE)
                .append("fields", request.isPresent() ? GRANTED_BY : RELEASED_BY)
                .append("let", new BsonDocument("ask", AskedFields.literal(fields(stamp))))
                .append("writeConcern", writeConcern.asDocument());
    }

    /**
     * The lock as the command left it, which is known beforehand except for the time; empty where it had changed since, so that the command
     * did nothing.
     */
    public Optional<Snapshot> answer(BsonDocument answer, String stamp) {
        if (!new BsonString(stamp).equals(answer.get("by"))) {
            return Optional.empty();
        }
        Instant now = Instant.ofEpochMilli(answer.getDateTime("now").getValue());
        return Optional.of(new Snapshot(after(stamp, now), now));
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
        if (request.isEmpty()) {
            Holder holder = seen.holders().getFirst();
            return fields.append("acquirer", new BsonString(holder.acquirer()))
                    .append("token", new BsonInt64(holder.token()))
                    .append("owner", LockMapper.toBson(holder.owner()));
        }
        Request granted = request.get();
        fields.append("acquirer", new BsonString(granted.acquirer()))
                .append("weight", new BsonInt32(granted.weight()))
                .append("capacity", new BsonInt32(granted.capacity()))
                .append("token", new BsonInt64(seen.token() + 1))
                .append("upTo", new BsonInt64(seen.token() + tokens(granted)))
                .append("ttl", LockMapper.millis(granted.ttl()))
                .append("owner", LockMapper.toBson(granted.owner()));
        return KeepMapper.append(fields, keep(granted));
    }

    /** What {@link #IS_FREE} and {@link #IS_HELD} compare. */
    private BsonArray asSeen() {
        BsonArray values = new BsonArray(List.of(
                new BsonInt32(seen.capacity()),
                new BsonInt64(seen.token()),
                new BsonArray(),
                new BsonInt32(seen.holders().size()),
                MISSING));
        if (request.isEmpty()) {
            Holder holder = seen.holders().getFirst();
            BsonDocument kept = KeepMapper.append(new BsonDocument(), holder.keep());
            values.addAll(List.of(
                    new BsonString(holder.acquirer()),
                    new BsonInt32(holder.weight()),
                    new BsonInt64(holder.token()),
                    LockMapper.millis(holder.ttl()),
                    kept.get("keep", BsonNull.VALUE),
                    kept.get("tokens", BsonNull.VALUE),
                    LockMapper.toBson(holder.owner()),
                    MISSING,
                    new BsonString("string"),
                    new BsonString("date"),
                    new BsonString("date")));
        }
        return values;
    }
}

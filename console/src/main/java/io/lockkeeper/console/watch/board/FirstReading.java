package io.lockkeeper.console.watch.board;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.model.LockkeeperCollection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.bson.BsonMinKey;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Reads all locks that are not free, step by step along the ids. No step takes long, however many locks there are; one
 * that failed is asked again alone, so that a reading which takes minutes ends through failures too. Used by one thread.
 */
final class FirstReading {

    /** With the filter of the index that orders them. */
    private static final Bson FREE =
            Filters.and(LockkeeperCollection.PURGE.ours(), Filters.size("holders", 0), Filters.size("queue", 0));
    /** Also what is no lock document: it is to be seen. */
    private static final BsonDocument NOT_FREE =
            BsonDocument.parse("{ $nor: [ { holders: { $size: 0 }, queue: { $size: 0 } } ] }");

    /** MongoDB sorts up to 100 MB in memory: less than a thousand documents may take. */
    private static final int SORTED_TOO_MUCH = 292;

    private static final Bson BY_ID = Indexes.ascending("_id");
    private static final DocumentLimit LIMIT = DocumentLimit.OF_LOCKS;
    private static final long LIMIT_MILLIS = 5_000;
    private static final int SMALLEST_STEP = 500;
    private static final int LARGEST_STEP = 200_000;
    private static final Duration QUICK = Duration.ofMillis(300);
    private static final Duration SLOW = Duration.ofSeconds(1);

    private final MongoCollection<RawBsonDocument> locks;
    private final LongSupplier ticker;
    private final Instant asOf;
    private final BsonTimestamp contained;
    private final long total;
    private final Board found = new Board();
    private @Nullable BsonDocument from = new BsonDocument("_id", new BsonMinKey());
    private long read;
    private int step;

    /**
     * @param asOf the same moment by the server's clock, or a little before
     * @param contained all that was committed until then will be in what is read
     * @param step how many documents the first step goes over
     */
    FirstReading(
            MongoCollection<RawBsonDocument> locks,
            Instant asOf,
            BsonTimestamp contained,
            int step,
            LongSupplier ticker) {
        this.locks = locks;
        this.asOf = asOf;
        this.contained = contained;
        this.step = step;
        this.ticker = ticker;
        total = locks.estimatedDocumentCount();
    }

    Instant asOf() {
        return asOf;
    }

    BsonTimestamp contained() {
        return contained;
    }

    Progress progress() {
        return new Progress(Math.min(read, total), total);
    }

    boolean isDone() {
        return from == null;
    }

    /** Reads on. If it throws, the same step is to be asked again; it is smaller then. */
    void readOn() {
        BsonDocument start = from;
        if (start == null) {
            return;
        }
        int size = step;
        step = Math.max(SMALLEST_STEP, size / 2);
        long began = ticker.getAsLong();
        BsonDocument end = after(start, size);
        between(start, end);
        from = end;
        read += size;
        step = next(size, Duration.ofNanos(ticker.getAsLong() - began));
    }

    /** What was read, and of the free locks those that became free last: not known where no index tells them. */
    List<LockView> all() {
        List<LockView> all = new ArrayList<>(free().reversed());
        all.addAll(found.foreign());
        all.addAll(found.live());
        return all;
    }

    /** The id so many documents further on; among those with short ids where it is too long to begin a query with. */
    private @Nullable BsonDocument after(BsonDocument start, int size) {
        RawBsonDocument end = ids(locks.find(), start, size);
        return end == null || end.containsKey("_id") ? end : ids(locks.find(DocumentLimit.hasShortId()), start, size);
    }

    private static @Nullable RawBsonDocument ids(FindIterable<RawBsonDocument> all, BsonDocument start, int size) {
        return all.hint(BY_ID)
                .min(start)
                .sort(BY_ID)
                .skip(size)
                .projection(DocumentLimit.shortId())
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .first();
    }

    private void between(BsonDocument start, @Nullable BsonDocument end) {
        part(Filters.and(NOT_FREE, DocumentLimit.SMALL.fits()), start, end)
                .forEach(each -> found.put(LockView.of(each)));
        List<BsonValue> larger = new ArrayList<>();
        part(DocumentLimit.SMALL.isExceeded(), start, end)
                .projection(DocumentLimit.idAndSize())
                .forEach(each -> sort(each, larger));
        for (int at = 0; at < larger.size(); at += LIMIT.batch()) {
            larger(larger.subList(at, Math.min(larger.size(), at + LIMIT.batch())));
        }
    }

    private FindIterable<RawBsonDocument> part(Bson filter, BsonDocument start, @Nullable BsonDocument end) {
        FindIterable<RawBsonDocument> part = locks.find(filter)
                .hint(BY_ID)
                .min(start)
                .batchSize(DocumentLimit.SMALL.batch())
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        return end == null ? part : part.max(end);
    }

    private void sort(RawBsonDocument idAndSize, List<BsonValue> larger) {
        if (DocumentLimit.excess(idAndSize).orElse(0) > LIMIT.bytes()) {
            found.put(LockView.of(idAndSize));
        } else {
            larger.add(Objects.requireNonNull(idAndSize.get("_id")));
        }
    }

    /** Those that few locks have, with dozens of holders and waiters. */
    private void larger(List<BsonValue> ids) {
        locks.find(Filters.and(Filters.in("_id", ids), NOT_FREE, LIMIT.fits()))
                .batchSize(LIMIT.batch())
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .forEach(each -> found.put(LockView.of(each)));
    }

    private List<LockView> free() {
        try {
            return locks.find(Filters.and(FREE, DocumentLimit.SMALL.fits()))
                    .sort(Sorts.descending("expiresAt"))
                    .limit(Board.FREE_KEPT)
                    .batchSize(DocumentLimit.SMALL.batch())
                    .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                    .map(LockView::of)
                    .into(new ArrayList<>());
        } catch (MongoExecutionTimeoutException e) {
            return new ArrayList<>();
        } catch (MongoCommandException e) {
            if (e.getCode() != SORTED_TOO_MUCH) {
                throw e;
            }
            return new ArrayList<>();
        }
    }

    private static int next(int size, Duration took) {
        if (took.compareTo(QUICK) < 0) {
            return Math.min(LARGEST_STEP, size * 2);
        }
        return took.compareTo(SLOW) > 0 ? Math.max(SMALLEST_STEP, size / 2) : size;
    }
}

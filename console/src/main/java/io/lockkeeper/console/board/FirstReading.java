package io.lockkeeper.console.board;

import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.model.LockkeeperCollection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.bson.BsonMinKey;
import org.bson.BsonTimestamp;
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

    private static final Bson BY_ID = Indexes.ascending("_id");
    private static final int BATCH = 1_000;
    private static final long LIMIT_MILLIS = 5_000;
    private static final int SMALLEST_STEP = 500;
    private static final int LARGEST_STEP = 200_000;
    private static final Duration QUICK = Duration.ofMillis(300);
    private static final Duration SLOW = Duration.ofSeconds(1);

    private final MongoCollection<BsonDocument> locks;
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
            MongoCollection<BsonDocument> locks, Instant asOf, BsonTimestamp contained, int step, LongSupplier ticker) {
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
        BsonDocument end = locks.find()
                .hint(BY_ID)
                .min(start)
                .sort(BY_ID)
                .skip(size)
                .projection(Projections.include("_id"))
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .first();
        between(start, end).forEach(found::put);
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

    private List<LockView> between(BsonDocument start, @Nullable BsonDocument end) {
        FindIterable<BsonDocument> part = locks.find(NOT_FREE)
                .hint(BY_ID)
                .min(start)
                .batchSize(BATCH)
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        return (end == null ? part : part.max(end)).map(LockView::of).into(new ArrayList<>());
    }

    private List<LockView> free() {
        try {
            return locks.find(FREE)
                    .sort(Sorts.descending("expiresAt"))
                    .limit(Board.FREE_KEPT)
                    .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                    .map(LockView::of)
                    .into(new ArrayList<>());
        } catch (MongoExecutionTimeoutException e) {
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

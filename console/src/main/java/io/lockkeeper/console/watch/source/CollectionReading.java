package io.lockkeeper.console.watch.source;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Progress;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.model.LockkeeperCollection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * Reads all locks of a collection that are not free, or that a dialect asks for, step by step along the ids. No step takes long, however
 * many documents there are; a failed one is repeated by itself, so that a reading which takes minutes ends in spite of failures. Used by
 * one thread.
 */
final class CollectionReading {

    /** Free locks of Lockkeeper's own, with the filter of the index that orders them. */
    private static final Bson FREE =
            Filters.and(LockkeeperCollection.PURGE.ours(), Filters.size("holders", 0), Filters.size("queue", 0));

    /** MongoDB sorts up to 100 MB in memory: less than a thousand documents may take. */
    private static final int SORTED_TOO_MUCH = 292;

    private static final Bson BY_ID = Indexes.ascending("_id");
    private static final DocumentLimit SMALL = DocumentLimit.SMALL;
    private static final long LIMIT_MILLIS = 5_000;
    private static final int SMALLEST_STEP = 50;
    private static final int LARGEST_STEP = 200_000;
    private static final Duration QUICK = Duration.ofMillis(300);
    private static final Duration SLOW = Duration.ofSeconds(1);

    private final MongoCollection<RawBsonDocument> collection;
    private final ReadExtent extent;
    private final TtlIndexes indexes;
    private final LongSupplier ticker;
    private final Instant asOf;
    private final BsonTimestamp contained;
    private final long total;
    private final Map<FollowedSource, Board> found = new HashMap<>();
    private @Nullable BsonDocument from = new BsonDocument("_id", new BsonMinKey());
    private boolean done;
    private long read;
    private int step;

    /**
     * @param indexes by which the dialects read documents
     * @param asOf the same moment by the server's clock, or a little before
     * @param contained all that was committed until then will be in what is read
     * @param step how many documents the first step goes over
     */
    CollectionReading(
            MongoCollection<RawBsonDocument> collection,
            ReadExtent extent,
            TtlIndexes indexes,
            Instant asOf,
            BsonTimestamp contained,
            int step,
            LongSupplier ticker) {
        this.collection = collection;
        this.extent = extent;
        this.indexes = indexes;
        this.asOf = asOf;
        this.contained = contained;
        this.step = step;
        this.ticker = ticker;
        extent.sources().forEach(source -> found.put(source, source.board().fresh()));
        total = collection.estimatedDocumentCount();
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
        return done;
    }

    /** Shows what was read in the place of all that was known. */
    void show() {
        extent.sources().forEach(source -> source.show(fresh(source)));
    }

    /** Reads on. If it throws, the same step is to be asked again; it is smaller then. */
    void readOn() {
        BsonDocument start = from;
        if (start != null) {
            step(start);
        }
        if (from == null) {
            free().reversed().forEach(this::put);
            done = true;
        }
    }

    private void step(BsonDocument start) {
        int size = step;
        step = Math.max(SMALLEST_STEP, size / 2);
        long began = ticker.getAsLong();
        BsonDocument end = after(start, size);
        between(start, end);
        from = end;
        read += size;
        step = next(size, Duration.ofNanos(ticker.getAsLong() - began));
    }

    /** The id so many documents further on; among those with short ids where it is too long to begin a query with. */
    private @Nullable BsonDocument after(BsonDocument start, int size) {
        RawBsonDocument end = ids(collection.find(), start, size);
        return end == null || end.containsKey("_id")
                ? end
                : ids(collection.find(DocumentLimit.hasShortId()), start, size);
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
        shown(part(Filters.and(extent.filter(), SMALL.fits(extent.fields())), start, end))
                .forEach(this::put);
        List<BsonValue> larger = new ArrayList<>();
        part(larger(), start, end)
                .projection(DocumentLimit.idAndSize(extent.fields()))
                .forEach(each -> sort(each, larger));
        int batch = extent.limit().batch();
        for (int at = 0; at < larger.size(); at += batch) {
            larger(larger.subList(at, Math.min(larger.size(), at + batch)));
        }
    }

    /** Matches too large documents; all of them where documents are kept whole. */
    private Bson larger() {
        Bson larger = SMALL.isExceeded(extent.fields());
        return extent.isWhole() ? larger : Filters.and(extent.filter(), larger);
    }

    private FindIterable<RawBsonDocument> part(Bson filter, BsonDocument start, @Nullable BsonDocument end) {
        FindIterable<RawBsonDocument> part = collection
                .find(filter)
                .hint(BY_ID)
                .min(start)
                .batchSize(SMALL.batch())
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        return end == null ? part : part.max(end);
    }

    private FindIterable<RawBsonDocument> shown(FindIterable<RawBsonDocument> some) {
        return extent.isWhole() ? some : some.projection(Projections.include(extent.fields()));
    }

    private void sort(RawBsonDocument idAndSize, List<BsonValue> larger) {
        if (DocumentLimit.excess(idAndSize).orElse(0) > extent.limit().bytes()) {
            put(idAndSize);
        } else {
            larger.add(Objects.requireNonNull(idAndSize.get("_id")));
        }
    }

    /** Reads the few locks with dozens of holders and waiters. */
    private void larger(List<BsonValue> ids) {
        Bson filter = Filters.and(
                Filters.in("_id", ids), extent.filter(), extent.limit().fits(extent.fields()));
        shown(collection.find(filter))
                .batchSize(extent.limit().batch())
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .forEach(this::put);
    }

    private void put(RawBsonDocument document) {
        Readings by = Readings.of(extent.sources(), document, indexes);
        extent.sources()
                .forEach(source -> by.by(source).ifPresent(lock -> fresh(source).put(lock, asOf)));
    }

    private Board fresh(FollowedSource source) {
        return Objects.requireNonNull(found.get(source));
    }

    /** The free locks that became free last, the latest first, where documents are kept whole; unknown where no index shows them. */
    private List<RawBsonDocument> free() {
        if (!extent.isWhole()) {
            return List.of();
        }
        try {
            return collection
                    .find(Filters.and(FREE, SMALL.fits(extent.fields())))
                    .sort(Sorts.descending("expiresAt"))
                    .limit(Board.FREE_KEPT)
                    .batchSize(SMALL.batch())
                    .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                    .into(new ArrayList<>());
        } catch (MongoExecutionTimeoutException e) {
            return List.of();
        } catch (MongoCommandException e) {
            if (e.getCode() != SORTED_TOO_MUCH) {
                throw e;
            }
            return List.of();
        }
    }

    private static int next(int size, Duration took) {
        if (took.compareTo(QUICK) < 0) {
            return Math.min(LARGEST_STEP, size * 2);
        }
        return took.compareTo(SLOW) > 0 ? Math.max(SMALLEST_STEP, size / 2) : size;
    }
}

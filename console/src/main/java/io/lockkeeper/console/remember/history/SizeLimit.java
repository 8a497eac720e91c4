package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.loops.ServerClock;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/**
 * Keeps the history below its maximum size by letting the oldest records expire at once. The size is estimated as the number of
 * records times the average of a sample, uncompressed and without indexes, which needs no privilege beyond reading and updating.
 */
@Component
class SizeLimit {

    private static final Logger LOG = LoggerFactory.getLogger(SizeLimit.class);
    /** The collection of a feature that is built on this one. */
    private static final String FOREIGN_HOLDS = "foreign_holds";

    private static final List<String> COLLECTIONS =
            List.of(LeaseRecord.COLLECTION, WaitRecord.COLLECTION, Digest.COLLECTION, FOREIGN_HOLDS);
    private static final String PURGE_AT = "purgeAt";
    private static final int SAMPLE = 400;
    /** How many a write changes: each ends long before its time limit. */
    private static final int TOGETHER = 10_000;

    private static final int WRITES = 100;
    /** The part of the limit that a deletion leaves, so that it is not repeated for each new record. */
    private static final double DOWN_TO = .95;

    private final MongoTemplate own;
    private final ServerClock clock;
    private final Retention retention;

    SizeLimit(MongoTemplate own, ServerClock clock, Retention retention) {
        this.own = own;
        this.clock = clock;
        this.retention = retention;
    }

    /** Looks once, and gives up what is too much; of a great deal a part, and the rest the next time. */
    void pass() {
        Instant now = clock.now();
        long most = retention.size().toBytes();
        Map<String, Long> kept = new HashMap<>();
        double bytes = 0;
        for (String collection : COLLECTIONS) {
            long records = kept(collection, now);
            kept.put(collection, records);
            bytes += records * average(collection);
        }
        if (bytes > most) {
            double part = 1 - most * DOWN_TO / bytes;
            kept.forEach((collection, records) -> giveUp(collection, (long) Math.ceil(records * part), now));
        }
    }

    /** The number of records without those that are due to be deleted. */
    private long kept(String collection, Instant now) {
        return own.estimatedCount(collection) - own.count(query(where(PURGE_AT).lte(now)), collection);
    }

    private double average(String collection) {
        Document sampled = own.getCollection(collection)
                .aggregate(List.of(
                        new Document("$sample", new Document("size", SAMPLE)),
                        new Document(
                                "$group",
                                new Document("_id", null)
                                        .append("bytes", new Document("$avg", new Document("$bsonSize", "$$ROOT"))))))
                .first();
        return sampled == null ? 0 : sampled.getDouble("bytes");
    }

    private void giveUp(String collection, long tooMany, Instant now) {
        long left = Math.min(tooMany, (long) TOGETHER * WRITES);
        @Nullable Instant since = null;
        while (left > 0) {
            int some = (int) Math.min(left, TOGETHER);
            Document last = last(collection, some, now);
            if (last == null) {
                break;
            }
            own.updateMulti(
                    query(where(PURGE_AT).gt(now).lte(last.getDate(PURGE_AT).toInstant())),
                    new Update().set(PURGE_AT, now),
                    collection);
            since = ended(last);
            left -= some;
        }
        if (since != null) {
            LOG.info(
                    "The history was larger than {}; gave up records: collection={} endedUntil={}",
                    retention.size(),
                    collection,
                    since);
            own.upsert(
                    query(where("_id").is(KeptSince.ID)),
                    new Update().max("since", earlier(since, now)),
                    KeptSince.class);
        }
    }

    /** Nothing ended later than now, even if a record says so. */
    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** The end of a record, in the field that its kind has for it. */
    private static Instant ended(Document record) {
        return Stream.of("endedAt", "until", PURGE_AT)
                .map(record::get)
                .filter(Date.class::isInstance) // somebody may have written another value by hand
                .map(each -> ((Date) each).toInstant())
                .findFirst()
                .orElseThrow();
    }

    /** The last of so many that are due next; null if there are none. */
    private @Nullable Document last(String collection, int some, Instant now) {
        Document due = new Document(PURGE_AT, new Document("$gt", now));
        Document last = own.getCollection(collection)
                .find(due)
                .sort(new Document(PURGE_AT, 1))
                .skip(some - 1)
                .limit(1)
                .first();
        return last != null
                ? last
                : own.getCollection(collection)
                        .find(due)
                        .sort(new Document(PURGE_AT, -1))
                        .limit(1)
                        .first();
    }
}

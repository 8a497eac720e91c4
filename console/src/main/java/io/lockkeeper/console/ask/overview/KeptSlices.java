package io.lockkeeper.console.ask.overview;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.dao.DataAccessException;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/**
 * Keeps what consoles have counted for longer than one of them runs: minutes for the last hour, quarters of an hour for the last week.
 * What one console writes is added to what others did. Each call asks MongoDB, and throws {@link DataAccessException} if that refuses, or does
 * not answer.
 */
@Component
public class KeptSlices {

    /** The separator of prefixes, which no lock's name contains. */
    private static final String SEPARATOR = "\u001f";

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int SECONDS = 60;

    private final MongoTemplate own;
    private final OwnRecords records;

    KeptSlices(MongoTemplate own, OwnRecords records) {
        this.own = own;
        this.records = records;
    }

    /** @param minute its number since 1970 */
    void keepMinute(long minute, Map<LockScope, Slice> counted) {
        BulkOperations bulk = own.bulkOps(BulkOperations.BulkMode.UNORDERED, MinuteRecord.class);
        counted.forEach((scope, slice) -> bulk.upsert(
                query(where("_id").is(id(scope, minute))),
                counted(scope, Instant.ofEpochSecond(minute * SECONDS), slice)));
        bulk.execute();
    }

    /** @param quarter its number since 1970 */
    void keepQuarter(long quarter, Map<LockScope, Slice> counted) {
        BulkOperations bulk = own.bulkOps(BulkOperations.BulkMode.UNORDERED, QuarterRecord.class);
        counted.forEach((scope, slice) -> bulk.upsert(
                query(where("_id").is(id(scope, quarter))),
                counted(scope, begin(quarter), slice).min("partlyUnseen", slice.partlyUnseen())));
        bulk.execute();
    }

    private static Update counted(LockScope scope, Instant at, Slice slice) {
        return new Update()
                .setOnInsert("scope", text(scope))
                .setOnInsert("at", at)
                .max("held", slice.held())
                .max("waiting", slice.waiting())
                .max("grants", slice.grants())
                .max("evictions", slice.evictions());
    }

    /** The minutes of a scope since one of them. */
    List<MinuteRecord> minutesSince(long minute, LockScope scope) {
        Query wanted = query(where("at")
                .gte(Instant.ofEpochSecond(minute * SECONDS))
                .and("scope")
                .is(text(scope)));
        return records.find(wanted.limit(2 * HourCount.MINUTES).maxTime(LIMIT), MinuteRecord.class);
    }

    /** The quarters of a scope from one to another, both included. */
    public List<QuarterRecord> quarters(long first, long last, LockScope scope) {
        Query wanted = query(where("_id")
                .gte(id(scope, first))
                .lte(id(scope, last))
                .and("scope")
                .is(text(scope))
                .and("at") // and so a date
                .gte(begin(first))
                .lte(begin(last)));
        return records.find(wanted.maxTime(LIMIT), QuarterRecord.class);
    }

    private static Instant begin(long quarter) {
        return Instant.ofEpochSecond(quarter * HourCount.QUARTER * SECONDS);
    }

    private static String id(LockScope scope, long number) {
        return text(scope) + SEPARATOR + number;
    }

    private static String text(LockScope scope) {
        return String.join(SEPARATOR, scope.prefixes());
    }

    /**
     * A minute of the last hour, so that it is known after a restart. Several consoles write the same one.
     *
     * @param id of scope and minute
     * @param scope the scope's prefixes, as text
     * @param at when the minute began, by the server's clock; the server deletes the record after a while
     */
    @Document(MinuteRecord.COLLECTION)
    record MinuteRecord(
            @Id String id,
            String scope,

            @Indexed(name = "lockkeeper_minutes_expiry", expireAfter = "2h")
            Instant at,

            int held,
            int waiting,
            int grants,
            int evictions) {

        static final String COLLECTION = "minutes";

        Slice slice() {
            return Slice.seen(held, waiting, grants, evictions);
        }

        long number() {
            return at.getEpochSecond() / 60;
        }
    }

    /**
     * A quarter of an hour of the last week. Several consoles write the same one.
     *
     * @param id of scope and quarter
     * @param scope the scope's prefixes, as text
     * @param at when the quarter began, by the server's clock; the server deletes the record after a while
     * @param partlyUnseen whether none of the consoles saw all of it
     */
    @Document(QuarterRecord.COLLECTION)
    public record QuarterRecord(
            @Id String id,
            String scope,

            @Indexed(name = "lockkeeper_quarters_expiry", expireAfter = "8d")
            Instant at,

            int held,
            int waiting,
            int grants,
            int evictions,
            boolean partlyUnseen) {

        static final String COLLECTION = "quarters";

        public Slice slice() {
            return new Slice(true, held, waiting, grants, evictions, partlyUnseen);
        }

        /** The number of the slice since 1970. */
        public long number() {
            return at.getEpochSecond() / (HourCount.QUARTER * 60);
        }
    }
}

package io.lockkeeper.console.face.overview;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** Keeps the minutes that consoles have counted for longer than one of them runs. Each call asks MongoDB. */
@Component
class KeptMinutes {

    /** What separates prefixes: no lock's name has it. */
    private static final String SEPARATOR = "\u001f";

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final MongoTemplate own;
    private final OwnRecords records;

    KeptMinutes(MongoTemplate own, OwnRecords records) {
        this.own = own;
        this.records = records;
    }

    /**
     * Adds what this console counted in a minute to what others did.
     *
     * @throws DataAccessException if MongoDB refuses, or does not answer
     */
    void keep(long number, Map<LockScope, Minute> counted) {
        BulkOperations bulk = own.bulkOps(BulkOperations.BulkMode.UNORDERED, MinuteRecord.class);
        counted.forEach((scope, minute) -> bulk.upsert(
                query(where("_id").is(text(scope) + SEPARATOR + number)),
                new Update()
                        .setOnInsert("scope", text(scope))
                        .setOnInsert("at", Instant.ofEpochSecond(number * 60))
                        .max("held", minute.held())
                        .max("waiting", minute.waiting())
                        .max("grants", minute.grants())
                        .max("evictions", minute.evictions())));
        bulk.execute();
    }

    /**
     * The minutes of a scope since one of them.
     *
     * @throws DataAccessException if MongoDB refuses, or does not answer
     */
    List<MinuteRecord> since(long number, LockScope scope) {
        Query wanted = query(
                where("at").gte(Instant.ofEpochSecond(number * 60)).and("scope").is(text(scope)));
        return records.find(wanted.limit(2 * HourCount.MINUTES).maxTime(LIMIT), MinuteRecord.class);
    }

    private static String text(LockScope scope) {
        return String.join(SEPARATOR, scope.prefixes());
    }
}

package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.BulkOperations.BulkMode;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** The recorded waits without a grant, of the locks of every source that has queues. */
@Component
public class WaitRecords {

    private static final String ENDED = "endedAt";

    private final MongoTemplate own;
    private final OwnRecords records;

    WaitRecords(MongoTemplate own, OwnRecords records) {
        this.own = own;
        this.records = records;
    }

    /** The waits for a lock, the last one first. */
    List<WaitRecord> endedSince(LockId lock, Instant since, Limit limit) {
        return records.find(
                query(where("source")
                                .is(lock.storedSource())
                                .and("lock")
                                .is(lock.name())
                                .and(ENDED)
                                .gt(since))
                        .with(Sort.by(Sort.Direction.DESC, ENDED))
                        .limit(limit),
                WaitRecord.class);
    }

    /** Writing one again changes nothing. */
    public void write(List<WaitRecord> waits) {
        if (waits.isEmpty()) {
            return;
        }
        BulkOperations bulk = own.bulkOps(BulkMode.UNORDERED, WaitRecord.class);
        waits.forEach(wait -> bulk.upsert(query(where("_id").is(wait.id())), update(wait)));
        bulk.execute();
    }

    private static Update update(WaitRecord wait) {
        Update update = new Update()
                .set("lock", wait.lock())
                .set("waiter", wait.waiter())
                .set("since", wait.since())
                .set("endedAt", wait.endedAt())
                .set("silent", wait.silent())
                .set("waitedMillis", wait.waitedMillis())
                .set("waitClass", wait.waitClass())
                .set("purgeAt", wait.purgeAt());
        if (wait.takenOut() != null) {
            update.set("takenOut", wait.takenOut());
        }
        return wait.source() == null ? update : update.set("source", wait.source());
    }
}

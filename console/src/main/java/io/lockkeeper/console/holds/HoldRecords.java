package io.lockkeeper.console.holds;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import java.time.Duration;
import java.util.List;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** The stored holds of other libraries' locks. */
@Component
public class HoldRecords {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final MongoTemplate own;

    HoldRecords(MongoTemplate own) {
        this.own = own;
    }

    /** Of several consoles that write one, whoever knows of an eviction decides, else the first. */
    void keep(List<HoldRecord> records) {
        BulkOperations all = own.bulkOps(BulkOperations.BulkMode.UNORDERED, HoldRecord.class);
        for (HoldRecord each : records) {
            Update update = new Update()
                    .setOnInsert("source", each.source())
                    .setOnInsert("lock", each.lock())
                    .setOnInsert("holder", each.holder())
                    .setOnInsert("since", each.since())
                    .setOnInsert("until", each.until())
                    .setOnInsert("purgeAt", each.purgeAt());
            Update ended = each.end() == HoldEnd.Kind.EVICTED
                    ? update.set("end", each.end())
                    : update.setOnInsert("end", each.end());
            all.upsert(Query.query(where("_id").is(each.id())), ended);
        }
        all.execute();
    }

    /** The holds of a lock, the latest first. */
    public List<HoldRecord> of(String source, String lock, int limit) {
        return own.find(
                Query.query(where("source").is(source).and("lock").is(lock))
                        .with(Sort.by(Sort.Direction.DESC, "until"))
                        .limit(limit)
                        .maxTime(LIMIT),
                HoldRecord.class);
    }
}

package io.lockkeeper.console.holds;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.history.LengthClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
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
                    .setOnInsert("heldClass", each.heldClass())
                    .setOnInsert("purgeAt", each.purgeAt());
            Update ended = each.end() == HoldEnd.Kind.EVICTED
                    ? update.set("end", each.end())
                    : update.setOnInsert("end", each.end());
            all.upsert(Query.query(where("_id").is(each.id())), ended);
        }
        all.execute();
    }

    /** What was held at a moment and ended since, the longest held first, of all locks or of those of one name. */
    public List<HoldRecord> heldAt(Instant moment, String lock, int limit) {
        List<Criteria> lasting = LengthClass.all()
                .map(each -> where("heldClass")
                        .is(each.number())
                        .and("since")
                        .gt(each.earliest(moment))
                        .lte(moment)
                        .and("until")
                        .gt(moment))
                .toList();
        Criteria then = new Criteria().orOperator(lasting);
        return own.find(
                Query.query(
                                lock.isEmpty()
                                        ? then
                                        : new Criteria()
                                                .andOperator(then, where("lock").is(lock)))
                        .withHint(HoldRecord.HELD)
                        .with(Sort.by("since"))
                        .limit(limit)
                        .maxTime(LIMIT),
                HoldRecord.class);
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

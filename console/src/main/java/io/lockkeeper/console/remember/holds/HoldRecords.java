package io.lockkeeper.console.remember.holds;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.remember.history.PastQuestion;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** The stored holds of other libraries' locks. */
@Component
public class HoldRecords {

    private final MongoTemplate own;

    HoldRecords(MongoTemplate own) {
        this.own = own;
    }

    /** If several consoles write the same hold, one that knows of an eviction wins, otherwise the first. */
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

    /** The finished holds that match the question, in the order of {@link HoldQueries}. */
    List<HoldRecord> of(PastQuestion asked, int limit) {
        return own.find(HoldQueries.of(asked).limit(limit), HoldRecord.class);
    }

    /** The same as a stream, which the caller closes. */
    Stream<HoldRecord> stream(PastQuestion asked, int limit) {
        return own.stream(HoldQueries.of(asked).limit(limit), HoldRecord.class);
    }

    /** The holds of a lock, the latest first. */
    public List<HoldRecord> of(String source, String lock, int limit) {
        return own.find(HoldQueries.of(source, lock).limit(limit), HoldRecord.class);
    }
}

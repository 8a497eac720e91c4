package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonType;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Component;

/** The recorded leases. */
@Component
class LeaseRecords {

    private static final String GRANTED = "grantedAt";

    private final OwnRecords records;

    LeaseRecords(OwnRecords records) {
        this.records = records;
    }

    Optional<LeaseRecord> findById(LeaseKey key) {
        return records.byId(key, LeaseRecord.class);
    }

    List<LeaseRecord> newestOf(String lock, Limit limit) {
        return records.find(
                query(where("_id.lock").is(lock).and(GRANTED).type(BsonType.DATE_TIME.getValue()))
                        .with(Sort.by(Sort.Direction.DESC, GRANTED))
                        .limit(limit),
                LeaseRecord.class);
    }

    /** The leases that were granted before then and have not ended; to be closed by the reader. */
    Stream<LeaseRecord> openBefore(Instant moment) {
        return records.stream(query(where("endedAt").isNull().and(GRANTED).lt(moment)), LeaseRecord.class);
    }
}

package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Component;

/** The recorded waits without a grant. */
@Component
class WaitRecords {

    private static final String ENDED = "endedAt";

    private final OwnRecords records;

    WaitRecords(OwnRecords records) {
        this.records = records;
    }

    List<WaitRecord> endedSince(String lock, Instant since, Limit limit) {
        return records.find(
                query(where("lock").is(lock).and(ENDED).gt(since))
                        .with(Sort.by(Sort.Direction.DESC, ENDED))
                        .limit(limit),
                WaitRecord.class);
    }
}

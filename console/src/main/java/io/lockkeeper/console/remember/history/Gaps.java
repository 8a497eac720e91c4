package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Component;

/** The recorded gaps. */
@Component
class Gaps {

    private final OwnRecords records;

    Gaps(OwnRecords records) {
        this.records = records;
    }

    /** The gaps that end after the moment, the earliest first. */
    List<Gap> endingAfter(Instant moment) {
        return records.find(query(where("until").gt(moment)).with(Sort.by("from")), Gap.class);
    }
}

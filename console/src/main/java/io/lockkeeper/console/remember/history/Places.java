package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Instant;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** Keeps up to where the history is recorded. */
@Component
class Places {

    private final MongoTemplate own;
    private final OwnRecords records;

    Places(MongoTemplate own, OwnRecords records) {
        this.own = own;
        this.records = records;
    }

    Optional<RecorderPlace> load() {
        return records.byId(RecorderPlace.ID, RecorderPlace.class);
    }

    /** Since when all is kept that ended, where the history was too large to keep more. */
    Optional<Instant> keptSince() {
        return records.byId(KeptSince.ID, KeptSince.class).map(KeptSince::since);
    }

    /** Answers whether it was kept: it is not where a later recorder has begun. */
    boolean save(RecorderPlace place) {
        try {
            own.upsert(
                    query(where("_id").is(RecorderPlace.ID).and("fence").lte(place.fence())),
                    new Update()
                            .set("token", place.token())
                            .set("at", place.at())
                            .set("begun", place.begun())
                            .set("fence", place.fence()),
                    RecorderPlace.class);
            return true;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }
}

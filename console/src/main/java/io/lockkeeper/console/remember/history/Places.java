package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

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

    Places(MongoTemplate own) {
        this.own = own;
    }

    Optional<RecorderPlace> load() {
        return Optional.ofNullable(own.findById(RecorderPlace.ID, RecorderPlace.class));
    }

    /** Since when all is kept that ended, where the history was too large to keep more. */
    Optional<Instant> keptSince() {
        return Optional.ofNullable(own.findById(KeptSince.ID, KeptSince.class)).map(KeptSince::since);
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

package io.lockkeeper.console.watch.source;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import java.util.Optional;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** The stored sources. */
@Component
class LockSources {

    private final MongoTemplate own;
    private final OwnRecords records;

    LockSources(MongoTemplate own, OwnRecords records) {
        this.own = own;
        this.records = records;
    }

    Optional<LockSource> findById(String id) {
        return records.byId(id, LockSource.class);
    }

    void insert(LockSource source) {
        LockSource unused = own.insert(source);
    }

    void save(LockSource source) {
        LockSource unused = own.save(source);
    }

    void deleteById(String id) {
        var unused = own.remove(query(where("_id").is(id)), LockSource.class);
    }

    long count() {
        return records.find(new Query(), LockSource.class).size();
    }
}

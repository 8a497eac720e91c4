package io.lockkeeper.console.people.logins;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.ground.store.OwnRecords;
import java.util.List;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** The stored logins and changes. */
@Component
public class AccessEntries {

    private static final Sort NEWEST_FIRST = Sort.by(Sort.Order.desc("at"), Sort.Order.desc("_id"));

    private final MongoTemplate own;
    private final OwnRecords records;

    AccessEntries(MongoTemplate own, OwnRecords records) {
        this.own = own;
        this.records = records;
    }

    void insert(AccessEntry entry) {
        AccessEntry unused = own.insert(entry);
    }

    /** A page of them, the newest first. */
    public Slice<AccessEntry> newest(boolean failedOnly, PageRequest page) {
        Query query = failedOnly ? Query.query(where("failed").is(true)) : new Query();
        query.with(NEWEST_FIRST).skip(page.getOffset()).limit(page.getPageSize() + 1);
        List<AccessEntry> found = records.find(query, AccessEntry.class);
        return new SliceImpl<>(
                found.stream().limit(page.getPageSize()).toList(), page, found.size() > page.getPageSize());
    }
}

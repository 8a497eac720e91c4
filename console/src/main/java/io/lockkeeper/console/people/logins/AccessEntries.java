package io.lockkeeper.console.people.logins;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** The stored logins and changes. */
@Component
public class AccessEntries {

    private static final List<String> SEARCHED = List.of("user", "what", "by", "ip");
    private static final Duration LIMIT = Duration.ofSeconds(5);
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

    /**
     * A page of them, the newest first.
     *
     * @param text a part of what the page shows of each, in any case; empty for all
     */
    Slice<AccessEntry> newest(boolean failedOnly, String text, PageRequest page) {
        Query query = failedOnly ? Query.query(where("failed").is(true)) : new Query();
        if (!text.isBlank()) {
            Pattern part = Pattern.compile(Pattern.quote(text.strip()), Pattern.CASE_INSENSITIVE);
            query.addCriteria(new Criteria()
                    .orOperator(SEARCHED.stream()
                            .map(field -> where(field).regex(part))
                            .toList()));
        }
        query.with(NEWEST_FIRST)
                .skip(page.getOffset())
                .limit(page.getPageSize() + 1)
                .maxTime(LIMIT);
        List<AccessEntry> found = records.find(query, AccessEntry.class);
        return new SliceImpl<>(
                found.stream().limit(page.getPageSize()).toList(), page, found.size() > page.getPageSize());
    }
}

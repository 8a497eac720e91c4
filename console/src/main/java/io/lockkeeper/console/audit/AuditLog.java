package io.lockkeeper.console.audit;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.console.audit.AuditEntry.End;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.stereotype.Component;

/**
 * The audit records, in a collection that is only ever added to: one document for what was asked, written and
 * acknowledged by a majority before anything is done, one for what MongoDB answered, and one for how the lease ended.
 *
 * <p>One index beside {@code _id}: {@value #NEWEST}, read by the audit page and by who looks for unfinished entries.
 */
@Component
public class AuditLog {

    public static final String COLLECTION = "audit";
    static final String NEWEST = "lockkeeper_audit_newest";
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final long LIMIT_MILLIS = 5_000;
    private static final int UNAUTHORIZED = 13;

    private final MongoCollection<BsonDocument> collection;
    private volatile boolean indexed;

    /** The console's client reads and writes with a majority, with a time limit. */
    AuditLog(MongoTemplate own) {
        collection = own.getDb().getCollection(COLLECTION, BsonDocument.class);
    }

    /** Records what is about to be done. If this throws, it must not be done. */
    public void intend(AuditEntry entry) {
        collection.insertOne(AuditMapper.intent(entry));
    }

    /** Records what MongoDB answered, unless that is recorded already. */
    public void conclude(AuditEntry entry, Result result) {
        insertOnce(AuditMapper.result(entry.id(), result));
    }

    /** Records how the lease ended. Of two consoles the first decides; answers what is recorded then. */
    End end(AuditEntry entry, End end) {
        if (insertOnce(AuditMapper.end(entry.id(), end))) {
            return end;
        }
        return Optional.ofNullable(collection
                        .find(Filters.eq("_id", AuditMapper.endId(entry.id())))
                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                        .first())
                .map(AuditMapper::end)
                .orElse(end);
    }

    private boolean insertOnce(BsonDocument record) {
        try {
            collection.insertOne(record);
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    /** Entries, the newest first, whose lock and user contain the texts given. */
    List<AuditEntry> page(AuditQuery query, int offset, int limit) {
        ensureIndex();
        return entries(filter(query), offset, limit);
    }

    /** The newest entries since an instant that have no end yet, although something was or may have been changed. */
    List<AuditEntry> unfinished(Instant since, int limit) {
        ensureIndex();
        Bson asked = Filters.and(Filters.exists("action"), Filters.gte("at", Date.from(since)));
        return entries(asked, 0, limit).stream().filter(AuditLog::isUnfinished).toList();
    }

    private static boolean isUnfinished(AuditEntry entry) {
        Result result = entry.result();
        return entry.end() == null
                && (result == null || result.outcome() == Outcome.MARKED || result.outcome() == Outcome.NOT_CONFIRMED);
    }

    private List<AuditEntry> entries(Bson filter, int offset, int limit) {
        List<BsonDocument> intents = collection
                .find(filter)
                .sort(Sorts.descending("at", "_id"))
                .skip(offset)
                .limit(limit)
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .into(new ArrayList<>());
        Map<String, BsonDocument> records = recordsOf(intents);
        return intents.stream().map(intent -> entry(intent, records)).toList();
    }

    private static AuditEntry entry(BsonDocument intent, Map<String, BsonDocument> records) {
        String id = AuditMapper.id(intent);
        BsonDocument result = records.get(AuditMapper.resultId(id));
        BsonDocument end = records.get(AuditMapper.endId(id));
        return AuditMapper.entry(
                intent, result == null ? null : AuditMapper.result(result), end == null ? null : AuditMapper.end(end));
    }

    private Map<String, BsonDocument> recordsOf(List<BsonDocument> intents) {
        Map<String, BsonDocument> records = new HashMap<>();
        List<String> ids = intents.stream()
                .map(AuditMapper::id)
                .flatMap(id -> Stream.of(AuditMapper.resultId(id), AuditMapper.endId(id)))
                .toList();
        collection
                .find(Filters.in("_id", ids))
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .forEach(found -> records.put(AuditMapper.id(found), found));
        return records;
    }

    private static Bson filter(AuditQuery query) {
        List<Bson> conditions = new ArrayList<>(List.of(Filters.exists("action")));
        query.lockPattern().ifPresent(pattern -> conditions.add(Filters.regex("lock", pattern)));
        query.byPattern().ifPresent(pattern -> conditions.add(Filters.regex("by", pattern)));
        return Filters.and(conditions);
    }

    private void ensureIndex() {
        if (!indexed) {
            try {
                collection.createIndex(Indexes.descending("at", "_id"), new IndexOptions().name(NEWEST));
            } catch (MongoCommandException e) {
                leaveToOperators(e);
            }
            indexed = true;
        }
    }

    /** With the least privileges the console makes no index: whoever set those up has made it. */
    private static void leaveToOperators(MongoCommandException e) {
        if (e.getErrorCode() != UNAUTHORIZED) {
            throw e;
        }
        LOG.info("The console may not make the index {} of {}; the audit is slow without it", NEWEST, COLLECTION);
    }
}

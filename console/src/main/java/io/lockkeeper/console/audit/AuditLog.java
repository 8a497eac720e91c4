package io.lockkeeper.console.audit;

import com.mongodb.MongoCommandException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.console.audit.AuditEntry.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The audit records, in a collection that is only ever added to: one document for what was asked, written and
 * acknowledged by a majority before anything is done, and one for what came of it.
 *
 * <p>One index beside {@code _id}: {@value #NEWEST}, read by the audit page.
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

    /** The database's own write concern is a majority's, with a time limit. */
    AuditLog(MongoDatabase database) {
        collection = database.getCollection(COLLECTION, BsonDocument.class)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    /** Records what is about to be done. If this throws, it must not be done. */
    public void intend(AuditEntry entry) {
        collection.insertOne(AuditMapper.intent(entry));
    }

    public void conclude(AuditEntry entry, Result result) {
        collection.insertOne(AuditMapper.result(entry.id(), result));
    }

    /** Entries, the newest first, whose lock and user contain the texts given. */
    List<AuditEntry> page(AuditQuery query, int offset, int limit) {
        ensureIndex();
        List<BsonDocument> intents = collection
                .find(filter(query))
                .sort(Sorts.descending("at", "_id"))
                .skip(offset)
                .limit(limit)
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .into(new ArrayList<>());
        Map<String, Result> results = resultsOf(intents);
        return intents.stream()
                .map(intent -> AuditMapper.entry(intent, results.get(AuditMapper.resultId(intent))))
                .toList();
    }

    private Map<String, Result> resultsOf(List<BsonDocument> intents) {
        Map<String, Result> results = new HashMap<>();
        List<String> ids = intents.stream().map(AuditMapper::resultId).toList();
        collection
                .find(Filters.in("_id", ids))
                .forEach(found -> results.put(found.getString("_id").getValue(), AuditMapper.result(found)));
        return results;
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

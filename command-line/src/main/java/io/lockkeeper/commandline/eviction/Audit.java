package io.lockkeeper.commandline.eviction;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.commandline.Database;
import java.time.Instant;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * The console's audit records, as this command adds them.
 *
 * <pre>{@code
 * { _id: "9c2f..",         at, by, ip, action: "EVICT", lock, acquirer, token, holder, reason }
 * { _id: "9c2f../result",  at, outcome: "MARKED", detail, error }
 * }</pre>
 *
 * Of a pause, the acquirer is its own id, there is no token, and the holder is the pause in words. How an evicted lease ended is added by a
 * console, which follows each eviction that has no end yet.
 */
final class Audit {

    private static final String COLLECTION = "audit";

    private final MongoCollection<BsonDocument> records;

    Audit(Database database, String auditDatabase) {
        records = database.collection(auditDatabase, COLLECTION);
    }

    /** Records an intended change. If this throws, the change must not be made. */
    void intend(Deed deed, Instant at, Operator operator) {
        records.insertOne(new BsonDocument("_id", new BsonString(deed.id()))
                .append("at", date(at))
                .append("by", new BsonString(operator.name()))
                .append("ip", new BsonString(operator.place()))
                .append("action", new BsonString(deed.action()))
                .append("lock", new BsonString(deed.lock()))
                .append("acquirer", new BsonString(deed.acquirer()))
                .append("token", new BsonInt64(deed.token()))
                .append("holder", new BsonString(deed.holder()))
                .append("reason", new BsonString(deed.reason())));
    }

    /** Records what MongoDB answered. */
    void conclude(Outcome outcome, Instant at, String error) {
        records.insertOne(new BsonDocument("_id", new BsonString(outcome.deed().id() + "/result"))
                .append("at", date(at))
                .append("outcome", new BsonString(outcome.result().name()))
                .append("detail", new BsonString(outcome.detail()))
                .append("error", new BsonString(error)));
    }

    private static BsonDateTime date(Instant instant) {
        return new BsonDateTime(instant.toEpochMilli());
    }
}

package io.lockkeeper.commandline.eviction;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.Holder;
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
 * How the lease ended is added by a console, which follows each eviction that has no end yet.
 */
final class Audit {

    private static final String COLLECTION = "audit";

    private final MongoCollection<BsonDocument> records;

    Audit(Database database, String auditDatabase) {
        records = database.collection(auditDatabase, COLLECTION);
    }

    /** Records what is about to be done. If this throws, it must not be done. */
    void intend(String id, Instant at, Operator operator, String lock, Holder seen, String reason) {
        records.insertOne(new BsonDocument("_id", new BsonString(id))
                .append("at", date(at))
                .append("by", new BsonString(operator.name()))
                .append("ip", new BsonString(operator.place()))
                .append("action", new BsonString("EVICT"))
                .append("lock", new BsonString(lock))
                .append("acquirer", new BsonString(seen.acquirer()))
                .append("token", new BsonInt64(seen.token()))
                .append(
                        "holder",
                        new BsonString("%s · %s · pid %d · thread %s"
                                .formatted(
                                        seen.owner().service(),
                                        seen.owner().host(),
                                        seen.owner().pid(),
                                        seen.owner().thread())))
                .append("reason", new BsonString(reason)));
    }

    /** Records what MongoDB answered. */
    void conclude(Outcome outcome, Instant at, String error) {
        records.insertOne(new BsonDocument("_id", new BsonString(outcome.record() + "/result"))
                .append("at", date(at))
                .append("outcome", new BsonString(outcome.result().name()))
                .append("detail", new BsonString(outcome.detail()))
                .append("error", new BsonString(error)));
    }

    private static BsonDateTime date(Instant instant) {
        return new BsonDateTime(instant.toEpochMilli());
    }
}

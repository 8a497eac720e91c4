package io.lockkeeper.console.audit;

import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import java.time.Instant;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * The BSON mapping of audit records.
 *
 * <pre>{@code
 * { _id: "9c2f..",         at, by, ip, action: "EVICT", lock, acquirer, token, holder, reason }
 * { _id: "9c2f../result",  at, outcome: "MARKED", detail }
 * }</pre>
 */
final class AuditMapper {

    private AuditMapper() {}

    static BsonDocument intent(AuditEntry entry) {
        return new BsonDocument("_id", new BsonString(entry.id()))
                .append("at", date(entry.at()))
                .append("by", new BsonString(entry.by()))
                .append("ip", new BsonString(entry.ip()))
                .append("action", new BsonString(entry.action().name()))
                .append("lock", new BsonString(entry.lock()))
                .append("acquirer", new BsonString(entry.acquirer()))
                .append("token", new BsonInt64(entry.token()))
                .append("holder", new BsonString(entry.holder()))
                .append("reason", new BsonString(entry.reason()));
    }

    static BsonDocument result(String entryId, Result result) {
        return new BsonDocument("_id", new BsonString(resultId(entryId)))
                .append("at", date(result.at()))
                .append("outcome", new BsonString(result.outcome().name()))
                .append("detail", new BsonString(result.detail()));
    }

    static String resultId(BsonDocument intent) {
        return resultId(text(intent, "_id"));
    }

    static Result result(BsonDocument bson) {
        return new Result(instant(bson), Outcome.valueOf(text(bson, "outcome")), text(bson, "detail"));
    }

    static AuditEntry entry(BsonDocument bson, @Nullable Result result) {
        return new AuditEntry(
                text(bson, "_id"),
                instant(bson),
                text(bson, "by"),
                text(bson, "ip"),
                Action.valueOf(text(bson, "action")),
                text(bson, "lock"),
                text(bson, "acquirer"),
                bson.getInt64("token").getValue(),
                text(bson, "holder"),
                text(bson, "reason"),
                result);
    }

    private static String resultId(String entryId) {
        return entryId + "/result";
    }

    private static String text(BsonDocument bson, String field) {
        return bson.getString(field).getValue();
    }

    private static Instant instant(BsonDocument bson) {
        return Instant.ofEpochMilli(bson.getDateTime("at").getValue());
    }

    private static BsonDateTime date(Instant instant) {
        return new BsonDateTime(instant.toEpochMilli());
    }
}

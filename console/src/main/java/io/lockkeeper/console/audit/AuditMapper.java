package io.lockkeeper.console.audit;

import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.End;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import java.time.Duration;
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
 * { _id: "9c2f../result",  at, outcome: "MARKED", detail, error }
 * { _id: "9c2f../end",     at, end: "STOPPED", afterMillis }
 * }</pre>
 *
 * There is one document of each at most, for the entry determines its {@code _id}: whoever writes first has decided.
 */
final class AuditMapper {

    /** What earlier versions wrote where MongoDB had not confirmed the change. */
    private static final String FAILED = "FAILED";

    private static final BsonString NONE = new BsonString("");

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
                .append("detail", new BsonString(result.detail()))
                .append("error", new BsonString(result.error()));
    }

    static BsonDocument end(String entryId, End end) {
        return new BsonDocument("_id", new BsonString(endId(entryId)))
                .append("at", date(end.at()))
                .append("end", new BsonString(end.kind().name()))
                .append("afterMillis", new BsonInt64(end.after().toMillis()));
    }

    static String id(BsonDocument bson) {
        return text(bson, "_id");
    }

    static Result result(BsonDocument bson) {
        String outcome = text(bson, "outcome");
        return outcome.equals(FAILED)
                ? new Result(instant(bson), Outcome.NOT_CONFIRMED, "", text(bson, "detail"))
                : new Result(
                        instant(bson),
                        Outcome.valueOf(outcome),
                        text(bson, "detail"),
                        bson.getString("error", NONE).getValue());
    }

    static End end(BsonDocument bson) {
        return new End(
                instant(bson),
                End.Kind.valueOf(text(bson, "end")),
                Duration.ofMillis(bson.getInt64("afterMillis").getValue()));
    }

    static AuditEntry entry(BsonDocument bson, @Nullable Result result, @Nullable End end) {
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
                result,
                end);
    }

    static String resultId(String entryId) {
        return entryId + "/result";
    }

    static String endId(String entryId) {
        return entryId + "/end";
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

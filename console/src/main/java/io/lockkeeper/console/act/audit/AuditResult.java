package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * MongoDB's stored answer. There is one at most for an entry, which determines its id.
 *
 * @param error the server's own words
 */
@Document(AuditEntry.COLLECTION)
record AuditResult(
        @Id String id,
        Instant at,
        String outcome,
        String detail,
        @Nullable String error) {

    /** Fails where a person has written another outcome: then the record is left out, and no page with it. */
    AuditResult {
        Outcome known = Outcome.valueOf(outcome);
        outcome = known.name();
    }

    static AuditResult of(AuditEntry entry, Result result) {
        return new AuditResult(id(entry.id()), result.at(), result.outcome().name(), result.detail(), result.error());
    }

    static String id(String entryId) {
        return entryId + "/result";
    }

    Result result() {
        return new Result(at, Outcome.valueOf(outcome), detail, error == null ? "" : error);
    }
}

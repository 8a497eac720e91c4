package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.End;
import java.time.Duration;
import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** The stored end of a lease. The id follows from the entry, so there is at most one, and the first decides. */
@Document(AuditEntry.COLLECTION)
record AuditEnd(@Id String id, Instant at, End.Kind end, long afterMillis) {

    static AuditEnd of(AuditEntry entry, End end) {
        return new AuditEnd(id(entry.id()), end.at(), end.kind(), end.after().toMillis());
    }

    static String id(String entryId) {
        return entryId + "/end";
    }

    /** The end as the log shows it. */
    End toEnd() {
        return new End(at, end, Duration.ofMillis(afterMillis));
    }
}

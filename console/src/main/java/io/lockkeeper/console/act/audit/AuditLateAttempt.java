package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.LateDeed;
import io.lockkeeper.model.LateAttempt;
import java.time.Duration;
import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** A stored attempt of an evicted holder. There is one at most for an entry and a kind: the first. */
@Document(AuditEntry.COLLECTION)
record AuditLateAttempt(@Id String id, Instant at, LateAttempt.Kind late, long afterMillis) {

    static AuditLateAttempt of(AuditEntry entry, LateAttempt attempt) {
        Duration after = Duration.between(entry.at(), attempt.first());
        return new AuditLateAttempt(
                id(entry.id(), attempt.kind()), attempt.first(), attempt.kind(), Math.max(0, after.toMillis()));
    }

    static String id(String entryId, LateAttempt.Kind kind) {
        return entryId + "/late/" + kind;
    }

    /** The late attempt as the log shows it. */
    LateDeed deed() {
        return new LateDeed(at, late, Duration.ofMillis(afterMillis));
    }
}

package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.Consent.Decision;
import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** The stored decision about a request. The id follows from the entry, so there is at most one, and the first decides. */
@Document(AuditEntry.COLLECTION)
record AuditDecision(@Id String id, Instant at, String by, String ip, Consent.Kind decision, String words) {

    static AuditDecision of(String entry, Decision made) {
        return new AuditDecision(id(entry), made.at(), made.by(), made.ip(), made.kind(), made.words());
    }

    static String id(String entry) {
        return entry + "/decision";
    }

    /** The decision as the log shows it. */
    Decision toDecision() {
        return new Decision(at, by, ip, decision, words);
    }
}

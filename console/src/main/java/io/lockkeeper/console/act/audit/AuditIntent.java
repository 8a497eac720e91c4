package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.LateDeed;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.mapping.Unwrapped;

/** The stored intent of an operator, written before anything is done. */
@Document(AuditEntry.COLLECTION)
@CompoundIndex(name = "lockkeeper_audit_newest", def = "{ at: -1, _id: -1 }")
@CompoundIndex(
        name = "lockkeeper_audit_lock",
        def = "{ lock: 1, at: -1, _id: -1 }",
        partialFilter = "{ lock: { $exists: true } }")
record AuditIntent(
        @Id String id,
        @Unwrapped.Empty AuditRequest request,
        @Nullable Asked consent) {

    /** The stored request for a second person's consent. */
    record Asked(
            String rule,
            String user,
            @Nullable String token,
            Instant until,
            @Nullable Instant pauseUntil) {

        static Asked of(Consent consent) {
            return new Asked(consent.rule(), consent.user(), consent.token(), consent.until(), consent.pauseUntil());
        }

        Consent toConsent(@Nullable AuditDecision decided) {
            return new Consent(rule, user, token, until, pauseUntil, decided == null ? null : decided.toDecision());
        }
    }

    static AuditIntent of(AuditEntry entry) {
        return new AuditIntent(entry.id(), entry.request(), entry.consent() == null ? null : Asked.of(entry.consent()));
    }

    AuditEntry entry(
            @Nullable AuditResult answered,
            @Nullable AuditEnd ended,
            List<LateDeed> late,
            @Nullable AuditDecision decided) {
        return new AuditEntry(
                id,
                request,
                answered == null ? null : answered.result(),
                ended == null ? null : ended.toEnd(),
                late,
                consent == null ? null : consent.toConsent(decided));
    }
}

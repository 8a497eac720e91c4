package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.End;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.Consent.Decision;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The fields of an entry in an exported file. The server's own words stay in the console. */
final class AuditFields {

    /** The fields, in their order. */
    static final List<String> NAMES = List.of(
            "at",
            "operator",
            "from",
            "action",
            "source",
            "lock",
            "token",
            "holder",
            "reason",
            "answeredAt",
            "answer",
            "detail",
            "endedAt",
            "end",
            "afterMillis",
            "late",
            "consent",
            "consentBy",
            "consentAt");

    private AuditFields() {}

    static Map<String, @Nullable Object> of(AuditEntry entry) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("at", entry.at().toString());
        fields.put("operator", entry.by());
        fields.put("from", entry.ip());
        fields.put("action", entry.action().name());
        fields.put("source", entry.place().storedSource());
        fields.put("lock", entry.lock());
        fields.put("token", entry.token());
        fields.put("holder", entry.holder());
        fields.put("reason", entry.reason());
        Result result = entry.result();
        fields.put("answeredAt", result == null ? null : result.at().toString());
        fields.put("answer", result == null ? null : result.outcome().name());
        fields.put("detail", result == null ? null : result.detail());
        End end = entry.end();
        fields.put("endedAt", end == null ? null : end.at().toString());
        fields.put("end", end == null ? null : end.kind().name());
        fields.put("afterMillis", end == null ? null : end.after().toMillis());
        fields.put(
                "late",
                entry.late().stream()
                        .map(deed -> "%s after %s ms"
                                .formatted(deed.kind(), deed.after().toMillis()))
                        .collect(Collectors.joining(", ")));
        Decision decision = entry.consent() == null ? null : entry.consent().decision();
        fields.put(
                "consent",
                decision == null
                        ? (entry.consent() == null ? null : "AWAITED")
                        : decision.kind().name());
        fields.put("consentBy", decision == null ? null : decision.by());
        fields.put("consentAt", decision == null ? null : decision.at().toString());
        return fields;
    }
}

package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.TakenOut;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a lease, or of a wait that an operator ended, as written to a file: numbers stay numbers, the rest is text; what is
 * not known is empty.
 */
final class LeaseFields {

    /** The fields, in their order. */
    static final List<String> NAMES = List.of(
            "lock",
            "token",
            "grantedAt",
            "endedAt",
            "ending",
            "heldMillis",
            "keptMillis",
            "uses",
            "askedAt",
            "waitedMillis",
            "waiters",
            "service",
            "instance",
            "host",
            "pid",
            "thread",
            "note",
            "agent",
            "evictedBy",
            "evictedAt",
            "evictedReason",
            "source",
            "holder",
            "takenOutBy",
            "takenOutAt",
            "takenOutReason");

    private LeaseFields() {}

    static Map<String, @Nullable Object> of(LeaseRecord lease) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("lock", lease.key().lock());
        fields.put("token", lease.token().isPresent() ? lease.token().getAsLong() : null);
        fields.put("grantedAt", text(lease.grantedAt()));
        fields.put("endedAt", text(lease.endedAt()));
        fields.put("ending", text(lease.ending()));
        fields.put("heldMillis", lease.isKept() ? null : lease.heldMillis());
        fields.put("keptMillis", lease.isKept() ? lease.heldMillis() : null);
        fields.put("uses", lease.uses());
        fields.put("askedAt", text(lease.askedAt()));
        fields.put("waitedMillis", lease.waitedMillis());
        fields.put("waiters", lease.waiters());
        Party.put(fields, lease.holder());
        Eviction evicted = lease.evicted();
        fields.put("evictedBy", evicted == null ? null : evicted.by());
        fields.put("evictedAt", evicted == null ? null : text(evicted.at()));
        fields.put("evictedReason", evicted == null ? null : evicted.reason());
        fields.put("source", lease.source());
        fields.put("holder", lease.who().orElse(null));
        takenOut(fields, null);
        return fields;
    }

    /** A wait that an operator ended: it was never granted, so it has no token. */
    static Map<String, @Nullable Object> of(WaitRecord wait) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        NAMES.forEach(name -> fields.put(name, null));
        fields.put("lock", wait.lock());
        fields.put("endedAt", text(wait.endedAt()));
        fields.put("ending", "TAKEN_OUT");
        fields.put("askedAt", text(wait.since()));
        fields.put("waitedMillis", wait.waitedMillis());
        Party.put(fields, wait.waiter());
        fields.put("source", wait.source());
        takenOut(fields, wait.takenOut());
        return fields;
    }

    private static void takenOut(Map<String, @Nullable Object> fields, @Nullable TakenOut mark) {
        fields.put("takenOutBy", mark == null ? null : mark.by());
        fields.put("takenOutAt", mark == null ? null : text(mark.at()));
        fields.put("takenOutReason", mark == null ? null : mark.reason());
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}

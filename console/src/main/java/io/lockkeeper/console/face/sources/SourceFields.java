package io.lockkeeper.console.face.sources;

import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a file tells of a lock of another library, field by field; what its document does not tell is empty. */
final class SourceFields {

    /** In their order. */
    static final List<String> NAMES = List.of(
            "source",
            "lock",
            "state",
            "finding",
            "holder",
            "acquiredAt",
            "heldMillis",
            "renewedAt",
            "expiresAt",
            "expiry",
            "token",
            "waiting");

    private SourceFields() {}

    static Map<String, @Nullable Object> of(String source, ForeignLock lock, @Nullable Finding worst, Instant now) {
        boolean held = lock.isTaken(now);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("source", source);
        fields.put("lock", lock.name());
        fields.put("state", lock.state(now).name());
        fields.put("finding", worst == null ? null : worst.kind().name());
        fields.put("holder", held && !lock.holders().isEmpty() ? String.join(", ", lock.holders()) : null);
        Optional<Instant> since = lock.acquired().filter(it -> held);
        fields.put("acquiredAt", text(since));
        fields.put(
                "heldMillis",
                since.map(from -> Math.max(0, Duration.between(from, now).toMillis()))
                        .orElse(null));
        fields.put("renewedAt", text(lock.heartbeat().filter(it -> held)));
        fields.put("expiresAt", text(lock.expiry().instant().filter(it -> held)));
        fields.put("expiry", held ? lock.expiry().word() : null);
        fields.put("token", lock.fence().isPresent() ? lock.fence().getAsLong() : null);
        fields.put("waiting", lock.waiting().isPresent() ? lock.waiting().getAsInt() : null);
        return fields;
    }

    private static @Nullable String text(Optional<Instant> at) {
        return at.map(Instant::toString).orElse(null);
    }
}

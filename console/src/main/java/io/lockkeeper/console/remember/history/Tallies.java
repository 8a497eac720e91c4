package io.lockkeeper.console.remember.history;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The digests that are still counted, continued from what is written of them. Used by one thread. */
final class Tallies {

    private static final Duration KEPT = Duration.ofMinutes(3);

    private final Map<DigestKey, Tally> tallies = new HashMap<>();
    private final Set<DigestKey> changed = new HashSet<>();
    private final Function<DigestKey, @Nullable Digest> written;

    /** @param written answers a digest as it is written, or null */
    Tallies(Function<DigestKey, @Nullable Digest> written) {
        this.written = written;
    }

    /** The tally to count into. */
    Tally change(DigestKey key) {
        changed.add(key);
        return of(key);
    }

    /** The tally that defines what is slow: the minute before, if that has enough leases. */
    Tally ordinary(DigestKey key) {
        Tally before = tallies.get(new DigestKey(key.lock(), key.minute().minus(Duration.ofMinutes(1))));
        return before != null && before.tellsEnough() ? before : of(key);
    }

    /** The digests that have changed since the last call. */
    List<Digest> takeChanged(Duration retention) {
        List<Digest> digests = changed.stream()
                .map(key -> Objects.requireNonNull(tallies.get(key)).digest(key, retention))
                .toList();
        changed.clear();
        return digests;
    }

    /** Forgets those of long before; what is counted into them again is continued from what is written. */
    void forgetBefore(Instant now) {
        tallies.keySet().removeIf(key -> !changed.contains(key) && key.minute().isBefore(now.minus(KEPT)));
    }

    /** The tally to read. */
    Tally of(DigestKey key) {
        return tallies.computeIfAbsent(key, it -> Tally.of(written.apply(it)));
    }
}

package io.lockkeeper.console.findings;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong at a moment.
 *
 * @param asOf the server's time for which it was judged, or null before the first pass
 * @param current whether it could be judged just now; else it is as of the last time that it could
 * @param findings those that count, the most urgent first
 * @param dismissed those that somebody dismissed and that are still so
 * @param took how long the pass took
 */
public record FindingsSnapshot(
        @Nullable Instant asOf, boolean current, List<Finding> findings, List<Finding> dismissed, Duration took) {

    static final FindingsSnapshot NONE = new FindingsSnapshot(null, false, List.of(), List.of(), Duration.ZERO);

    /** The findings of one lock. */
    public List<Finding> of(String lock) {
        return findings.stream().filter(it -> lock.equals(it.lock())).toList();
    }

    public long count(Severity severity) {
        return findings.stream().filter(it -> it.kind().severity() == severity).count();
    }
}

package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The findings at one moment.
 *
 * @param asOf the server's time that the pass judged, or null before the first pass
 * @param current whether the latest pass could judge; if not, the findings are from the last one that could
 * @param findings those that count, the most urgent first
 * @param dismissed those that were dismissed and still hold
 * @param worst the most urgent finding of each lock of each source that has any, the most urgent first
 * @param took how long the pass took
 */
public record FindingsSnapshot(
        @Nullable Instant asOf,
        boolean current,
        List<Finding> findings,
        List<Finding> dismissed,
        Map<String, Map<String, Finding>> worst,
        Duration took) {

    public static final FindingsSnapshot NONE = of(null, false, List.of(), List.of(), Duration.ZERO);

    /** Takes the findings with the most urgent first. */
    static FindingsSnapshot of(
            @Nullable Instant asOf, boolean current, List<Finding> findings, List<Finding> dismissed, Duration took) {
        Map<String, Map<String, Finding>> worst = new HashMap<>();
        for (Finding finding : findings) {
            if (finding.lock() != null) {
                worst.computeIfAbsent(finding.source(), source -> new LinkedHashMap<>())
                        .putIfAbsent(finding.lock(), finding);
            }
        }
        return new FindingsSnapshot(asOf, current, findings, dismissed, worst, took);
    }

    /** The part within the scope. */
    FindingsSnapshot within(LockScope scope) {
        return scope.isLimited() ? of(asOf, current, seen(findings, scope), seen(dismissed, scope), took) : this;
    }

    private static List<Finding> seen(List<Finding> some, LockScope scope) {
        return some.stream().flatMap(it -> it.within(scope).stream()).toList();
    }

    /** The findings of one lock. */
    public List<Finding> of(LockId lock) {
        return findings.stream().filter(it -> it.isOf(lock)).toList();
    }

    /** The most urgent finding of each lock of a source that has any, the most urgent first. */
    public Map<String, Finding> worstIn(String source) {
        return worst.getOrDefault(source, Map.of());
    }

    public long count(Severity severity) {
        return findings.stream().filter(it -> it.kind().severity() == severity).count();
    }
}

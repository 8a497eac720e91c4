package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The findings at one moment.
 *
 * @param asOf the server's time that the pass judged, or null before the first pass
 * @param current whether the locks are judged as they are now; if not, the findings about them are from the last pass that could
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

    /** A look and its rest take less. */
    private static final Duration LATE = Duration.ofSeconds(20);
    /** From this age on, blindness is a finding itself. */
    private static final Duration BLIND = Duration.ofMinutes(1);

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

    /** The snapshot at a later moment: findings that were judged too long ago are not current. */
    FindingsSnapshot at(Instant now) {
        Instant judged = asOf;
        if (judged == null || !isOver(judged, LATE, now)) {
            return this;
        }
        List<Finding> all = isOver(judged, BLIND, now) ? withBlindness(judged, now) : findings;
        return new FindingsSnapshot(judged, false, all, dismissed, worst, took);
    }

    /** The sentence about how long ago they were judged, if that is too long; else empty, also before the first pass. */
    public String late(Instant now) {
        Instant judged = asOf;
        return judged == null || !isOver(judged, LATE, now)
                ? ""
                : "judged %s ago".formatted(Formats.duration(Duration.between(judged, now)));
    }

    private static boolean isOver(Instant judged, Duration bound, Instant now) {
        return judged.plus(bound).isBefore(now);
    }

    /** Found where it is read: a pass that does not end cannot find it. */
    private List<Finding> withBlindness(Instant judged, Instant now) {
        Detected blind = new Detected(
                Kind.STREAM_BEHIND,
                null,
                "findings",
                "No finding was judged since %s: the console’s look at all locks has not ended. Alerts about later findings come after it."
                        .formatted(Formats.exact(judged)));
        List<Finding> all = new ArrayList<>(findings);
        all.add(new Finding(blind.id(), blind.kind(), null, blind.evidence(), judged, now, null));
        all.sort(Finding.MOST_URGENT_FIRST);
        return all;
    }

    /** The part within the scope. */
    FindingsSnapshot within(LockScope scope) {
        return scope.isLimited() ? of(asOf, current, seen(findings, scope), seen(dismissed, scope), took) : this;
    }

    private static List<Finding> seen(List<Finding> some, LockScope scope) {
        return some.stream().flatMap(it -> it.within(scope).stream()).toList();
    }

    /** The findings that count, by what causes them. */
    public List<Cause> causes() {
        return Cause.of(findings);
    }

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

package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.Usual.Quantiles;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Finds holds that take long: by what is usual for the lock, or where too few are known, by what the holder's service calls slow. */
final class LongHolds {

    /** Shorter holds are not reported, however unusual. */
    private static final Duration SHORT = Duration.ofSeconds(10);

    private static final int TIMES_USUAL = 3;
    /** How many of another library's locks are judged, the longest held: the usual length is read for each by itself. */
    private static final int LONGEST_HELD = 1_000;

    private final PassInput sight;
    private final PassFindings found;
    private int ofLibrary;

    LongHolds(PassInput sight, PassFindings found) {
        this.sight = sight;
        this.found = found;
    }

    void judge(ObservedLock lock, ObservedHold hold, Instant since) {
        Duration held = Duration.between(since, sight.now());
        if (held.compareTo(SHORT) <= 0 || (hold.lease().isEmpty() && ofLibrary++ >= LONGEST_HELD)) {
            return;
        }
        Optional<Quantiles> usual = sight.facts().usual().apply(lock.name()).usualHold();
        if (usual.isPresent()) {
            usual.filter(it -> held.compareTo(it.p95().multipliedBy(TIMES_USUAL)) > 0)
                    .ifPresent(it -> overUsual(lock, hold, held, it));
        } else {
            hold.lease()
                    .flatMap(sight.facts().slowHold())
                    .filter(slow -> held.compareTo(slow) > 0)
                    .ifPresent(slow -> overPlanned(lock, hold, held, slow));
        }
    }

    private void overUsual(ObservedLock lock, ObservedHold hold, Duration held, Quantiles usual) {
        boolean ours = hold.lease().isPresent();
        found.add(
                Kind.OVER_USUAL,
                lock,
                hold,
                "%s has held it for %s%s. By its last %s %s it is usually held for %s, and 95 of 100 for less than %s%s."
                        .formatted(
                                hold.who(),
                                Formats.duration(held),
                                ours ? " and renews" : "",
                                usual.count(),
                                ours ? "leases" : "holds",
                                Formats.lasted(usual.median()),
                                Formats.lasted(usual.p95()),
                                lock.waiting()));
    }

    private void overPlanned(ObservedLock lock, ObservedHold hold, Duration held, Duration slow) {
        found.add(
                Kind.OVER_PLANNED,
                lock,
                hold,
                "%s has held it for %s and renews. Its service calls a hold slow after %s%s."
                        .formatted(hold.who(), Formats.duration(held), Formats.duration(slow), lock.waiting()));
    }
}

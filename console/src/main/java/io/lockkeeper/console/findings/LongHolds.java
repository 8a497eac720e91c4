package io.lockkeeper.console.findings;

import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.history.Usual.Quantiles;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Holds that take long: by what is usual for the lock, or where too few leases tell that, by what the holder's service calls slow. */
final class LongHolds {

    private static final int TIMES_USUAL = 3;

    private LongHolds() {}

    static Optional<Detected> judge(LockView lock, Holder holder, Instant since, Sight sight) {
        Duration held = Duration.between(since, sight.now());
        Optional<Quantiles> usual = sight.usual().apply(lock.name()).usualHold();
        return usual.isPresent()
                ? usual.filter(it -> held.compareTo(it.p95().multipliedBy(TIMES_USUAL)) > 0)
                        .map(it -> overUsual(lock, holder, held, it))
                : sight.slowHold()
                        .apply(holder)
                        .filter(slow -> held.compareTo(slow) > 0)
                        .map(slow -> overPlanned(lock, holder, held, slow));
    }

    private static Detected overUsual(LockView lock, Holder holder, Duration held, Quantiles usual) {
        return new Detected(
                Kind.OVER_USUAL,
                lock.name(),
                LockPass.token(holder),
                String.format(
                        Locale.ROOT,
                        "%s has held it for %s and renews. By its last %d leases it is usually held for %s, and 95 of"
                                + " 100 for less than %s; %s.",
                        LockPass.name(holder),
                        Words.duration(held),
                        usual.count(),
                        Words.lasted(usual.median()),
                        Words.lasted(usual.p95()),
                        LockPass.waiting(lock)));
    }

    private static Detected overPlanned(LockView lock, Holder holder, Duration held, Duration slow) {
        return new Detected(
                Kind.OVER_PLANNED,
                lock.name(),
                LockPass.token(holder),
                "%s has held it for %s and renews. Its service calls a hold slow after %s; %s."
                        .formatted(
                                LockPass.name(holder),
                                Words.duration(held),
                                Words.duration(slow),
                                LockPass.waiting(lock)));
    }
}

package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.remember.history.Usual.Quantiles;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is usual for a lock, in a sentence: no percentile of too few leases, and each figure with the number that it counts. */
final class UsualWords {

    private UsualWords() {}

    static String of(Usual usual) {
        Quantiles hold = usual.hold();
        return hold == null
                ? "No lease has ended since recording began."
                : "By its %s: %s%s."
                        .formatted(last(hold.count(), "lease"), times("held", hold), waited(usual.waiting(), hold));
    }

    private static String waited(@Nullable Quantiles waiting, Quantiles hold) {
        if (waiting == null || waiting.longest().isZero()) {
            return "";
        }
        String by = waiting.count() == hold.count() ? "" : "by its %s: ".formatted(last(waiting.count(), "grant"));
        return "; " + by + times("waited", waiting);
    }

    private static String last(long count, String what) {
        return count == 1 ? "last " + what : String.format(Locale.ROOT, "last %,d %ss", count, what);
    }

    private static String times(String what, Quantiles times) {
        String longest = Formats.lasted(times.longest());
        return times.isEnough()
                ? "%s for %s, 95 of 100 for less than %s, the longest %s"
                        .formatted(what, Formats.lasted(times.median()), Formats.lasted(times.p95()), longest)
                : "%s for at most %s".formatted(what, longest);
    }
}

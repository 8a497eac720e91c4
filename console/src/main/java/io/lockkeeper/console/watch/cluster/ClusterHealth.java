package io.lockkeeper.console.watch.cluster;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a cluster that the console watches beside its own.
 *
 * @param hosts where it is, without what may be secret
 * @param roundTrip how long its last answer took; null while there is none
 * @param ahead how far its clock is ahead of the console's own cluster's
 * @param trouble why it does not answer, in a sentence; empty while it does
 */
public record ClusterHealth(
        String name, String hosts, @Nullable Duration roundTrip, Duration ahead, String trouble) {

    /** Ages on pages are counted by the clock of the console's own cluster. */
    private static final Duration TOLD = Duration.ofSeconds(1);

    /** Whether it answers, in words. */
    public String state() {
        if (!trouble.isEmpty()) {
            return trouble;
        }
        return roundTrip == null
                ? "not asked yet"
                : String.format(Locale.ROOT, "answers within %,d ms", roundTrip.toMillis() + 1);
    }

    /** The deviation of its clock, in words; empty if it is small. */
    public Optional<String> clock() {
        if (roundTrip == null || ahead.abs().compareTo(TOLD) < 0) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "Its clock is %,d s %s that of the console's own cluster, and ages on pages are wrong by as much.",
                ahead.abs().toSeconds(),
                ahead.isNegative() ? "behind" : "ahead of"));
    }
}

package io.lockkeeper.simulation;

import io.lockkeeper.simulation.shared.Bounds;
import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Result;
import io.lockkeeper.simulation.shared.Size;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Runs history after history, seed after seed, until one breaks a rule or there have been enough. */
final class Hunt {

    private final Histories histories;
    private final Size size;
    private final long firstSeed;
    private final Bounds bounds;
    private long runs;
    private long steps;
    private long switches;
    private long nanos;

    Hunt(Histories histories, Size size, long firstSeed, Bounds bounds) {
        this.histories = histories;
        this.size = size;
        this.firstSeed = firstSeed;
        this.bounds = bounds;
    }

    /** The next history that breaks a rule. */
    Optional<FoundFault> next() {
        long before = nanos;
        long began = System.nanoTime();
        try {
            while (bounds.allow(runs, Duration.ofNanos(before + System.nanoTime() - began))) {
                Result result = histories.random(firstSeed + runs, size);
                runs++;
                steps += result.steps();
                switches += result.switches();
                if (!result.isClean()) {
                    return Optional.of(new FoundFault(firstSeed + runs - 1, size, result));
                }
            }
            return Optional.empty();
        } finally {
            nanos = before + System.nanoTime() - began;
        }
    }

    long runs() {
        return runs;
    }

    Duration took() {
        return Duration.ofNanos(nanos);
    }

    @Override
    public String toString() {
        double seconds = Math.max(1, nanos) / 1e9;
        return String.format(
                Locale.ROOT,
                "%,d histories and %,d steps in %.1f s: %,.0f histories, %,.0f steps, %,.0f switches of threads a"
                        + " second",
                runs,
                steps,
                seconds,
                runs / seconds,
                steps / seconds,
                switches / seconds);
    }
}

package io.lockkeeper.simulation.shared;

import java.time.Duration;

/**
 * When histories end. A number of them, as far as nothing else is asked for: how many a minute has depends on what else the machine does.
 *
 * @param histories how many are run at the most
 * @param time for how long they are run at the most
 */
public record Bounds(long histories, Duration time) {

    /** About a minute of a machine with two cores and nothing else to do. */
    public static final Bounds USUAL = of(10_000);

    public static Bounds of(long histories) {
        return new Bounds(histories, Duration.ofDays(10));
    }

    public static Bounds of(Duration time) {
        return new Bounds(Long.MAX_VALUE, time);
    }

    /** Whether another history is run. */
    public boolean allow(long run, Duration took) {
        return run < histories && took.compareTo(time) < 0;
    }
}

package io.lockkeeper.agent.time;

import java.time.Duration;

/** Comparisons that {@link Duration} lacks. */
public final class Durations {

    private Durations() {}

    public static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}

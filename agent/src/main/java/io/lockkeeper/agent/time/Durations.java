package io.lockkeeper.agent.time;

import java.time.Duration;

/** Which of two times is shorter, what {@link Duration} leaves to its callers. */
public final class Durations {

    private Durations() {}

    public static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}

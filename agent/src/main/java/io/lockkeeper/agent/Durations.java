package io.lockkeeper.agent;

import java.time.Duration;

/** Which of two times is shorter, what {@link Duration} leaves to its callers. */
final class Durations {

    private Durations() {}

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}

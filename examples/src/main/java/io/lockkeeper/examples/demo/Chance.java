package io.lockkeeper.examples.demo;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** What in real services depends on the world. */
final class Chance {

    private Chance() {}

    static Duration between(Duration least, Duration most) {
        return Duration.ofMillis(between(least.toMillis(), most.toMillis()));
    }

    static long between(long least, long most) {
        return ThreadLocalRandom.current().nextLong(least, most + 1);
    }

    static <T> T oneOf(List<T> choices) {
        return choices.get(ThreadLocalRandom.current().nextInt(choices.size()));
    }
}

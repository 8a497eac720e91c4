package io.lockkeeper.examples.demo;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** What in real services depends on the world. With {@code -Ddemo.faster=10} it takes a tenth of the time. */
final class Chance {

    private static final int FASTER = Integer.getInteger("demo.faster", 1);

    private Chance() {}

    static Duration between(Duration least, Duration most) {
        return Duration.ofMillis(between(least.toMillis(), most.toMillis()) / FASTER);
    }

    static long between(long least, long most) {
        return ThreadLocalRandom.current().nextLong(least, most + 1);
    }

    static <T> T oneOf(List<T> choices) {
        return choices.get(ThreadLocalRandom.current().nextInt(choices.size()));
    }
}

package io.lockkeeper.console.judge.alerts;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * How long a failed message waits before the next attempt: exponential, with jitter, at most an hour. With the default first
 * pause of five seconds, a message is given up after about two and a half hours.
 */
@Component
final class Backoff {

    static final int ATTEMPTS = 12;
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Duration first;
    private final DoubleSupplier random;

    @Autowired
    Backoff(AlertSettings settings) {
        this(settings.firstRetry(), () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * @param random between 0 and 1
     */
    Backoff(Duration first, DoubleSupplier random) {
        this.first = first;
        this.random = random;
    }

    /** The same, and at least what the receiver asks for, up to an hour. */
    Optional<Duration> after(int attempts, Optional<Duration> asked) {
        long least = asked.map(Duration::toMillis).orElse(0L);
        return after(attempts)
                .map(pause -> Duration.ofMillis(Math.max(pause.toMillis(), Math.min(least, LONGEST.toMillis()))));
    }

    /** The pause after that many attempts; empty if the message is to be given up. */
    Optional<Duration> after(int attempts) {
        if (attempts >= ATTEMPTS) {
            return Optional.empty();
        }
        double doubled = (double) first.toMillis() * Math.pow(2, Math.max(0, attempts - 1));
        double bounded = Math.min(doubled, (double) LONGEST.toMillis());
        return Optional.of(Duration.ofMillis((long) (bounded * (0.8 + 0.4 * random.getAsDouble()))));
    }
}

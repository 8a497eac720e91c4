package io.lockkeeper.console.alerts;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * How long a message that failed waits: twice as long after each attempt, up to an hour, and never the same for all. With the
 * usual first pause of five seconds it is given up after some two and a half hours.
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

    /** The pause after so many attempts; empty if there were enough. */
    Optional<Duration> after(int attempts) {
        if (attempts >= ATTEMPTS) {
            return Optional.empty();
        }
        double doubled = (double) first.toMillis() * Math.pow(2, Math.max(0, attempts - 1));
        double bounded = Math.min(doubled, (double) LONGEST.toMillis());
        return Optional.of(Duration.ofMillis((long) (bounded * (0.8 + 0.4 * random.getAsDouble()))));
    }
}

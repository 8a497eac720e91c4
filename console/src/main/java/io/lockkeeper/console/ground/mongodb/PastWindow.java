package io.lockkeeper.console.ground.mongodb;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** How far back a history begins that was never recorded before, and how fast and how long that past is read. */
@Component
public final class PastWindow {

    /** The most changes that a reading takes in a second. */
    public static final int MOST_A_SECOND = 10_000;

    /** A reading ends after this time, at any point. */
    public static final Duration MOST = Duration.ofMinutes(10);

    /** A server that finds no change of the collection among all others for so long is not asked further. */
    public static final Duration MOST_OF_A_CALL = Duration.ofSeconds(60);

    private static final Duration LONGEST = Duration.ofDays(30);

    private final Duration length;

    public PastWindow(@Value("${lockkeeper.history.past:24h}") Duration length) {
        if (length.isNegative() || length.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "lockkeeper.history.past is %s; it may be 0, for no past at all, up to %s"
                            .formatted(length, LONGEST));
        }
        this.length = length;
    }

    /** Zero for a history that begins when its recording does. */
    public Duration length() {
        return length;
    }

    public boolean isNone() {
        return length.isZero();
    }
}

package io.lockkeeper.desktop;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Secrets that each open a door once, and only soon after they were made. They travel in files of mode 600 and in the bodies of
 * requests, never in an address. Thread-safe.
 */
final class OneTimeLogins {

    static final Duration GOOD_FOR = Duration.ofMinutes(1);
    private static final int BYTES = 32;

    private final Map<String, Long> made = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final LongSupplier nanos;

    OneTimeLogins(LongSupplier nanos) {
        this.nanos = nanos;
    }

    String make() {
        long now = nanos.getAsLong();
        made.values().removeIf(at -> isOver(at, now));
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String word = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        made.put(word, now);
        return word;
    }

    /** Uses the secret up, and returns whether it was valid. */
    boolean use(String word) {
        Long at = made.remove(word);
        return at != null && !isOver(at, nanos.getAsLong());
    }

    private static boolean isOver(long at, long now) {
        return now - at > GOOD_FOR.toNanos();
    }
}

package io.lockkeeper.console.people.security;

import io.lockkeeper.console.ground.loops.LastUsed;
import java.time.Duration;
import java.util.Map;

/**
 * Failures in a row under keys of one kind, and the pauses that follow from them. Bounded: the key that was seen least recently
 * is forgotten first. Guarded by its owner.
 */
final class LoginDelays {

    private static final int MOST_KEYS = 10_000;
    private static final long FORGET_NANOS = Duration.ofMinutes(15).toNanos();

    private final Map<String, Failures> failures = LastUsed.atMost(MOST_KEYS);
    private final PauseRule rule;

    LoginDelays(PauseRule rule) {
        this.rule = rule;
    }

    /** What is left of the key's pause. */
    Duration left(String key, long now) {
        Failures known = failures.get(key);
        return known == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, known.until - now));
    }

    /** Counts a failure before it is known to be one, so that many tries at once count like many in a row. */
    void count(String key, long now) {
        Failures known = failures.computeIfAbsent(key, unheard -> new Failures(now));
        known.count = now - known.until > FORGET_NANOS ? 1 : known.count + 1;
        known.until = now + rule.after(known.count).toNanos();
    }

    /** Takes back one count: that attempt did not fail. */
    void takeBack(String key, long now) {
        Failures known = failures.get(key);
        if (known != null) {
            known.count = Math.max(0, known.count - 1);
            known.until = now;
        }
    }

    void forget(String key) {
        failures.remove(key);
    }

    int size() {
        return failures.size();
    }

    private static final class Failures {

        private int count;
        private long until;

        Failures(long now) {
            until = now;
        }
    }
}

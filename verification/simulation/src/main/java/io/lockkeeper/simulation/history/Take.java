package io.lockkeeper.simulation.history;

import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.Locale;

/**
 * One thing that a caller asks for.
 *
 * @param longestWait zero for a try
 * @param keep how long the agent is to keep the lease; zero if not at all
 * @param cohort how long it is to hand it on while others wait; zero if not at all
 * @param manner plain, or what becomes of it: interrupt:MS, cancel:MS, longest:MS, shortest:MS, renew, background
 */
record Take(
        String agent,
        String caller,
        String lock,
        int weight,
        int capacity,
        Duration longestWait,
        Duration hold,
        String manner,
        Duration keep,
        Duration cohort) {

    static Take of(String[] words) {
        return new Take(
                words[1],
                words[2],
                words[3],
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                Duration.ofMillis(Long.parseLong(words[6])),
                Duration.ofMillis(Long.parseLong(words[7])),
                words[8],
                millis(words, 9),
                millis(words, 10));
    }

    /** The line of a plan that says it. */
    String line() {
        return String.format(
                Locale.ROOT,
                "take %s %s %s %d %d %d %d %s %d %d",
                agent,
                caller,
                lock,
                weight,
                capacity,
                longestWait.toMillis(),
                hold.toMillis(),
                manner,
                keep.toMillis(),
                cohort.toMillis());
    }

    private static Duration millis(String[] words, int place) {
        return Duration.ofMillis(words.length > place ? Long.parseLong(words[place]) : 0);
    }

    boolean is(String kind) {
        return manner.startsWith(kind);
    }

    Duration mannerTime() {
        return Duration.ofMillis(Long.parseLong(manner.substring(manner.indexOf(':') + 1)));
    }

    LockRequest request(String note) {
        LockRequest request = kind().withNote(note).withLongestWait(longestWait);
        if (!keep.isZero()) {
            request = request.withKeep(keep).withCohort(cohort);
        }
        if (is("longest:")) {
            return request.withLongestHold(mannerTime());
        }
        return is("shortest:") ? request.withShortestHold(mannerTime()) : request;
    }

    private LockRequest kind() {
        if (capacity == Kind.READ_WRITE) {
            return weight == 1 ? LockRequest.reading(lock) : LockRequest.writing(lock);
        }
        return capacity == 1 ? LockRequest.of(lock) : LockRequest.permits(lock, weight, capacity);
    }
}

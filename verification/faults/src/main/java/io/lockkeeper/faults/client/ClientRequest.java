package io.lockkeeper.faults.client;

import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.Locale;

/**
 * What a client is to ask for.
 *
 * @param call names the call in the history and in the stored owner's note
 * @param lock the lease of one whose name begins with {@code kept} is kept, and handed on
 * @param capacity 1 for an exclusive lock, {@link #READ_WRITE} for one to read and write, else a semaphore's
 * @param longestWait zero for a try
 */
public record ClientRequest(String call, String lock, int weight, int capacity, Duration ttl, Duration longestWait) {

    private static final Duration KEEP = Duration.ofSeconds(5);
    private static final Duration COHORT = Duration.ofMillis(50);

    /** What a writer weighs, and how much fits. */
    public static final int READ_WRITE = 1 << 30;

    static ClientRequest of(String[] words) {
        return new ClientRequest(
                words[1],
                words[2],
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Duration.ofMillis(Long.parseLong(words[5])),
                Duration.ofMillis(Long.parseLong(words[6])));
    }

    String order() {
        return String.format(
                Locale.ROOT,
                "acquire %s %s %d %d %d %d",
                call,
                lock,
                weight,
                capacity,
                ttl.toMillis(),
                longestWait.toMillis());
    }

    LockRequest request() {
        return kind().withTtl(ttl).withLongestWait(longestWait).withNote(call);
    }

    private LockRequest kind() {
        return switch (capacity) {
            case 1 ->
                lock.startsWith("kept") ? LockRequest.of(lock).withKeep(KEEP).withCohort(COHORT) : LockRequest.of(lock);
            case READ_WRITE -> weight == 1 ? LockRequest.reading(lock) : LockRequest.writing(lock);
            default -> LockRequest.permits(lock, weight, capacity);
        };
    }
}

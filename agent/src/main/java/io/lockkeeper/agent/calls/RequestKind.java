package io.lockkeeper.agent.calls;

import io.lockkeeper.model.Request;
import java.util.Locale;

/**
 * The kind of lock that a request takes: how much of which capacity. All who use a lock must use it as one kind.
 *
 * @param weight how much of the capacity the lease takes
 * @param capacity how much there is
 */
public record RequestKind(int weight, int capacity) {

    /** The capacity of a read-write lock: a reader weighs 1, a writer all of it. Also the most permits of a semaphore. */
    public static final int READ_WRITE = 1 << 30;

    public static final RequestKind EXCLUSIVE = new RequestKind(Request.EXCLUSIVE, Request.EXCLUSIVE);
    public static final RequestKind READING = new RequestKind(1, READ_WRITE);
    public static final RequestKind WRITING = new RequestKind(READ_WRITE, READ_WRITE);

    public RequestKind {
        if (capacity < 1 || capacity > READ_WRITE) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "Capacity %d is out of bounds: 1 to %d", capacity, READ_WRITE));
        }
        if (weight < 1 || weight > capacity) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%d of %d permits can never be granted: 1 to the capacity", weight, capacity));
        }
    }

    /** The kind of lock that has this capacity, for people. */
    public static String words(int capacity) {
        return switch (capacity) {
            case Request.EXCLUSIVE -> "an exclusive lock";
            case READ_WRITE -> "a read-write lock";
            default -> "a semaphore of " + capacity + " permits";
        };
    }

    /** Whether it takes permits of a semaphore. */
    public boolean isOfPermits() {
        return capacity > 1 && capacity < READ_WRITE;
    }

    public boolean isWriting() {
        return equals(WRITING);
    }
}

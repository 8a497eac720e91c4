package io.lockkeeper.model;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What one acquirer asks of a lock.
 *
 * @param acquirer the unique id of this request
 * @param weight how much of the capacity it takes: 1 to {@code capacity}
 * @param capacity the capacity that the caller expects the lock to have
 * @param ttl how long a touch keeps the lease once it is granted
 * @param owner who asks
 * @param keep whether the agent would grant the lease again after its release; null if not
 */
public record Request(
        String acquirer,
        int weight,
        int capacity,
        Duration ttl,
        Owner owner,
        @Nullable Keep keep) {

    /** The capacity of an exclusive lock. */
    public static final int EXCLUSIVE = 1;

    /**
     * Checks that the request can ever be granted; otherwise it would block its lock forever.
     *
     * @throws IllegalArgumentException if the weight is not from 1 to the capacity, or the ttl under 1 ms
     */
    public Request {
        if (weight < 1 || weight > capacity) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "Weight %d does not fit: it must be from 1 to the lock's capacity, %d",
                    weight,
                    capacity));
        }
        if (ttl.toMillis() < 1) {
            throw new IllegalArgumentException("Ttl %s is too short: at least 1 ms".formatted(ttl));
        }
    }

    /** A request whose lease is not kept. */
    public Request(String acquirer, int weight, int capacity, Duration ttl, Owner owner) {
        this(acquirer, weight, capacity, ttl, owner, null);
    }

    public static Request exclusive(String acquirer, Duration ttl, Owner owner) {
        return new Request(acquirer, EXCLUSIVE, EXCLUSIVE, ttl, owner);
    }

    /** The same request for another owner. */
    public Request of(Owner asking) {
        return new Request(acquirer, weight, capacity, ttl, asking, keep);
    }
}

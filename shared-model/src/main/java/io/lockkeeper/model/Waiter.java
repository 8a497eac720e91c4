package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that queues in the lock's document. All instants are the server's.
 *
 * @param acquirer the request's id, which becomes the lease's when it is granted
 * @param weight how much of the lock's capacity it asks for
 * @param ttl the lease's ttl once it is granted
 * @param since when it joined the queue
 * @param updatedAt when it was touched last
 * @param expiresAt when it leaves the queue unless it is touched again
 * @param stamp the call that touched it last
 * @param owner who asks
 * @param behind how many of its agent stand behind it outside the document, as of its last touch; of an agent's waiters one says it
 * @param keep that its agent would grant the lease again; null if not
 * @param recalls of a request that would not wait, the kept lease that it waits for nevertheless: it leaves with that; else null
 */
public record Waiter(
        String acquirer,
        int weight,
        Duration ttl,
        Instant since,
        Instant updatedAt,
        Instant expiresAt,
        String stamp,
        Owner owner,
        int behind,
        @Nullable Keep keep,
        @Nullable String recalls) {

    /** How long it stays queued after its last touch, unless its ttl is shorter. */
    public static final Duration TTL = Duration.ofSeconds(30);

    /** A waiter for a lease that is not kept. */
    public Waiter(
            String acquirer,
            int weight,
            Duration ttl,
            Instant since,
            Instant updatedAt,
            Instant expiresAt,
            String stamp,
            Owner owner,
            int behind) {
        this(acquirer, weight, ttl, since, updatedAt, expiresAt, stamp, owner, behind, null, null);
    }
}

package io.lockkeeper.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last lease that ended on a lock.
 *
 * @param at when it ended, by the server's clock
 * @param acquirer the lease's id
 * @param token the lease's token
 * @param owner who had it
 * @param stamp the call that ended it or, where it expired, the one that touched it last
 * @param evicted the mark of an eviction, or null
 */
public record Released(
        Instant at,
        String acquirer,
        long token,
        Owner owner,
        String stamp,
        @Nullable Eviction evicted) {}

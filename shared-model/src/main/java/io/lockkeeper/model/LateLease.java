package io.lockkeeper.model;

import org.jspecify.annotations.Nullable;

/**
 * A lease that its holder has lost.
 *
 * @param owner who held it
 * @param eviction that an operator evicted it; null where its agent does not know, or where it ended otherwise
 */
public record LateLease(
        String lock,
        String acquirer,
        long token,
        Owner owner,
        @Nullable Eviction eviction) {}

package io.lockkeeper.console.ground.components;

import io.lockkeeper.console.ground.scope.LockScope;

/**
 * The counts in the navigation.
 *
 * @param scope whose locks they are
 * @param held how many locks are held
 * @param waiting how many requests wait
 */
public record LockCounts(LockScope scope, int held, int waiting) {

    public LockCounts with(LockCounts other) {
        return new LockCounts(scope, held + other.held, waiting + other.waiting);
    }
}

package io.lockkeeper.console.source;

import io.lockkeeper.console.scope.LockScope;
import org.jspecify.annotations.Nullable;

/**
 * A lock by its name, and where it is.
 *
 * @param source the id of its source; null for the console's first collection
 * @param name the lock's name
 */
public record PlacedLock(@Nullable String source, String name) {

    /** One in the console's first collection. */
    public static PlacedLock first(String name) {
        return new PlacedLock(null, name);
    }

    /** Whether it is within the scope. */
    public boolean isWithin(LockScope scope) {
        return source == null ? scope.sees(name) : scope.seesSource(source);
    }
}

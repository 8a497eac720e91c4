package io.lockkeeper.console.ground.scope;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a lock: its source, and its name there. The console's first collection is the source with the empty id.
 *
 * @param source the id of its source
 */
public record LockId(String source, String name) {

    /** The id of the console's first collection. */
    public static final String FIRST = "";

    /** A lock in the console's first collection. */
    public static LockId first(String name) {
        return new LockId(FIRST, name);
    }

    /** A lock as documents name it: without a source, it is in the first collection. */
    public static LockId stored(@Nullable String source, String name) {
        return new LockId(Objects.requireNonNullElse(source, FIRST), name);
    }

    /** The source as documents and the API name it: null for the first. */
    public @Nullable String storedSource() {
        return isFirst() ? null : source;
    }

    /** Whether it is in the console's first collection. */
    public boolean isFirst() {
        return source.equals(FIRST);
    }

    /** The collection as people find it; empty for the first, which needs no name. */
    public String collection() {
        return source.substring(0, Math.max(0, source.lastIndexOf('/')));
    }
}

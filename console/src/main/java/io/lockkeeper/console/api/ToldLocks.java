package io.lockkeeper.console.api;

import io.lockkeeper.console.findings.Finding;
import io.lockkeeper.console.findings.Kind;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which locks a listener has been told of, and in which state, so that only what differs is told: in passes over all locks, each from
 * {@link #begin} to {@link #end}. Its size is bounded by the number of locks. Used by one thread.
 */
final class ToldLocks {

    private final Map<String, Told> told = new HashMap<>();
    private int pass;

    /** That a lock is not there any more, or does not match any more. */
    record Gone(String name) {}

    private static final class Told {

        private @Nullable Object lock;
        private @Nullable Object state;
        private @Nullable Kind finding;
        private int pass;

        /** The very same object in the same state: a board makes a new one of each change. */
        @SuppressWarnings("ReferenceEquality")
        boolean isSame(Object other, Object now, @Nullable Kind found) {
            return lock == other && now.equals(state) && finding == found;
        }
    }

    int size() {
        return told.size();
    }

    void begin() {
        pass++;
    }

    /** Tells of the lock, if it differs from what was told; of several with one name, of the first in a pass. */
    void lock(String name, Object lock, Object state, @Nullable Finding worst, Supplier<Object> line, EventWriter out)
            throws IOException {
        Told of = told.computeIfAbsent(name, it -> new Told());
        if (of.pass == pass) {
            return;
        }
        of.pass = pass;
        Kind kind = worst == null ? null : worst.kind();
        if (!of.isSame(lock, state, kind)) {
            of.lock = lock;
            of.state = state;
            of.finding = kind;
            out.event("lock", line.get());
        }
    }

    /** Tells of those as gone that were not in the pass. */
    void end(EventWriter out) throws IOException {
        for (Iterator<Map.Entry<String, Told>> each = told.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, Told> entry = each.next();
            if (entry.getValue().pass != pass) {
                each.remove();
                out.event("gone", new Gone(entry.getKey()));
            }
        }
    }
}

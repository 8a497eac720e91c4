package io.lockkeeper.console.api;

import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.LockState;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The locks that one listener has received, and their states, so that only differences are sent. A pass over all locks runs from
 * {@link #begin} to {@link #end}. The size is bounded by the number of locks. Used by one thread.
 */
final class ToldLocks {

    private final Map<String, Told> told = new HashMap<>();
    private int pass;

    /** A lock that is gone, or no longer matches. */
    record Gone(String name) {}

    private static final class Told {

        private @Nullable Lock lock;
        private @Nullable LockState state;
        private @Nullable Kind finding;
        private int pass;

        /** Compares by identity, because a board makes a new object for each change. */
        @SuppressWarnings("ReferenceEquality")
        boolean isSame(Lock other, LockState now, @Nullable Kind found) {
            return lock == other && now == state && finding == found;
        }
    }

    int size() {
        return told.size();
    }

    void begin() {
        pass++;
    }

    /** Sends the lock if it differs from what was sent before. If several share a name, the first in a pass counts. */
    void lock(Lock lock, LockState state, @Nullable Finding worst, Supplier<LockLine> line, EventWriter out)
            throws IOException {
        Told of = told.computeIfAbsent(lock.name(), it -> new Told());
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

    /** Sends that the locks that were not in the pass are gone. */
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

package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.model.Pause;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * From when the first wait for a lock counts: a wait under a pause is nobody's fault, so after one it counts anew. A pause that an
 * operator ended leaves no trace in the document, hence its end is remembered while requests wait. Used by one thread.
 */
final class PausedWaits {

    private final Map<String, Instant> ended = new HashMap<>();
    private final Set<String> paused = new HashSet<>();

    /** Since when the first waiter of a lock that is waited for has waited, or since its pause ended; {@code now} while it is paused. */
    Instant countsFrom(LockView lock, Instant now) {
        Instant since = lock.queue().getFirst().since();
        Pause pause = lock.lock() == null ? null : lock.lock().paused();
        if (pause != null) {
            ended.put(lock.name(), pause.until().isBefore(now) ? pause.until() : now);
        }
        Instant end = ended.get(lock.name());
        if (end == null || !end.isAfter(since)) {
            return since;
        }
        paused.add(lock.name());
        return end;
    }

    /** Ends a pass: of locks that nobody waits for any more, or only requests that came after the pause, it is forgotten. */
    void endPass() {
        ended.keySet().retainAll(paused);
        paused.clear();
    }
}

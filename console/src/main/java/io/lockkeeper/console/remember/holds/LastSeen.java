package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.scope.LockId;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was seen last of locks: requests that were granted a lease, or how holds were left. Thread-safe. */
final class LastSeen {

    private static final int MOST = 20_000;

    private final Map<Seen, Boolean> last = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Seen, Boolean> eldest) {
            return size() > MOST;
        }
    };

    private record Seen(LockId lock, String what) {}

    synchronized void add(LockId lock, String what) {
        last.put(new Seen(lock, what), true);
    }

    synchronized boolean has(LockId lock, String what) {
        return last.containsKey(new Seen(lock, what));
    }
}

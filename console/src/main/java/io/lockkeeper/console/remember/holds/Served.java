package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.scope.LockId;
import java.util.LinkedHashMap;
import java.util.Map;

/** The requests that were granted a lease last, so that none of them is recorded as one that left without. Thread-safe. */
final class Served {

    private static final int MOST = 20_000;

    private final Map<Request, Boolean> last = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Request, Boolean> eldest) {
            return size() > MOST;
        }
    };

    private record Request(LockId lock, String acquirer) {}

    synchronized void add(LockId lock, String acquirer) {
        last.put(new Request(lock, acquirer), true);
    }

    synchronized boolean has(LockId lock, String acquirer) {
        return last.containsKey(new Request(lock, acquirer));
    }
}

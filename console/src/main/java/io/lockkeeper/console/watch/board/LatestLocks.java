package io.lockkeeper.console.watch.board;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The locks that changed last, within bounds of number and heap; the oldest gives way. Not thread-safe. */
final class LatestLocks {

    private final Map<String, LockView> locks = new LinkedHashMap<>();
    private final int most;
    private final long mostBytes;
    private long bytes;

    LatestLocks(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    Optional<LockView> find(String name) {
        return Optional.ofNullable(locks.get(name));
    }

    void put(LockView lock) {
        remove(lock.name());
        locks.put(lock.name(), lock);
        bytes += BoardRoom.cost(lock);
        Iterator<LockView> oldest = locks.values().iterator();
        while (locks.size() > most || (bytes > mostBytes && locks.size() > 1)) {
            bytes -= BoardRoom.cost(oldest.next());
            oldest.remove();
        }
    }

    void remove(String name) {
        @Nullable LockView old = locks.remove(name);
        bytes -= old == null ? 0 : BoardRoom.cost(old);
    }

    void clear() {
        locks.clear();
        bytes = 0;
    }

    /** The oldest first. */
    List<LockView> all() {
        return new ArrayList<>(locks.values());
    }
}

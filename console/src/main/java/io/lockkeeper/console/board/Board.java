package io.lockkeeper.console.board;

import io.lockkeeper.model.Holder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Every lock that is held, waited for or damaged, and the {@value #FREE_KEPT} that became free last; also as many of the
 * documents that other programs keep beside the locks. Thread-safe.
 */
@Component
public class Board {

    /** How many free locks are kept, and of other programs' documents: there may be millions, one for each order of the day. */
    public static final int FREE_KEPT = 1_000;

    /** Past so many changed names, the next call returns all locks anew: perhaps nobody calls, and the names would pile up. */
    private static final int CHANGES_KEPT = 10_000;

    private final Map<String, LockView> live = new HashMap<>();
    private final Map<String, LockView> free = new LinkedHashMap<>();
    private final Map<String, LockView> foreign = new LinkedHashMap<>();
    private final Map<String, Set<String>> namesByAgent = new HashMap<>();
    private final List<Consumer<LockView>> listeners = new CopyOnWriteArrayList<>();
    private Set<String> touched = new HashSet<>();
    private boolean allTouched = true;
    private long version;

    public synchronized Optional<LockView> find(String name) {
        return Optional.ofNullable(live.get(name))
                .or(() -> Optional.ofNullable(free.get(name)))
                .or(() -> Optional.ofNullable(foreign.get(name)));
    }

    /** The locks that an agent holds, by name. */
    public synchronized List<LockView> heldBy(String agent) {
        return namesByAgent.getOrDefault(agent, Set.of()).stream()
                .sorted()
                .map(live::get)
                .filter(lock -> lock != null)
                .toList();
    }

    synchronized void replaceAll(Collection<LockView> locks) {
        live.clear();
        free.clear();
        foreign.clear();
        namesByAgent.clear();
        allTouched = true;
        locks.forEach(this::putQuietly);
        changed();
    }

    /** Calls the listener with every change, in order, on the thread that makes it. The listener must be quick. */
    public void onChange(Consumer<LockView> listener) {
        listeners.add(listener);
    }

    void put(LockView lock) {
        putQuietly(lock);
        listeners.forEach(listener -> listener.accept(lock));
    }

    private synchronized void putQuietly(LockView lock) {
        if (lock.named()) {
            forget(lock.name());
        }
        if (lock.foreign()) {
            keep(lock, foreign);
        } else {
            keepLock(lock);
        }
        changed();
    }

    /** Something of the name was deleted: a lock, or what another program keeps under an id that is no name. */
    synchronized void remove(String name, boolean isName) {
        foreign.remove(name);
        if (isName) {
            forget(name);
        }
        changed();
    }

    /** Grows with every change. */
    synchronized long version() {
        return version;
    }

    /** Waits until the board differs from version {@code known}, at most {@code millis}. */
    synchronized void awaitChange(long known, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (version == known && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
    }

    /** What changed since the previous call. Has a single caller. */
    synchronized LiveChanges takeChanges() {
        LiveChanges changes = allTouched
                ? new LiveChanges(true, Set.of(), live())
                : new LiveChanges(
                        false,
                        touched,
                        touched.stream()
                                .map(live::get)
                                .filter(lock -> lock != null)
                                .toList());
        touched = new HashSet<>();
        allTouched = false;
        return changes;
    }

    /** All live locks, in no particular order. */
    public synchronized List<LockView> live() {
        return new ArrayList<>(live.values());
    }

    /** How many are live. */
    public synchronized int size() {
        return live.size();
    }

    /** The latest first. */
    synchronized List<LockView> free() {
        return new ArrayList<>(free.values()).reversed();
    }

    /** What other programs keep, but not where a lock has the same name. */
    synchronized List<LockView> foreign() {
        return foreign.values().stream()
                .filter(other -> !live.containsKey(other.name()) && !free.containsKey(other.name()))
                .toList();
    }

    private void changed() {
        version++;
        notifyAll();
    }

    private void touch(String name) {
        allTouched |= touched.size() >= CHANGES_KEPT;
        if (allTouched) {
            touched.clear();
        } else {
            touched.add(name);
        }
    }

    private void forget(String name) {
        free.remove(name);
        LockView old = live.remove(name);
        if (old != null) {
            touch(name);
            agents(old).forEach(agent -> forget(agent, name));
        }
    }

    private void forget(String agent, String name) {
        namesByAgent.computeIfPresent(agent, (it, names) -> without(names, name));
    }

    private static @Nullable Set<String> without(Set<String> names, String name) {
        names.remove(name);
        return names.isEmpty() ? null : names;
    }

    private void keepLock(LockView lock) {
        foreign.remove(lock.name());
        if (lock.isFree()) {
            keep(lock, free);
            return;
        }
        live.put(lock.name(), lock);
        touch(lock.name());
        agents(lock)
                .forEach(agent -> namesByAgent
                        .computeIfAbsent(agent, it -> new HashSet<>(2))
                        .add(lock.name()));
    }

    private static void keep(LockView lock, Map<String, LockView> some) {
        some.remove(lock.name());
        some.put(lock.name(), lock);
        if (some.size() > FREE_KEPT) {
            some.remove(some.keySet().iterator().next());
        }
    }

    private static List<String> agents(LockView lock) {
        return lock.holders().stream()
                .map(Holder::owner)
                .map(owner -> owner.agent())
                .distinct()
                .toList();
    }
}

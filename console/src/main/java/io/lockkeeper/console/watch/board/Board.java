package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.model.Holder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Every lock that is held, waited for or damaged, within the {@link BoardRoom}, and the {@value #FREE_KEPT} that became free last; also as many of the
 * documents that other programs keep beside the locks. Thread-safe.
 */
@Component
public class Board {

    /** How many free locks are kept, and of other programs' documents: there may be millions, one for each order of the day. */
    public static final int FREE_KEPT = 1_000;

    /** Past so many changed names, the next call returns all locks anew: perhaps nobody calls, and the names would pile up. */
    private static final int CHANGES_KEPT = 10_000;

    private final Map<String, LockView> live = new HashMap<>();
    private final LatestLocks free = new LatestLocks(FREE_KEPT, BoardRoom.MOST / 16);
    private final LatestLocks foreign = new LatestLocks(FREE_KEPT, BoardRoom.MOST / 16);
    /** Read without the monitor: one agent may hold most of the locks. */
    private final Map<String, Map<String, LockView>> byAgent = new ConcurrentHashMap<>();

    private final List<Consumer<LockView>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<Collection<LockView>>> readers = new CopyOnWriteArrayList<>();
    private Set<String> touched = new HashSet<>();
    private boolean allTouched = true;
    private long version;
    private final BoardRoom room;

    public Board() {
        this(BoardRoom.MOST);
    }

    /** @param most how many bytes of heap the live locks may take */
    Board(long most) {
        room = new BoardRoom(most);
    }

    public synchronized Optional<LockView> find(String name) {
        return Optional.ofNullable(live.get(name)).or(() -> free.find(name)).or(() -> foreign.find(name));
    }

    /** The locks that an agent holds, in no particular order. Does not keep others from changing them. */
    public List<LockView> heldBy(String agent) {
        return List.copyOf(byAgent.getOrDefault(agent, Map.of()).values());
    }

    void replaceAll(Collection<LockView> locks) {
        replaceAllQuietly(locks);
        readers.forEach(each -> Resilient.run("board's reader", () -> each.accept(locks), cause -> {}));
    }

    /** Takes over what another board has, as a reading put it there. */
    public void replaceBy(Board read) {
        List<LockView> all = new ArrayList<>(read.free().reversed());
        all.addAll(read.foreign());
        all.addAll(read.live());
        replaceAll(all);
    }

    private synchronized void replaceAllQuietly(Collection<LockView> locks) {
        live.clear();
        room.clear();
        free.clear();
        foreign.clear();
        byAgent.clear();
        allTouched = true;
        locks.forEach(this::putQuietly);
        changed();
    }

    /**
     * Calls the listener with every change, in order, on the thread that makes it; with a lock that is free, where its document was
     * deleted. The listener must be quick.
     */
    public void onChange(Consumer<LockView> listener) {
        listeners.add(listener);
    }

    /** Calls the listener with all locks when they were read anew, on the thread that did: what changed meanwhile is unknown. */
    public void onReadAnew(Consumer<Collection<LockView>> listener) {
        readers.add(listener);
    }

    /** A lock's document, or what another program keeps among them, as it is now. */
    public void put(BsonDocument document) {
        put(LockView.of(document));
    }

    /** The document with this key was deleted. */
    public void remove(BsonDocument key) {
        remove(DocumentReading.nameOf(key), key.isString("_id"));
    }

    void put(LockView lock) {
        putQuietly(lock);
        tell(lock);
    }

    private synchronized void putQuietly(LockView lock) {
        if (lock.named()) {
            forget(lock.name(), lock);
        }
        if (lock.foreign()) {
            foreign.put(lock);
        } else {
            keepLock(lock);
        }
        changed();
    }

    /** Something of the name was deleted: a lock, or what another program keeps under an id that is no name. */
    void remove(String name, boolean isName) {
        removeQuietly(name, isName);
        if (isName) {
            tell(LockView.gone(name));
        }
    }

    /** A listener that fails at one lock hears of the next. */
    private void tell(LockView lock) {
        listeners.forEach(each -> Resilient.run("board's listener", () -> each.accept(lock), cause -> {}));
    }

    private synchronized void removeQuietly(String name, boolean isName) {
        foreign.remove(name);
        if (isName) {
            forget(name, LockView.gone(name));
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
    public synchronized List<LockView> free() {
        return free.all().reversed();
    }

    /** What other programs keep, but not where a lock has the same name. */
    public synchronized List<LockView> foreign() {
        return foreign.all().stream()
                .filter(other -> !live.containsKey(other.name())
                        && free.find(other.name()).isEmpty())
                .toList();
    }

    /** Whether some locks are in use and not kept, or only their names, because all together take too much of the heap. */
    public synchronized boolean isIncomplete() {
        return room.isIncomplete();
    }

    /** Whether a new reading of the collection would bring locks that did not fit before. */
    public synchronized boolean hasRoomAgain() {
        return room.isFreeAgain();
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

    /** @param next what takes its place: what an agent holds before and after is never missing between */
    private void forget(String name, LockView next) {
        free.remove(name);
        LockView old = live.remove(name);
        if (old != null) {
            room.free(old);
            touch(name);
            List<String> remaining = agents(next);
            agents(old).stream().filter(agent -> !remaining.contains(agent)).forEach(agent -> forget(agent, name));
        }
    }

    private void forget(String agent, String name) {
        byAgent.computeIfPresent(agent, (it, locks) -> without(locks, name));
    }

    private static @Nullable Map<String, LockView> without(Map<String, LockView> locks, String name) {
        locks.remove(name);
        return locks.isEmpty() ? null : locks;
    }

    private void keepLock(LockView lock) {
        foreign.remove(lock.name());
        if (lock.isFree()) {
            free.put(lock);
            return;
        }
        LockView fitted = room.fit(lock);
        if (fitted != null) {
            keepLive(fitted);
        }
    }

    private void keepLive(LockView lock) {
        live.put(lock.name(), lock);
        room.take(lock);
        touch(lock.name());
        agents(lock)
                .forEach(agent -> byAgent.computeIfAbsent(agent, it -> new ConcurrentHashMap<>(2))
                        .put(lock.name(), lock));
    }

    private static List<String> agents(LockView lock) {
        return lock.holders().stream()
                .map(Holder::owner)
                .map(owner -> owner.agent())
                .distinct()
                .toList();
    }
}

package io.lockkeeper.testing;

import com.mongodb.MongoTimeoutException;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.Touched;
import io.lockkeeper.agent.store.Use;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Locks in memory, as agents use them: each changes as a document in MongoDB does, by {@link LockModel}. */
final class MemoryStore implements LockStore {

    private final TestClock clock;
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, LockModel> locks = new HashMap<>();
    private final List<MemoryWakes> listening = new CopyOnWriteArrayList<>();
    private volatile boolean out;

    MemoryStore(TestClock clock) {
        this.clock = clock;
    }

    /** Makes the store unreachable, or reachable again. */
    void out(boolean out) {
        this.out = out;
    }

    void clear() {
        guarded(() -> {
            locks.clear();
            return locks;
        });
    }

    List<LockDocument> documents() {
        return guarded(() -> locks.values().stream()
                .flatMap(lock -> lock.document().stream())
                .toList());
    }

    /** Changes the lock, notifies the agents that it concerns, and returns what it left. */
    Optional<Snapshot> change(String name, String stamp, BiConsumer<LockModel, LockModel.Call> change) {
        return guarded(() -> {
            LockModel lock = locks.computeIfAbsent(name, LockModel::new);
            Optional<String> before = wake(lock);
            change.accept(lock, new LockModel.Call(clock.now(), stamp));
            wake(lock)
                    .filter(wake -> !before.equals(Optional.of(wake)))
                    .ifPresent(wake -> listening.forEach(each -> each.hear(wake)));
            return snapshot(lock);
        });
    }

    @Override
    public Reply apply(Ask ask, String stamp, Duration timeout) {
        return out
                ? new Reply.Unknown(outage())
                : new Reply.Answered(change(ask.lock().value(), stamp, (lock, call) -> lock.apply(ask, call)), true);
    }

    @Override
    public Touched touchAll(Collection<Beat> beats, String stamp, Duration timeout) {
        requireReachable();
        Map<String, List<Beat>> byLock =
                beats.stream().collect(Collectors.groupingBy(beat -> beat.lock().value()));
        byLock.forEach((name, each) -> change(name, stamp, (lock, call) -> lock.touchAll(each, call)));
        return new Touched(Optional.empty(), read(beats.stream().map(Beat::lock).toList(), timeout));
    }

    @Override
    public void endAll(Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
        requireReachable();
        removes.forEach(remove -> change(remove.lock().value(), stamp, (lock, call) -> lock.apply(remove, call)));
        lingers.forEach(linger -> change(linger.lock().value(), stamp, (lock, call) -> lock.apply(linger, call)));
    }

    @Override
    public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
        requireReachable();
        return guarded(() -> names.stream()
                .distinct()
                .map(name -> locks.get(name.value()))
                .filter(Objects::nonNull)
                .flatMap(lock -> snapshot(lock).stream())
                .collect(Collectors.toMap(snapshot -> snapshot.lock().name(), snapshot -> snapshot)));
    }

    @Override
    public List<Use> uses(Collection<LockName> names, Duration timeout) {
        return read(names, timeout).values().stream().map(Uses::of).toList();
    }

    @Override
    public void confirm(Duration timeout) {
        requireReachable();
    }

    @Override
    public Wakes wakes(String agent) {
        requireReachable();
        MemoryWakes wakes = new MemoryWakes(agent, this::requireReachable, listening::remove);
        listening.add(wakes);
        return wakes;
    }

    private Optional<Snapshot> snapshot(LockModel lock) {
        return lock.document().map(document -> new Snapshot(document, clock.now()));
    }

    private static Optional<String> wake(LockModel lock) {
        return lock.document().flatMap(document -> Optional.ofNullable(document.wake()));
    }

    private void requireReachable() {
        if (out) {
            throw outage();
        }
    }

    private static MongoTimeoutException outage() {
        return new MongoTimeoutException("The test has disconnected its agents");
    }

    private <T> T guarded(Supplier<T> action) {
        guard.lock();
        try {
            return action.get();
        } finally {
            guard.unlock();
        }
    }
}

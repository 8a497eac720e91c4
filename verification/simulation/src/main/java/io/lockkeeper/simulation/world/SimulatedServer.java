package io.lockkeeper.simulation.world;

import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.model.memory.LockModel;
import io.lockkeeper.simulation.machine.Scheduler;
import io.lockkeeper.simulation.shared.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A replica set: the locks as its majority has them, by the clock of the member that is primary now; and what a primary that was cut off
 * still shows to those who have not noticed.
 */
public final class SimulatedServer {

    private static final Instant START = Instant.parse("2026-11-22T12:00:00Z");
    /** A lock that was unused for so long may be purged; on a real server it is a day. */
    private static final Duration UNUSED = Duration.ofSeconds(5);

    private final Scheduler scheduler;
    private final Map<String, LockModel> locks = new LinkedHashMap<>();
    private final List<SimulatedWakes> streams = new ArrayList<>();
    private final List<SimulatedHints> readers = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final Map<String, Optional<LockDocument>> before = new HashMap<>();
    private final List<Taken> taken = new ArrayList<>();
    private final List<String> cutOff = new ArrayList<>();
    private long streamsFrom;
    private long hintsFrom;
    private long clockMillis;

    public SimulatedServer(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** A lock as one change left it, when the primary's clock showed that time. */
    public record Change(long at, Instant time, String lock, Optional<LockDocument> document) {}

    private record Taken(Step step, String lock, LockModel.Call call, Optional<LockDocument> left) {

        Exchange exchange() {
            return new Exchange(call.now(), lock, step.command(lock, call.stamp()), left.map(LockMapper::toBson));
        }
    }

    /** What a majority had when a primary was cut off. */
    record Past(Map<String, LockDocument> locks, long clockMillis) {}

    /** Another member is primary, whose clock is off by so much. */
    public void elect(long offMillis) {
        clockMillis = offMillis;
        readers.forEach(SimulatedHints::deafen);
    }

    Instant now() {
        return now(clockMillis);
    }

    /** What its clock shows. */
    public Instant time() {
        return now();
    }

    Instant now(long offMillis) {
        return START.plusMillis(scheduler.now() / 1_000_000 + offMillis);
    }

    Past past() {
        Map<String, LockDocument> documents = new HashMap<>();
        locks.values().forEach(lock -> lock.document().ifPresent(each -> documents.put(each.name(), each)));
        return new Past(documents, clockMillis);
    }

    void cutOff(String agent) {
        cutOff.add(agent);
    }

    /** Whose batches an interrupt cut off. */
    public List<String> cutOff() {
        return cutOff;
    }

    public List<Change> changes() {
        return changes;
    }

    /** Whether only that call has stood in the lock's queue at that time or since. */
    public boolean hasQueuedNobodyBut(String call, String lock, long since) {
        boolean nobody = true;
        for (Change change : changes) {
            if (change.lock().equals(lock)) {
                boolean alone = change.document().stream()
                        .flatMap(each -> each.queue().stream())
                        .allMatch(waiter -> waiter.owner().note().equals(call));
                nobody = alone && (nobody || change.at() < since);
            }
        }
        return nobody;
    }

    /** Changes the lock at a time that was looked up before. */
    Optional<Snapshot> change(String name, Instant sampled, String stamp, Step step) {
        LockModel lock = take(name, sampled, stamp, step);
        return lock.document().map(document -> new Snapshot(document, now()));
    }

    private LockModel take(String name, Instant sampled, String stamp, Step step) {
        LockModel lock = locks.computeIfAbsent(name, LockModel::new);
        LockModel.Call call = new LockModel.Call(sampled, stamp);
        step.on(lock, call);
        taken.add(new Taken(step, name, call, lock.document()));
        commit(name, lock);
        return lock;
    }

    /** All that it was asked, in the order of time. */
    public List<Exchange> exchanges() {
        return taken.stream().map(Taken::exchange).toList();
    }

    private void commit(String name, LockModel lock) {
        Optional<LockDocument> after = lock.document();
        Optional<LockDocument> was = before.getOrDefault(name, Optional.empty());
        if (!after.equals(was)) {
            before.put(name, after);
            changes.add(new Change(scheduler.now(), now(), name, after));
            Optional<String> wake = wake(after);
            if (wake.isPresent() && !wake.equals(wake(was))) {
                List.copyOf(streams).forEach(each -> each.hear(wake.get()));
            }
        }
    }

    private static Optional<String> wake(Optional<LockDocument> document) {
        return document.flatMap(each -> Optional.ofNullable(each.wake()));
    }

    Optional<Snapshot> read(String name) {
        return document(name).map(document -> new Snapshot(document, now()));
    }

    public Optional<LockDocument> document(String name) {
        return Optional.ofNullable(locks.get(name)).flatMap(LockModel::document);
    }

    /** All locks that anybody has used. */
    public List<LockDocument> documents() {
        return locks.values().stream().flatMap(lock -> lock.document().stream()).toList();
    }

    /** An operator evicts the lease: now, where there is no quarantine. */
    public void evict(Holder seen, String lock, Optional<Duration> quarantine, String stamp) {
        Step step =
                quarantine.map(time -> Step.Operated.evicts(seen, time)).orElseGet(() -> Step.Operated.evictsNow(seen));
        operated(take(lock, now(), stamp, step), stamp);
    }

    /** As an operator's tool does. */
    private void operated(LockModel lock, String stamp) {
        for (HintPlace place : HintPlace.values()) {
            lock.document().ifPresent(left -> hint(place, Hint.of(left, stamp, owner -> owner.wakes() == place)));
        }
    }

    /** An operator takes the waiter out of the queue. */
    public void takeOut(String lock, String acquirer, String stamp) {
        operated(take(lock, now(), stamp, Step.Operated.takesOut(acquirer)), stamp);
    }

    /** Pauses the lock for so long, as an operator does. */
    public void suspend(String lock, Duration time) {
        Instant until = now().plus(time);
        String stamp = "pause-" + until.toEpochMilli();
        operated(take(lock, now(), stamp, Step.Operated.pauses(until)), stamp);
    }

    /** Whether the document was unused for long, and is gone. */
    public boolean purge(String name) {
        Optional<LockModel> unused = Optional.ofNullable(locks.get(name)).filter(this::isUnused);
        unused.ifPresent(lock -> take(name, now(), "", new Step.Purged()));
        return unused.isPresent();
    }

    private boolean isUnused(LockModel lock) {
        return lock.document()
                .filter(each -> each.expiresAt().plus(UNUSED).isBefore(now()))
                .isPresent();
    }

    void listen(SimulatedWakes stream) {
        streams.add(stream);
    }

    /** Since when the agent has heard of everything; nothing where its stream is not open. */
    public OptionalLong listensSince(String agent) {
        return streams.stream()
                .filter(stream -> stream.isOf(agent))
                .mapToLong(SimulatedWakes::openedAt)
                .max();
    }

    /** Since when the agent has read hints; nothing where it does not. */
    public OptionalLong readsSince(String agent) {
        return readers.stream()
                .filter(reader -> reader.isOf(agent))
                .mapToLong(SimulatedHints::openedAt)
                .max();
    }

    /** Whether the call was one of the first two in the lock's queue at that time. */
    public boolean wasNext(String lock, String call, long at) {
        List<Waiter> queue = List.of();
        for (Change change : changes) {
            if (change.lock().equals(lock) && change.at() <= at) {
                queue = change.document().map(LockDocument::queue).orElse(List.of());
            }
        }
        return queue.stream().limit(2).anyMatch(waiter -> waiter.owner().note().equals(call));
    }

    /** When the lease came into its lock's document. */
    public OptionalLong grantedAt(String lock, long token) {
        return changes.stream()
                .filter(change -> change.lock().equals(lock))
                .filter(change -> change.document().stream()
                        .flatMap(each -> each.holders().stream())
                        .anyMatch(holder -> holder.token() == token))
                .mapToLong(Change::at)
                .findFirst();
    }

    /** A grant of a call, and when it came into its lock's document. */
    public record Granted(long at, long token) {}

    /** The first grant of the call, unless an operator ended it. */
    public Optional<Granted> firstGrant(String lock, String call) {
        return changes.stream()
                .filter(change -> change.lock().equals(lock))
                .flatMap(change -> change.document().stream()
                        .flatMap(each -> each.holders().stream())
                        .filter(holder -> holder.owner().note().equals(call))
                        .map(holder -> new Granted(change.at(), holder.token())))
                .findFirst()
                .filter(first -> !wasEvicted(lock, first.token()));
    }

    private boolean wasEvicted(String lock, long token) {
        return changes.stream()
                .filter(change -> change.lock().equals(lock))
                .flatMap(change -> change.document().stream())
                .anyMatch(each ->
                        each.holders().stream().anyMatch(holder -> holder.token() == token && holder.evicted() != null)
                                || Optional.ofNullable(each.released())
                                        .filter(released -> released.token() == token)
                                        .filter(released -> released.evicted() != null)
                                        .isPresent());
    }

    boolean hasStreams() {
        return scheduler.now() >= streamsFrom;
    }

    void read(SimulatedHints reader) {
        readers.add(reader);
    }

    void leave(SimulatedHints reader) {
        readers.remove(reader);
    }

    /** Loses hints for so long, silently. */
    public void loseHints(Duration time) {
        hintsFrom = scheduler.now() + time.toNanos();
    }

    void hint(HintPlace to, List<Hint> hints) {
        if (scheduler.now() < hintsFrom) {
            missed(to, hints);
            return;
        }
        hints.forEach(hint -> readers(to, hint).forEach(reader -> reader.hear(hint.wake())));
    }

    /** These were not written, as far as their writer knows. */
    void missed(HintPlace to, List<Hint> hints) {
        hints.forEach(hint -> readers(to, hint).forEach(SimulatedHints::missed));
    }

    private List<SimulatedHints> readers(HintPlace to, Hint hint) {
        return readers.stream()
                .filter(reader -> reader.isIn(to) && reader.isOf(hint.to()))
                .toList();
    }

    void leave(SimulatedWakes stream) {
        streams.remove(stream);
    }

    /** Breaks all change streams, of which none can be opened for so long: what happens meanwhile is missed. */
    public void cutStreams(long nanos) {
        streamsFrom = scheduler.now() + nanos;
        List.copyOf(streams).forEach(SimulatedWakes::cut);
    }
}

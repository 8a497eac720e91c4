package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ThreadStack;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Locks that are held and waited for, made by hand. A thread is named {@code instance/thread}; an instance has one agent. */
final class Situation {

    static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);

    private final Map<String, Held> locks = new LinkedHashMap<>();
    private int requests;

    private static final class Held {
        private int capacity = 1;
        private final List<Holder> holders = new ArrayList<>();
        private final List<Waiter> queue = new ArrayList<>();
    }

    Situation capacity(String lock, int capacity) {
        lock(lock).capacity = capacity;
        return this;
    }

    Situation holds(String thread, String lock) {
        return holds(thread, lock, 1, Duration.ofSeconds(60), null, null);
    }

    Situation holds(String thread, String lock, int weight) {
        return holds(thread, lock, weight, Duration.ofSeconds(60), null, null);
    }

    Situation holdsSince(String thread, String lock, Duration since) {
        return holds(thread, lock, 1, since, null, null);
    }

    Situation evicted(String thread, String lock) {
        Eviction mark = new Eviction("ann", "hung", NOW.minusSeconds(3), NOW.plusSeconds(12));
        return holds(thread, lock, 1, Duration.ofSeconds(60), null, mark);
    }

    Situation heldByAnEndedThread(String thread, String lock) {
        return holds(thread, lock, 1, Duration.ofSeconds(60), new ThreadStack(NOW, "TERMINATED", List.of()), null);
    }

    private Situation holds(
            String thread,
            String lock,
            int weight,
            Duration since,
            @Nullable ThreadStack stack,
            @Nullable Eviction evicted) {
        Instant granted = NOW.minus(since);
        lock(lock)
                .holders
                .add(new Holder(
                        request(),
                        weight,
                        7,
                        TTL,
                        granted,
                        NOW,
                        NOW.plus(TTL),
                        "s",
                        owner(thread),
                        stack,
                        evicted,
                        null,
                        null));
        return this;
    }

    /** As if it had been released before its shortest hold was over. */
    Situation lingers(String thread, String lock) {
        Instant granted = NOW.minusSeconds(60);
        lock(lock)
                .holders
                .add(new Holder(
                        request(), 1, 7, Duration.ZERO, granted, NOW, NOW.plusSeconds(9), "s", owner(thread), null));
        return this;
    }

    /** As if its agent had not renewed it, and its time were over. */
    Situation ranOut(String thread, String lock) {
        Instant granted = NOW.minusSeconds(60);
        lock(lock)
                .holders
                .add(new Holder(request(), 1, 7, TTL, granted, granted, granted.plus(TTL), "s", owner(thread), null));
        return this;
    }

    Situation waits(String thread, String lock) {
        return waits(thread, lock, 1, 0);
    }

    Situation waits(String thread, String lock, int weight, int unlisted) {
        Instant since = NOW.minusSeconds(20).plusMillis(requests);
        lock(lock)
                .queue
                .add(new Waiter(request(), weight, TTL, since, NOW, NOW.plus(TTL), "s", owner(thread), unlisted));
        return this;
    }

    /** As if its agent had died. */
    Situation waitedOnce(String thread, String lock) {
        Instant since = NOW.minusSeconds(90);
        lock(lock).queue.add(new Waiter(request(), 1, TTL, since, since, since.plus(TTL), "s", owner(thread), 0));
        return this;
    }

    List<Lock> locks() {
        List<Lock> views = new ArrayList<>();
        locks.forEach((name, lock) -> views.add(Lock.of(
                new LockDocument(name, lock.capacity, 7, lock.holders, lock.queue, null, null, NOW.plus(TTL)))));
        return views;
    }

    Lock lockNamed(String name) {
        return locks().stream()
                .filter(lock -> lock.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    WaitPicture picture() {
        return WaitPicture.of(locks(), NOW);
    }

    private Held lock(String name) {
        return locks.computeIfAbsent(name, unused -> new Held());
    }

    private String request() {
        return String.format(Locale.ROOT, "r%05d", ++requests);
    }

    private static Owner owner(String thread) {
        String instance = thread.substring(0, thread.indexOf('/'));
        String name = thread.substring(thread.indexOf('/') + 1);
        return new Owner("agent-of-" + instance, "svc", instance, "host", 1, name, "");
    }
}

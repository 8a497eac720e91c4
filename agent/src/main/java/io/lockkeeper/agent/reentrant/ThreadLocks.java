package io.lockkeeper.agent.reentrant;

import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.UnaryOperator;

/**
 * The agent's locks as locks of the JDK: reentrant, and bound to the thread that locked. Threads of one process exclude each other as
 * threads of several do. Use it for code that is written for {@link Lock}; else a lease gives you more, and {@link Ownership} crosses
 * threads.
 *
 * <p>What differs from locks in memory: a lease can be lost. Then {@code unlock} throws a {@link LeaseLostException}, after it has
 * unlocked, and so does {@code lock} until the thread has unlocked as often as it had locked. All methods throw what
 * {@link LockAgent#acquire(LockRequest)} does. To lock for writing what the thread has locked for reading is an
 * {@link IllegalStateException}, also in {@code tryLock}. There are no conditions.
 *
 * <p>All views of one name that come from one {@code ThreadLocks} are the same lock, and equal if they are of one kind. A lock that is not
 * held uses no memory here. Safe for use by any number of threads.
 */
public final class ThreadLocks {

    private final LockAgent agent;
    private final Map<Thread, Held> threads = new ConcurrentHashMap<>();

    private ThreadLocks(LockAgent agent) {
        this.agent = agent;
    }

    /** The locks of this agent. Normally there is one of these an agent. */
    public static ThreadLocks of(LockAgent agent) {
        return new ThreadLocks(agent);
    }

    /** The exclusive lock of that name. */
    public Lock lock(String name) {
        return lock(LockRequest.of(name));
    }

    /** The lock that the request asks for; its longest wait is that of {@code lock} and {@code lockInterruptibly}. */
    public Lock lock(LockRequest request) {
        return new ThreadLock(this, request);
    }

    /** The read-write lock of that name. A writer may also read, and keeps reading if it unlocks the write lock first. */
    public ReadWriteLock readWriteLock(String name) {
        return readWriteLock(name, UnaryOperator.identity());
    }

    /** The read-write lock of that name, with requests that are changed before use: {@code as -> as.withTtl(…)}. */
    public ReadWriteLock readWriteLock(String name, UnaryOperator<LockRequest> as) {
        return new Views(lock(as.apply(LockRequest.reading(name))), lock(as.apply(LockRequest.writing(name))));
    }

    /**
     * The calling thread's innermost entry into that lock, if it is inside: for the fencing token, or for a listener of its loss. Leave by
     * {@link Lock#unlock}, not by the entry.
     */
    public Optional<OwnershipEntry> entry(String name) {
        return Optional.ofNullable(threads.get(Thread.currentThread()))
                .flatMap(held -> held.entries.stream()
                        .filter(entry -> entry.name().equals(name))
                        .findFirst());
    }

    boolean acquire(LockRequest request) throws InterruptedException {
        return enter(ownership -> Optional.of(ownership.acquire(request)));
    }

    boolean tryAcquire(LockRequest request) {
        return enter(ownership -> ownership.tryAcquire(request));
    }

    /** Takes the last entry that the calling thread made by such a request; the caller must leave it. */
    Optional<OwnershipEntry> takeEntry(LockRequest request) {
        Thread thread = Thread.currentThread();
        Optional<Held> held = Optional.ofNullable(threads.get(thread));
        Optional<OwnershipEntry> entry = held.flatMap(each -> each.find(request));
        held.ifPresent(each -> {
            entry.ifPresent(each.entries::remove);
            forgetIfEmpty(thread, each);
        });
        return entry;
    }

    /** The names of the threads that are inside. */
    List<String> inside(String name) {
        return inside().getOrDefault(name, List.of());
    }

    private <E extends Exception> boolean enter(Way<E> way) throws E {
        Thread thread = Thread.currentThread();
        Held held = threads.computeIfAbsent(thread, absent -> new Held(Ownership.of(agent, ""), new ArrayDeque<>()));
        try {
            Optional<OwnershipEntry> entry = way.enter(held.ownership);
            entry.ifPresent(held.entries::push);
            return entry.isPresent();
        } finally {
            forgetIfEmpty(thread, held);
        }
    }

    private void forgetIfEmpty(Thread thread, Held held) {
        if (held.entries.isEmpty()) {
            threads.remove(thread);
        }
    }

    private Map<String, List<String>> inside() {
        Map<String, List<String>> inside = new TreeMap<>();
        threads.values()
                .forEach(held -> held.ownership
                        .inside()
                        .forEach((name, by) -> inside.merge(name, by.subList(0, 1), ThreadLocks::joined)));
        return inside;
    }

    private static List<String> joined(List<String> some, List<String> more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    @Override
    public String toString() {
        return "ThreadLocks" + inside();
    }

    /** The entries of one thread, which only that thread touches. */
    private record Held(Ownership ownership, Deque<OwnershipEntry> entries) {
        Optional<OwnershipEntry> find(LockRequest request) {
            return entries.stream()
                    .filter(entry -> entry.name().equals(request.name().value()))
                    .filter(entry -> entry.request().isOfSameKindAs(request))
                    .findFirst();
        }
    }

    private record Views(Lock readLock, Lock writeLock) implements ReadWriteLock {}

    @FunctionalInterface
    private interface Way<E extends Exception> {
        Optional<OwnershipEntry> enter(Ownership ownership) throws E;
    }
}

package io.lockkeeper.faults.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Everything that happened, as it becomes known. Safe for use by any number of threads. */
public final class History {

    private final ReentrantLock guard = new ReentrantLock();
    private final Condition changed = guard.newCondition();
    private final List<Event> events = new ArrayList<>();
    private int forgotten;

    public void add(Event event) {
        guard.lock();
        try {
            events.add(event);
            changed.signalAll();
        } finally {
            guard.unlock();
        }
    }

    /** All that is known, in the order of time. */
    public List<Event> events() {
        guard.lock();
        try {
            return events.stream().sorted(Comparator.comparingLong(Event::at)).toList();
        } finally {
            guard.unlock();
        }
    }

    /** The first event of that kind of which that is true, waiting for it if need be; nothing once the time is over. */
    public <E extends Event> Optional<E> await(Class<E> kind, Predicate<E> wanted, Duration within)
            throws InterruptedException {
        long left = within.toNanos();
        int seen = 0;
        guard.lockInterruptibly();
        try {
            while (true) {
                Optional<E> found = find(seen, kind, wanted);
                if (found.isPresent() || left <= 0) {
                    return found;
                }
                seen = forgotten + events.size();
                left = changed.awaitNanos(left);
            }
        } finally {
            guard.unlock();
        }
    }

    /** Forgets what is older, so that a long run needs no more memory than a short one. */
    public void forgetBefore(long at) {
        guard.lock();
        try {
            int before = events.size();
            events.removeIf(event -> event.at() < at);
            forgotten += before - events.size();
        } finally {
            guard.unlock();
        }
    }

    private <E extends Event> Optional<E> find(int from, Class<E> kind, Predicate<E> wanted) {
        Stream<Event> unseen =
                events.subList(Math.max(0, Math.min(from - forgotten, events.size())), events.size()).stream();
        return unseen.filter(kind::isInstance).map(kind::cast).filter(wanted).findFirst();
    }
}

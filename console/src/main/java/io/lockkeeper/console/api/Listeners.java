package io.lockkeeper.console.api;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The open event streams, bounded for each user and in all. Each ends with a reason when the console stops. Thread-safe. */
@Component
final class Listeners implements SmartLifecycle {

    private static final long LAST_WORDS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Set<Place<?>> places = new HashSet<>();
    private final Map<String, Integer> byUser = new HashMap<>();
    private final int mostOfUser;
    private final int most;
    private boolean running;

    Listeners(
            @Value("${lockkeeper.api.listeners-per-user:4}") int mostOfUser,
            @Value("${lockkeeper.api.listeners:40}") int most) {
        this.mostOfUser = mostOfUser;
        this.most = most;
    }

    /** A listener's place, until it is closed. */
    final class Place<T> implements AutoCloseable {

        private final Mailbox<T> box = new Mailbox<>();
        private final String user;

        private Place(String user) {
            this.user = user;
        }

        Mailbox<T> box() {
            return box;
        }

        @Override
        public void close() {
            leave(this);
        }
    }

    /** @throws ProblemException if there are too many */
    <T> Place<T> open(String user) {
        Place<T> place = new Place<>(user);
        enter(place);
        return place;
    }

    private void enter(Place<?> place) {
        lock.lock();
        try {
            if (byUser.getOrDefault(place.user, 0) >= mostOfUser || places.size() >= most || !running) {
                throw new ProblemException(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "Too many event streams: at most %s for each user, and %s in all. Close one first."
                                .formatted(mostOfUser, most));
            }
            places.add(place);
            byUser.merge(place.user, 1, Integer::sum);
        } finally {
            lock.unlock();
        }
    }

    private void leave(Place<?> place) {
        lock.lock();
        try {
            if (places.remove(place)) {
                byUser.computeIfPresent(place.user, (user, count) -> count == 1 ? null : count - 1);
                left.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    int count() {
        lock.lock();
        try {
            return places.size();
        } finally {
            lock.unlock();
        }
    }

    /** Stops before the server, which would end the streams without a reason. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void start() {
        lock.lock();
        try {
            running = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stop() {
        lock.lock();
        try {
            running = false;
            places.forEach(place -> place.box.close());
            long patience = LAST_WORDS_NANOS;
            while (!places.isEmpty() && patience > 0) {
                patience = left.awaitNanos(patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isRunning() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }
}

package io.lockkeeper.agent.older;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An agent of one version, without any type that has versions: all versions share this interface. */
public interface Peer extends AutoCloseable {

    /** What is asked of a lock. */
    enum Kind {
        EXCLUSIVE,
        READING,
        WRITING,
        TWO_OF_THREE_PERMITS
    }

    /**
     * A request for a lock.
     *
     * @param cohort how long the lease is handed on while others wait, and is kept else; zero where the version knows neither
     */
    record Request(String lock, Kind kind, Duration ttl, Duration cohort) {

        private static final Duration TTL = Duration.ofSeconds(30);

        static Request of(String lock, Kind kind) {
            return new Request(lock, kind, TTL, Duration.ZERO);
        }

        Request withCohort(Duration time) {
            return new Request(lock, kind, ttl, time);
        }

        static Request of(String lock) {
            return of(lock, Kind.EXCLUSIVE);
        }
    }

    /** A lease of that agent. */
    interface Held {

        boolean isHeld();

        long token();

        boolean release();

        /** Why it was lost. */
        Optional<String> loss();
    }

    Optional<Held> tryAcquire(Request request);

    Held acquire(Request request) throws InterruptedException;

    CompletableFuture<Held> acquireAsync(Request request);

    /** The services that hold the lock. */
    List<String> holders(String lock);

    /** Force-releases the lock's holder, if there is one, as a console of that version does. */
    void evict(String lock, Duration quarantine);

    /** Lets holders finish first. */
    @Override
    void close();
}

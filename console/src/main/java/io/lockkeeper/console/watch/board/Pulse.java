package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.loops.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The state of a collection's feed: whether the server answers, and up to when the locks are complete. Thread-safe. */
@Component
public class Pulse {

    private static final int OUTAGES = 100;

    private final ServerClock clock;
    private final Queue<Outage> outages = new ConcurrentLinkedQueue<>();
    private final KnownUntil known = new KnownUntil();
    private volatile boolean reachable = true;
    private volatile boolean streaming;
    private volatile @Nullable Progress reading;
    private volatile String failure = "";
    private volatile String refusal = "";
    private volatile String trouble = "";

    public Pulse(ServerClock clock) {
        this.clock = clock;
    }

    public Freshness freshness() {
        return freshness(reachable);
    }

    /**
     * How far the locks can be trusted.
     *
     * @param answers whether the server answers
     */
    public Freshness freshness(boolean answers) {
        return Freshness.at(clock.now(), known.time(), answers).reading(reading);
    }

    /** Up to when the locks are known; null if they never were. */
    public @Nullable Instant knownUntil() {
        return known.time();
    }

    /** Whether the server answered the last time it was asked. */
    public boolean isReachable() {
        return reachable;
    }

    /** Whether the change stream is open. */
    public boolean isStreaming() {
        return streaming;
    }

    void reachable(boolean answers) {
        reachable = answers;
    }

    public void streaming(boolean open) {
        streaming = open;
        failure = open ? "" : failure;
        refusal = open ? "" : refusal;
        trouble = open ? "" : trouble;
    }

    /** Why the feed broke off unexpectedly; empty once it streams again. */
    String failure() {
        return failure;
    }

    public void failed(String cause) {
        failure = cause;
        trouble = "The console failed; its log says why.";
    }

    /** Why the feed stands still, in a sentence; empty while it runs. */
    public String trouble() {
        return trouble;
    }

    /**
     * The feed broke off.
     *
     * @param why in a sentence
     * @param denied what MongoDB denies to the console, in a sentence; empty if it denies nothing
     */
    public void broke(String why, String denied) {
        trouble = why;
        refusal = denied;
    }

    /** The sentence about what MongoDB denies to the console; empty while it denies nothing. */
    public String refusal() {
        return refusal;
    }

    void refused(String sentence) {
        refusal = sentence;
    }

    /** Sets the progress of the reading of the collection, or null if it is not being read. */
    public void reading(@Nullable Progress progress) {
        reading = progress;
    }

    /** The last outage that ended since this console was started. */
    public Outage lastOutage() {
        return known.lastOutage();
    }

    /** The oldest outage that was not taken yet; it stays until {@link #outageKept}. */
    public Optional<Outage> outageToKeep() {
        return Optional.ofNullable(outages.peek());
    }

    public void outageKept(Outage outage) {
        outages.remove(outage);
    }

    /** The board is complete up to {@code time}. Called by one thread. */
    public void completeAt(Instant time) {
        known.advance(time).ifPresent(this::ended);
    }

    /** While they cannot be kept, the oldest make room. */
    private void ended(Outage outage) {
        if (outages.size() >= OUTAGES) {
            outages.poll();
        }
        outages.add(outage);
    }

    /** Up to when the locks of a collection are known, and when they last were not. Written by one thread, read by any. */
    static final class KnownUntil {

        /** A shorter time without news is no outage: electing a new primary takes longer, a slow answer does not. */
        static final Duration OUTAGE = Duration.ofSeconds(5);

        private volatile @Nullable Instant time;
        private volatile Outage lastOutage = Outage.NONE;

        /** Null if they never were. */
        public @Nullable Instant time() {
            return time;
        }

        /** The last outage that has ended. */
        public Outage lastOutage() {
            return lastOutage;
        }

        /** Records that all is known up to then, and returns the outage that this ends, if any. */
        public Optional<Outage> advance(Instant now) {
            Instant before = time;
            Optional<Outage> ended = Optional.ofNullable(before)
                    .filter(it -> Duration.between(it, now).compareTo(OUTAGE) > 0)
                    .map(it -> new Outage(it, now));
            ended.ifPresent(outage -> lastOutage = outage);
            time = now;
            return ended;
        }
    }
}

package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.loops.ServerClock;
import java.time.Instant;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What is known of the connection: whether the server answers, and up to when the board is complete. Thread-safe. */
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

    Pulse(ServerClock clock) {
        this.clock = clock;
    }

    public Freshness freshness() {
        return Freshness.at(clock.now(), known.time(), reachable).reading(reading);
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

    void streaming(boolean open) {
        streaming = open;
        failure = open ? "" : failure;
        refusal = open ? "" : refusal;
    }

    /** Why the feed broke off in a way that nobody expected; empty once it streams again. */
    String failure() {
        return failure;
    }

    void failed(String cause) {
        failure = cause;
    }

    /** What MongoDB denies to the console, in a sentence; empty while it denies nothing. */
    public String refusal() {
        return refusal;
    }

    void refused(String sentence) {
        refusal = sentence;
    }

    /** How far the reading of the collection is, or null if it is not being read. */
    void reading(@Nullable Progress progress) {
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
    void completeAt(Instant time) {
        known.advance(time).ifPresent(this::ended);
    }

    /** While they cannot be kept, the oldest make room. */
    private void ended(Outage outage) {
        if (outages.size() >= OUTAGES) {
            outages.poll();
        }
        outages.add(outage);
    }
}

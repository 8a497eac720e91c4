package io.lockkeeper.console.watch.board;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Up to when the locks of a collection are known, and in which time they last were not. Written by one thread, read by any. */
public final class KnownUntil {

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

    /** All is known up to then. Answers the outage that this ends, if it ends one. */
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

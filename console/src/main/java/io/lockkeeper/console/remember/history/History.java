package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.loops.ServerClock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;

/** What is recorded, for pages and findings. Every call asks MongoDB, and none is made while a session's lock is held. */
@Component
public class History {

    /** How many leases decide what is usual. */
    private static final int SAMPLE = 200;

    /** At most so many minutes are read at once. */
    public static final int MINUTES = 60;

    private final LeaseRecords leases;
    private final WaitRecords waits;
    private final Digests digests;
    private final Gaps gaps;
    private final Places places;
    private final ServerClock clock;
    private final Retention retention;

    History(
            LeaseRecords leases,
            WaitRecords waits,
            Digests digests,
            Gaps gaps,
            Places places,
            ServerClock clock,
            Retention retention) {
        this.leases = leases;
        this.waits = waits;
        this.digests = digests;
        this.gaps = gaps;
        this.places = places;
        this.clock = clock;
        this.retention = retention;
    }

    /** The latest leases of a lock, the newest first. */
    public List<LeaseRecord> newestOf(String lock, int most) {
        return leases.newestOf(lock, Limit.of(most));
    }

    /** A lease of a lock, if it is recorded. */
    public Optional<LeaseRecord> lease(String lock, long token) {
        return leases.findById(new LeaseKey(lock, token));
    }

    /** What is usual for a lock. */
    public Usual usualOf(String lock) {
        List<LeaseRecord> newest = newestOf(lock, SAMPLE);
        return usualBy(newest, countedBeside(lock, newest, SAMPLE));
    }

    /** What is usual, judged by these leases of a lock and those counted beside them. */
    public static Usual usualBy(List<LeaseRecord> leases, List<Digest> counted) {
        return Usual.of(leases, counted);
    }

    /**
     * The digests of a lock since the oldest of its newest leases, the newest first.
     *
     * @param newest its newest leases
     * @param asked how many of those were asked for; if there are fewer, the lock has no more
     */
    public List<Digest> countedBeside(String lock, List<LeaseRecord> newest, int asked) {
        Instant since = newest.size() < asked ? Instant.EPOCH : newest.getLast().grantedAt();
        return digests.newestOf(lock, since, MINUTES);
    }

    /**
     * How far back the history reaches: since it was begun, or since the oldest records that its age and its size leave. Empty if
     * nothing was ever recorded.
     */
    public Optional<Instant> reachesBackTo() {
        return places.load()
                .map(RecorderPlace::begun)
                .map(begun -> latest(begun, clock.now().minus(retention.age())))
                .map(since ->
                        places.keptSince().map(kept -> latest(since, kept)).orElse(since));
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Waits for a lock that ended without a grant, the newest first. */
    public List<WaitRecord> waitsOf(String lock, Instant since, int most) {
        return waits.endedSince(lock, since, Limit.of(most));
    }

    /** The times since then of which nothing is recorded, and the outages. */
    public List<Gap> gapsSince(Instant moment) {
        return gaps.findByUntilAfterOrderByFrom(moment);
    }
}

package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;

/** The recorded history, for pages and findings. Every call queries MongoDB, and none is made while a session's lock is held. */
@Component
public class History {

    /** How many leases define what is usual. */
    private static final int SAMPLE = 200;

    /** How many minutes are read at once. */
    public static final int MINUTES = 60;

    private final RecordedLeases first;
    private final RecordedHolds others;
    private final SourceGaps sourceGaps;
    private final Places places;
    private final ServerClock clock;
    private final Retention retention;

    History(
            RecordedLeases first,
            RecordedHolds others,
            SourceGaps sourceGaps,
            Places places,
            ServerClock clock,
            Retention retention) {
        this.first = first;
        this.others = others;
        this.sourceGaps = sourceGaps;
        this.places = places;
        this.clock = clock;
        this.retention = retention;
    }

    /** The records of the lock's source; only this method knows where they are. */
    private Recorded of(LockId lock) {
        return lock.isFirst() ? first : others;
    }

    /** The latest leases of a lock, the newest first: so many that have ended, and those that last. */
    public List<LeaseRecord> newestOf(LockId lock, int most) {
        return of(lock).newestOf(lock, most);
    }

    /** A lease of a lock, if it is recorded by its token. */
    public Optional<LeaseRecord> lease(LockId lock, long token) {
        return of(lock).lease(lock, token);
    }

    /** Whether the history of a lock's source is recorded. */
    public RecorderStatus statusOf(LockId lock) {
        return of(lock).status();
    }

    /** The usual lengths for a lock. */
    public Usual usualOf(LockId lock) {
        List<LeaseRecord> newest = newestOf(lock, SAMPLE);
        return usualBy(newest, countedBeside(lock, newest, SAMPLE));
    }

    /** The usual lengths, by these leases of a lock and those counted beside them. */
    public static Usual usualBy(List<LeaseRecord> leases, List<Digest> counted) {
        return Usual.of(leases, counted);
    }

    /**
     * The digests of a lock since the oldest of its newest leases, the newest first.
     *
     * @param asked how many of those were asked for; if there are fewer, the lock has no more
     */
    public List<Digest> countedBeside(LockId lock, List<LeaseRecord> newest, int asked) {
        Instant since = newest.size() < asked ? Instant.EPOCH : newest.getLast().began();
        return of(lock).countedSince(lock, since, MINUTES);
    }

    /**
     * How far back the history reaches: since it was begun, or since the oldest records that its age and its size leave. Empty if
     * nothing was ever recorded.
     */
    public Optional<Instant> reachesBackTo() {
        return places.load().map(this::reachesBackTo);
    }

    private Instant reachesBackTo(RecorderPlace place) {
        Instant since = latest(place.begun(), clock.now().minus(retention.age()));
        return places.keptSince().map(kept -> latest(since, kept)).orElse(since);
    }

    /** The known parts of a time of the first collection. */
    public KnownTime known(Instant from, Instant until) {
        return places.load()
                .map(place -> KnownTime.of(from, until, reachesBackTo(place), place.at(), gapsSince(from)))
                .orElse(KnownTime.NONE);
    }

    /** The known parts of a time of each source within a scope, by the source's id. */
    public Map<String, KnownTime> known(LockScope scope, Instant from, Instant until) {
        Map<String, KnownTime> known = new HashMap<>(sourceGaps.known(scope, from, until));
        if (scope.seesNames()) {
            known.put(LockId.FIRST, known(from, until));
        }
        return known;
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Waits for a lock that ended without a grant, the newest first; empty if waits are not on record. */
    public Optional<List<WaitRecord>> waitsOf(LockId lock, Instant since, int most) {
        return of(lock).waitsOf(lock, since, most);
    }

    /** The times since then of which nothing is recorded of a lock's source, and the outages. */
    public List<Gap> gapsSince(LockId lock, Instant moment) {
        return of(lock).gapsSince(lock.source(), moment);
    }

    /** The gaps of the console's first collection. */
    public List<Gap> gapsSince(Instant moment) {
        return first.gapsSince(LockId.FIRST, moment);
    }

    /** The gaps of all sources that a question is about: first those of the console's first collection, with its outages. */
    public List<Gap> gaps(PastQuestion asked, Instant since) {
        return asked.namesSomebody() ? own(asked.scope(), since).toList() : gaps(asked.scope(), since);
    }

    /** The gaps of all sources within a scope, in the same order. */
    public List<Gap> gaps(LockScope scope, Instant since) {
        return Stream.concat(own(scope, since), sourceGaps.since(scope, since).stream())
                .toList();
    }

    private Stream<Gap> own(LockScope scope, Instant since) {
        return gapsSince(since).stream().filter(gap -> gap.isOutage() || scope.seesNames());
    }

    /** The recorder's data about the console's first collection: each lease and wait, or how many they were. */
    @Component
    static class RecordedLeases implements Recorded {

        private final LeaseRecords leases;
        private final WaitRecords waits;
        private final Digests digests;
        private final Gaps gaps;
        private final Recorder recorder;
        private final RunOuts runOuts;

        RecordedLeases(
                LeaseRecords leases,
                WaitRecords waits,
                Digests digests,
                Gaps gaps,
                Recorder recorder,
                RunOuts runOuts) {
            this.leases = leases;
            this.waits = waits;
            this.digests = digests;
            this.gaps = gaps;
            this.recorder = recorder;
            this.runOuts = runOuts;
        }

        @Override
        public List<LeaseRecord> newestOf(LockId lock, int most) {
            return leases.newestOf(lock.name(), Limit.of(most)).stream()
                    .map(runOuts::known)
                    .toList();
        }

        @Override
        public List<Gap> gapsSince(String source, Instant moment) {
            return gaps.endingAfter(moment);
        }

        @Override
        public RecorderStatus status() {
            return recorder.status();
        }

        @Override
        public Optional<LeaseRecord> lease(LockId lock, long token) {
            return leases.findById(new LeaseKey(lock.name(), token)).map(runOuts::known);
        }

        @Override
        public List<Digest> countedSince(LockId lock, Instant since, int most) {
            return digests.newestOf(lock.name(), since, most);
        }

        @Override
        public Optional<List<WaitRecord>> waitsOf(LockId lock, Instant since, int most) {
            return Optional.of(waits.endedSince(lock, since, Limit.of(most)));
        }
    }
}

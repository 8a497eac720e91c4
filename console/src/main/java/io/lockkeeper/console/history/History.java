package io.lockkeeper.console.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;

/** What is recorded, for pages and findings. Every call asks MongoDB, and none is made while a session's lock is held. */
@Component
public class History {

    /** By so many leases it is judged what is usual. */
    private static final int SAMPLE = 200;

    private final LeaseRecords leases;
    private final Gaps gaps;
    private final Places places;

    History(LeaseRecords leases, Gaps gaps, Places places) {
        this.leases = leases;
        this.gaps = gaps;
        this.places = places;
    }

    /** The leases of a lock that were granted last, the newest first. */
    public List<LeaseRecord> newestOf(String lock, int most) {
        return leases.newestOf(lock, Limit.of(most));
    }

    /** What is usual for a lock. */
    public Usual usualOf(String lock) {
        return usualBy(newestOf(lock, SAMPLE));
    }

    /** What is usual by these leases of a lock. */
    public static Usual usualBy(List<LeaseRecord> leases) {
        return Usual.of(leases);
    }

    /** Since when there is a history; empty if nothing was ever recorded. */
    public Optional<Instant> begun() {
        return places.load().map(RecorderPlace::begun);
    }

    /** The times since then of which nothing is recorded. */
    public List<Gap> gapsSince(Instant moment) {
        return gaps.findByUntilAfterOrderByFrom(moment);
    }
}

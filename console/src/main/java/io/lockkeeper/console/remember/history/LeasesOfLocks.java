package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;

/**
 * The queries for leases of some locks of which a part lies in a time: each finds another part of them, by an index that reads little more.
 * Most leases are brief, and are found by their locks; those that are not are few, and found by the classes of their lengths.
 */
record LeasesOfLocks(Criteria locks, Instant from, Instant until, StoredLeases<?> in) {

    private static final String HELD_CLASS = "heldClass";

    List<Query> queries() {
        return in.by().end().isEmpty() ? List.of(heldInto(), grantedAbout()) : List.of(heldPast(), endedAbout());
    }

    /** Finds the leases that were granted in the time or shortly before. */
    private Query grantedAbout() {
        Criteria granted = where(in.granted()).gt(justBefore()).lt(until);
        return PastQueries.query(granted, List.of(locks), in.by().lock());
    }

    /** Finds the leases that were granted earlier and held into the time. */
    private Query heldInto() {
        Instant before = justBefore();
        Criteria still = where(HELD_CLASS)
                .is(null)
                .and(in.ended())
                .is(null)
                .and(in.granted())
                .lte(before);
        Stream<Criteria> ended = notBrief()
                .map(each -> where(HELD_CLASS)
                        .is(each.number())
                        .and(in.granted())
                        .gt(each.earliest(from))
                        .lte(before)
                        .and(in.ended())
                        .gt(from));
        return PastQueries.query(
                PastQueries.any(Stream.concat(Stream.of(still), ended)),
                List.of(locks),
                in.by().held());
    }

    /** Finds the leases that ended in the time or shortly after, of any length. */
    private Query endedAbout() {
        Criteria ended = where(in.ended()).gt(from).lte(justAfter());
        return PastQueries.query(ended, List.of(locks), in.by().end());
    }

    /** Finds the leases that were granted before the end of the time, and ended later. */
    private Query heldPast() {
        Stream<Criteria> ended = notBrief()
                .map(each -> where(HELD_CLASS)
                        .is(each.number())
                        .and(in.granted())
                        .gt(each.earliest(justAfter()))
                        .lt(until)
                        .and(in.ended())
                        .gt(justAfter()));
        return PastQueries.query(PastQueries.any(ended), List.of(locks), in.by().held());
    }

    private static Stream<LengthClass> notBrief() {
        return LengthClass.all().filter(each -> each.number() > LengthClass.BRIEF.number());
    }

    private Instant justBefore() {
        return from.minus(LengthClass.BRIEF.longest());
    }

    private Instant justAfter() {
        return until.plus(LengthClass.BRIEF.longest());
    }
}

package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.ground.scope.ScopeCriteria;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.schema.JsonSchemaObject;

/**
 * The queries of the past. Each names its index, so that a server without statistics yet does not choose a plan that reads the
 * whole history.
 */
final class PastQueries {

    private static final String LOCK = "_id.lock";
    private static final String GRANTED = "grantedAt";
    private static final String ENDED = "endedAt";
    private static final String TAKEN_OUT_AT = "takenOut.at";
    private static final String HELD_CLASS = "heldClass";
    private static final String WAIT_CLASS = "waitClass";
    private static final String ASKED = "askedAt";

    private PastQueries() {}

    /** Finds the leases held at a moment, the longest held first, or granted in a period, the latest first. */
    static Query leases(PastQuestion asked, StoredLeases<?> in) {
        List<Criteria> named = named(asked, in);
        if (asked.window() == null) {
            return query(heldAt(asked, in), named, in.by().held()).with(Sort.by(in.granted()));
        }
        String index = index(asked, in);
        Criteria granted = index.equals(in.by().held())
                ? granted(asked.from(), asked.upTo(), in)
                : where(in.granted()).gt(asked.from()).lte(asked.upTo());
        return query(granted, named, index).with(Sort.by(Sort.Direction.DESC, in.granted()));
    }

    /** Finds the leases of the first collection that waited before they were granted, the longest wait first. */
    static Query waited(PastQuestion asked) {
        StoredLeases<?> in = StoredLeases.FIRST;
        Criteria waited = new Criteria()
                .andOperator(
                        granted(asked.from(), asked.upTo(), in),
                        where("waitedMillis").gt(0L));
        return query(waited, named(asked, in), in.by().held()).with(Sort.by(Sort.Direction.DESC, "waitedMillis"));
    }

    /** Finds the leases of the first collection that ran out in the period, the latest first. */
    static Query ranOut(PastQuestion asked) {
        StoredLeases<?> in = StoredLeases.FIRST;
        Criteria ended = where(in.ended())
                .gt(asked.from())
                .lte(asked.upTo())
                .and("ending")
                .in(Stream.of(Ending.values()).filter(Ending::ranOut).toList());
        return query(ended, named(asked, in), LeaseRecord.BY_END).with(Sort.by(Sort.Direction.DESC, in.ended()));
    }

    /** Finds the leases whose requests waited at the moment, and were granted later. */
    static Query grantedSince(PastQuestion asked, StoredLeases<?> in) {
        Criteria waited = any(lasting(in.own() + WAIT_CLASS, in.own() + ASKED, in.granted(), asked.moment()));
        return query(waited, ofLock(asked, in), in.by().waited());
    }

    /** Finds the requests that waited at the moment, and left later without a grant. */
    static Query leftSince(PastQuestion asked) {
        Criteria waited = any(lasting(WAIT_CLASS, "since", ENDED, asked.moment()));
        return query(waited, waitOf(asked), WaitRecord.WAITED);
    }

    /** Waiters that operators took out of queues in the period, latest first. */
    static Query takenOut(PastQuestion asked, Duration window) {
        List<Criteria> named = waitOf(asked);
        add(named, "waiter.service", asked.service());
        add(named, "waiter.host", asked.host());
        add(named, "takenOut.by", asked.operator());
        Criteria then = where(TAKEN_OUT_AT).gt(asked.moment().minus(window)).lte(asked.upTo());
        return query(then, named, WaitRecord.TAKEN_OUT).with(Sort.by(Sort.Order.desc(TAKEN_OUT_AT)));
    }

    /** Waits of that class of which a part lies in the time, that ended with a grant. */
    static Query grantedWithin(PastQuestion asked, LengthClass each, StoredLeases<?> in) {
        Criteria waited = within(each, in.own() + WAIT_CLASS, in.own() + ASKED, in.granted(), asked);
        return query(waited, ofLock(asked, in), in.by().waited());
    }

    /** The same, of those that ended without one. */
    static Query leftWithin(PastQuestion asked, LengthClass each) {
        return query(within(each, WAIT_CLASS, "since", ENDED, asked), waitOf(asked), WaitRecord.WAITED);
    }

    /** Matches the leases of any lock that were held in a part of the time. */
    static Criteria heldWithin(PastQuestion asked) {
        Criteria still =
                where(HELD_CLASS).is(null).and(ENDED).is(null).and(GRANTED).lt(asked.moment());
        Stream<Criteria> ended = LengthClass.all().map(each -> within(each, HELD_CLASS, GRANTED, ENDED, asked));
        List<Criteria> all = lock(LOCK, asked);
        all.add(where("weight")
                .type(JsonSchemaObject.Type.intType(), JsonSchemaObject.Type.longType())); // it is multiplied
        all.add(any(Stream.concat(Stream.of(still), ended)));
        return new Criteria().andOperator(all);
    }

    private static Criteria within(LengthClass each, String ofClass, String began, String ended, PastQuestion asked) {
        return where(ofClass)
                .is(each.number())
                .and(began)
                .gt(each.earliest(asked.from()))
                .lt(asked.moment())
                .and(ended)
                .gt(asked.from());
    }

    private static Criteria heldAt(PastQuestion asked, StoredLeases<?> in) {
        Instant moment = asked.moment();
        Instant after = asked.heldAfter();
        Criteria still = where(HELD_CLASS)
                .is(null)
                .and(in.ended())
                .is(null)
                .and(in.granted())
                .gt(after)
                .lte(moment);
        return any(Stream.concat(Stream.of(still), lasting(HELD_CLASS, in.granted(), in.ended(), moment, after)));
    }

    private static Stream<Criteria> lasting(String ofClass, String began, String ended, Instant moment) {
        return lasting(ofClass, began, ended, moment, Instant.MIN);
    }

    /** The records that began up to the moment, but after that instant, and ended after the moment, class by class. */
    private static Stream<Criteria> lasting(String ofClass, String began, String ended, Instant moment, Instant after) {
        return LengthClass.all()
                .map(each -> where(ofClass)
                        .is(each.number())
                        .and(began)
                        .gt(each.earliest(moment, after))
                        .lte(moment)
                        .and(ended)
                        .gt(moment));
    }

    /** Class by class, too: the server merges them in the order of the index. */
    private static Criteria granted(Instant from, Instant upTo, StoredLeases<?> in) {
        Criteria still = where(HELD_CLASS).is(null).and(in.granted()).gt(from).lte(upTo);
        Stream<Criteria> ended = LengthClass.all()
                .map(each -> where(HELD_CLASS)
                        .is(each.number())
                        .and(in.granted())
                        .gt(from)
                        .lte(upTo));
        return any(Stream.concat(Stream.of(still), ended));
    }

    static Criteria any(Stream<Criteria> branches) {
        return new Criteria().orOperator(branches.toList());
    }

    private static List<Criteria> named(PastQuestion asked, StoredLeases<?> in) {
        List<Criteria> named = ofLock(asked, in);
        add(named, "holder.service", asked.service());
        add(named, "holder.host", asked.host());
        add(named, "evicted.by", asked.operator());
        return named;
    }

    private static List<Criteria> ofLock(PastQuestion asked, StoredLeases<?> in) {
        List<Criteria> named = new ArrayList<>(in.seen().apply(asked.scope()));
        add(named, in.lock(), asked.lock());
        return named;
    }

    /** Waits for locks of all sources are in one collection. */
    private static List<Criteria> waitOf(PastQuestion asked) {
        List<Criteria> named = new ArrayList<>();
        ScopeCriteria.of("source", "lock", asked.scope()).ifPresent(named::add);
        add(named, "lock", asked.lock());
        return named;
    }

    private static List<Criteria> lock(String field, PastQuestion asked) {
        List<Criteria> named = new ArrayList<>(
                StoredLeases.limits(asked.scope().seesEveryLock(), field, asked.scope(), ScopeCriteria::locks));
        add(named, field, asked.lock());
        return named;
    }

    private static void add(List<Criteria> to, String field, String name) {
        if (!name.isEmpty()) {
            to.add(where(field).is(name));
        }
    }

    /** The index on the name which fewest leases have, if the collection has one; else that on the lengths. */
    private static String index(PastQuestion asked, StoredLeases<?> in) {
        if (!asked.operator().isEmpty()) {
            return "lockkeeper_leases_evicted";
        }
        if (!asked.lock().isEmpty()) {
            return in.by().lock();
        }
        if (!asked.host().isEmpty()) {
            return "lockkeeper_leases_host";
        }
        return asked.service().isEmpty() ? in.by().held() : "lockkeeper_leases_service";
    }

    static Query query(Criteria first, List<Criteria> others, String index) {
        List<Criteria> all = new ArrayList<>(others);
        all.add(first);
        Criteria whole = all.size() == 1 ? first : new Criteria().andOperator(all);
        return Query.query(whole).withHint(index);
    }
}

package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.aggregation.Aggregation.limit;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.match;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.newAggregation;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.project;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.sort;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.stage;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.Document;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.aggregation.AggregationOptions;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** Answers who held what, and who waited, at any moment that is recorded. Every call asks MongoDB. */
@Component
public class Past {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** So long a sum over every lease of a time is waited for, beside which the whole answer has other parts. */
    private static final Duration LIMIT_OF_USE = Duration.ofSeconds(3);

    private final MongoTemplate own;
    private final OwnRecords records;
    private final Digests digests;
    private final PresentWaits present;
    private final LastingLeases lasting;

    Past(MongoTemplate own, OwnRecords records, Digests digests, PresentWaits present, LastingLeases lasting) {
        this.own = own;
        this.records = records;
        this.digests = digests;
        this.present = present;
        this.lasting = lasting;
    }

    /** Of a moment what was held longest first, else what was granted last; of sources also what no console has seen end. */
    public List<LeaseRecord> leases(PastQuestion asked, int most) {
        return Stream.concat(
                        StoredLeases.ALL.stream().flatMap(each -> found(each, asked, most)),
                        lasting.of(asked, most).stream())
                .sorted(asked.order())
                .limit(most)
                .toList();
    }

    private <T> Stream<LeaseRecord> found(StoredLeases<T> in, PastQuestion asked, int most) {
        return in.has().test(asked)
                ? records.find(bounded(PastQueries.leases(asked, in), most), in.type()).stream()
                        .map(in.lease())
                : Stream.empty();
    }

    /** The same one by one, to be closed by its reader: those of the first collection, then of others what lasts and what has ended. */
    public Stream<LeaseRecord> stream(PastQuestion asked, int most) {
        Stream<LeaseRecord> first = stream(StoredLeases.FIRST, asked, most);
        try {
            Stream<LeaseRecord> lasts = lasting.of(asked, most).stream();
            return Stream.concat(first, Stream.concat(lasts, stream(StoredLeases.SOURCES, asked, most)));
        } catch (RuntimeException e) {
            first.close();
            throw e;
        }
    }

    private <T> Stream<LeaseRecord> stream(StoredLeases<T> in, PastQuestion asked, int most) {
        return in.has().test(asked)
                ? records.stream(bounded(PastQueries.leases(asked, in), most), in.type())
                        .map(in.lease())
                : Stream.empty();
    }

    /** How many there are, counted up to {@code most}. */
    public long count(PastQuestion asked, int most) {
        long stored = StoredLeases.ALL.stream()
                .filter(each -> each.has().test(asked))
                .mapToLong(each -> own.count(bounded(PastQueries.leases(asked, each), most), each.type()))
                .sum();
        return Math.min(most, stored + lasting.of(asked, most).size());
    }

    /**
     * What was only counted, lock by lock: in the time asked for, or in the minute of the moment. Of services, hosts and operators
     * nothing was counted.
     */
    public List<DigestSum> counted(PastQuestion asked, int most) {
        return digests.sums(asked, most);
    }

    /** Waiters that operators took out of queues in the period, the latest first; none for a query about a moment. */
    public List<WaitRecord> takenOut(PastQuestion asked, int most) {
        Duration window = asked.window();
        return window == null
                ? List.of()
                : records.find(bounded(PastQueries.takenOut(asked, window), most), WaitRecord.class);
    }

    /** The same one by one, to be closed by its reader. */
    public Stream<WaitRecord> takenOutOneByOne(PastQuestion asked, int most) {
        Duration window = asked.window();
        return window == null
                ? Stream.empty()
                : records.stream(bounded(PastQueries.takenOut(asked, window), most), WaitRecord.class);
    }

    /** Whether waits are on record of any source that the question is about. */
    public boolean tellsWaits(PastQuestion asked) {
        return present.areTold(asked.scope());
    }

    /** Who waited at the moment asked for, in no order: whether granted since, gone without a grant, or waiting still. */
    public List<WaitThen> waiting(PastQuestion asked, int most) {
        List<WaitThen> found = new ArrayList<>();
        Stream.concat(
                        StoredLeases.ALL.stream().flatMap(each -> grantedSince(each, asked, most)),
                        lasting.grantedSince(asked))
                .forEach(lease -> found.add(WaitThen.of(
                        lease.lock(), name(lease), Objects.requireNonNullElse(lease.askedAt(), asked.moment()))));
        records.find(bounded(PastQueries.leftSince(asked), most), WaitRecord.class)
                .forEach(wait ->
                        found.add(WaitThen.of(wait.lockId(), wait.waiter().name(), wait.since())));
        present.of(asked)
                .forEach(still -> found.add(WaitThen.of(
                        still.lock(),
                        Party.of(still.waiter().owner()).name(),
                        still.waiter().since())));
        return found.size() > most ? found.subList(0, most) : found;
    }

    private <T> Stream<LeaseRecord> grantedSince(StoredLeases<T> in, PastQuestion asked, int most) {
        return records.find(bounded(PastQueries.grantedSince(asked, in), most), in.type()).stream()
                .map(in.lease());
    }

    private static String name(LeaseRecord lease) {
        return lease.holder() == null ? "unknown" : lease.holder().name();
    }

    /** Waits of which a part lies in the time asked for: those that go on first, then the longest, by their class. */
    public List<WaitSpan> waits(PastQuestion asked, int most) {
        Spans spans = new Spans(records);
        List<WaitSpan> found = new ArrayList<>();
        present.of(asked)
                .forEach(still -> found.add(new WaitSpan(
                        still.lock(),
                        Party.of(still.waiter().owner()),
                        still.waiter().since(),
                        null)));
        lasting.grantedWithin(asked)
                .forEach(lease -> found.add(spans.wait(lease.lock(), lease.holder(), lease.askedAt(), lease.began())));
        for (LengthClass each : LengthClass.all().toList().reversed()) {
            StoredLeases.ALL.forEach(in ->
                    add(found, most, query -> spans.granted(query, in), PastQueries.grantedWithin(asked, each, in)));
            add(found, most, spans::left, PastQueries.leftWithin(asked, each));
        }
        return found.size() > most ? found.subList(0, most) : found;
    }

    /** Leases of these locks of which a part lies between the instants, in no order. */
    public List<LeaseSpan> leasesOf(Collection<LockId> locks, Instant from, Instant until, int most) {
        Spans spans = new Spans(records);
        List<LeaseSpan> found = new ArrayList<>();
        locks.stream()
                .filter(lock -> !lock.isFirst())
                .flatMap(lasting::of)
                .filter(lease -> lease.began().isBefore(until))
                .forEach(lease -> found.add(span(lease)));
        StoredLeases.ALL.forEach(in -> in.of(locks)
                .ifPresent(those -> new LeasesOfLocks(those, from, until, in)
                        .queries()
                        .forEach(each -> add(found, most, query -> spans.leases(query, in), each))));
        return found;
    }

    private static LeaseSpan span(LeaseRecord lease) {
        return new LeaseSpan(
                lease.lock(), lease.key().token(), lease.holder(), lease.weight(), lease.began(), lease.endedAt());
    }

    /** Reads one by one until there are so many, in all. */
    private static <T> void add(List<T> to, int most, Function<Query, Stream<T>> reading, Query query) {
        if (to.size() < most) {
            try (Stream<T> found = reading.apply(bounded(query, most - to.size()))) {
                found.forEach(to::add);
            }
        }
    }

    /** Waits of the time asked for that were only counted, lock by lock, the longest first. */
    public List<CountedWaits> countedWaits(PastQuestion asked) {
        return digests.waits(asked);
    }

    /** How much of each lock was in use in the time asked for, the most used first, as far as each lease is recorded. */
    public List<LockUse> use(PastQuestion asked, int most) {
        Document held = new Document(
                "$subtract",
                List.of(
                        new Document(
                                "$min",
                                List.of(new Document("$ifNull", List.of("$endedAt", asked.moment())), asked.moment())),
                        new Document("$max", List.of("$grantedAt", asked.from()))));
        Document sums = new Document("_id", "$_id.lock")
                .append("leases", new Document("$sum", 1))
                .append("millis", new Document("$sum", new Document("$multiply", List.of("$weight", held))));
        return own.aggregate(
                        newAggregation(
                                        LeaseRecord.class,
                                        match(PastQueries.heldWithin(asked)),
                                        stage(new Document("$group", sums)),
                                        sort(Sort.by(Sort.Order.desc("millis"), Sort.Order.asc("_id"))),
                                        limit(most),
                                        project("leases", "millis")
                                                .and("_id")
                                                .as("lock")
                                                .andExclude("_id"))
                                .withOptions(AggregationOptions.builder()
                                        .maxTime(LIMIT_OF_USE)
                                        .hint(LeaseRecord.HELD)
                                        .build()),
                        LockUse.class)
                .getMappedResults();
    }

    private static Query bounded(Query query, int most) {
        return query.limit(most).maxTime(LIMIT);
    }
}

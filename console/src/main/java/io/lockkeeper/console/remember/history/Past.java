package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.remember.history.PresentWaits.Present;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** Answers who held what, and who waited, at any moment that is recorded. Every call asks MongoDB. */
@Component
public class Past {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final MongoTemplate own;
    private final OwnRecords records;
    private final Digests digests;
    private final PresentWaits present;
    private final LastingLeases lasting;
    private final RunOuts runOuts;

    Past(
            MongoTemplate own,
            OwnRecords records,
            Digests digests,
            PresentWaits present,
            LastingLeases lasting,
            RunOuts runOuts) {
        this.own = own;
        this.records = records;
        this.digests = digests;
        this.present = present;
        this.lasting = lasting;
        this.runOuts = runOuts;
    }

    /** The leases, of a moment the longest held first, else the latest granted first; of sources also those that no console saw end. */
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
                ? known(records.find(bounded(PastQueries.leases(asked, in), most), in.type()).stream(), in)
                        .filter(asked::asksFor)
                : Stream.empty();
    }

    /** The leases one by one, to be closed by the reader: of the first collection, then of others lasting and ended ones. */
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
                ? known(records.stream(bounded(PastQueries.leases(asked, in), most), in.type()), in)
                        .filter(asked::asksFor)
                : Stream.empty();
    }

    private <T> Stream<LeaseRecord> known(Stream<T> stored, StoredLeases<T> in) {
        return stored.map(in.lease()).map(runOuts::known);
    }

    /** The number of leases, counted up to {@code most}. */
    public long count(PastQuestion asked, int most) {
        long stored = StoredLeases.ALL.stream()
                .filter(each -> each.has().test(asked))
                .mapToLong(each -> own.count(bounded(PastQueries.leases(asked, each), most), each.type()))
                .sum();
        return Math.min(most, stored + lasting.of(asked, most).size());
    }

    /** The lease with the longest wait that ended with a grant in the window, as far as it is on record. */
    public Optional<LeaseRecord> longestWait(PastQuestion asked) {
        return records.find(bounded(PastQueries.waited(asked), 1), LeaseRecord.class).stream()
                .findFirst();
    }

    /** The leases of the first collection that ran out in the window, the latest first. */
    public List<LeaseRecord> ranOut(PastQuestion asked, int most) {
        return records.find(bounded(PastQueries.ranOut(asked), most), LeaseRecord.class);
    }

    /**
     * The leases that were only counted, by lock: in the time asked for, or in the minute of the moment; none by service, host or operator.
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

    /** The waiters one by one, to be closed by the reader. */
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

    /** The waiters at the moment asked for, in no order: granted since, gone without a grant, or still waiting. */
    public List<WaitThen> waiting(PastQuestion asked, int most) {
        List<WaitThen> found = new ArrayList<>();
        Set<String> gone = new HashSet<>();
        Stream.concat(
                        StoredLeases.ALL.stream().flatMap(each -> grantedSince(each, asked, most)),
                        lasting.grantedSince(asked))
                .forEach(lease -> found.add(WaitThen.of(
                        lease.lock(), name(lease), Objects.requireNonNullElse(lease.askedAt(), asked.moment()))));
        records.find(bounded(PastQueries.leftSince(asked), most), WaitRecord.class)
                .forEach(wait -> {
                    gone.add(wait.acquirer());
                    found.add(WaitThen.of(wait.lockId(), wait.waiter().name(), wait.since()));
                });
        present.of(asked).stream()
                .filter(still -> still.waitedAt(asked.moment()) && !still.isAmong(gone))
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
        List<Present> queued = present.of(asked);
        queued.stream().filter(each -> each.until() == null).forEach(each -> found.add(each.span()));
        lasting.grantedWithin(asked)
                .forEach(lease -> found.add(spans.wait(lease.lock(), lease.holder(), lease.askedAt(), lease.began())));
        for (LengthClass each : LengthClass.all().toList().reversed()) {
            StoredLeases.ALL.forEach(in ->
                    add(found, most, query -> spans.granted(query, in), PastQueries.grantedWithin(asked, each, in)));
            add(found, most, spans::left, PastQueries.leftWithin(asked, each));
        }
        queued.stream()
                .filter(each -> each.until() != null && each.waitedAt(asked.from()))
                .map(Present::span)
                .filter(ranOut -> found.stream().noneMatch(ranOut::isOfTheSameRequest))
                .toList()
                .forEach(found::add);
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
                        .forEach(each -> add(
                                found, most, query -> spans.leases(query, in).map(runOuts::known), each))));
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

    private static Query bounded(Query query, int most) {
        return query.limit(most).maxTime(LIMIT);
    }
}

package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.aggregation.Aggregation.newAggregation;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.stage;

import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.aggregation.AggregationOptions;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** Counts leases slice by slice. Every call queries MongoDB, which adds them up. */
@Component
public class LeaseDensities {

    /** About the most slices. */
    static final int SLICES = 96;

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int LASTING = 10_000;
    /** Up to so long ago the recorder is not late. */
    private static final Duration LATE = Duration.ofSeconds(30);

    private final MongoTemplate own;
    private final History history;
    private final Digests digests;
    private final LastingLeases lasting;

    LeaseDensities(MongoTemplate own, History history, Digests digests, LastingLeases lasting) {
        this.own = own;
        this.history = history;
        this.digests = digests;
        this.lasting = lasting;
    }

    /**
     * The leases that the question is about: granted in its time, or held when it began.
     *
     * @throws org.springframework.dao.DataAccessException if MongoDB cannot add them up within {@code LIMIT}
     */
    public LeaseDensity of(PastQuestion asked) {
        Sums sums = new Sums(slices(asked));
        PastQuestion before = asked.asOf(asked.from());
        StoredLeases.ALL.stream().filter(in -> in.has().test(asked)).forEach(in -> {
            count(PastQueries.leases(asked, in), in, sums, false);
            count(PastQueries.leases(before, in), in, sums, true);
        });
        lasting.of(asked, LASTING).forEach(lease -> sums.add(lease, false));
        lasting.of(before, LASTING).forEach(lease -> sums.add(lease, true));
        if (!asked.namesSomebody() && sums.slices.each().compareTo(MINUTE) >= 0) {
            digests.leases(asked, sums.slices).forEach(sums::counted);
        }
        return sums.density();
    }

    /** Up to the moment, or to where the recorder is, so that what it is about to write does not look missing. */
    private TimeSlices slices(PastQuestion asked) {
        LockScope scope = asked.namesSomebody() ? asked.scope().ofNames() : asked.scope();
        Collection<KnownTime> known =
                history.known(scope, asked.from(), asked.moment()).values();
        Instant until = known.stream()
                .flatMap(time -> time.end().stream())
                .filter(end -> end.plus(LATE).isAfter(asked.moment()) && end.isAfter(asked.from()))
                .min(Instant::compareTo)
                .orElse(asked.moment());
        return TimeSlices.of(asked.from(), until, SLICES, known);
    }

    private void count(Query leases, StoredLeases<?> in, Sums sums, boolean before) {
        Document slice = new Document("granted", sums.slices.numberOf(in.granted()))
                .append("ended", sums.slices.numberOf(in.ended()));
        own.aggregate(
                        newAggregation(
                                        in.type(),
                                        stage(new Document("$match", leases.getQueryObject())),
                                        stage(new Document(
                                                "$group",
                                                new Document("_id", slice).append("leases", new Document("$sum", 1L)))))
                                .withOptions(AggregationOptions.builder()
                                        .maxTime(LIMIT)
                                        .hint(leases.getHint())
                                        .build()),
                        Document.class)
                .getMappedResults()
                .forEach(each -> sums.add(each, before));
    }

    /** The counts so far. */
    private static final class Sums {

        private final TimeSlices slices;
        private final long[] granted;
        private final long[] held;

        Sums(TimeSlices slices) {
            this.slices = slices;
            granted = new long[slices.count()];
            held = new long[slices.count()];
        }

        void add(Document group, boolean before) {
            Document slice = group.get("_id", Document.class);
            add(
                    number(slice.get("granted")),
                    number(slice.get("ended")),
                    group.get("leases", Number.class).longValue(),
                    before);
        }

        void add(LeaseRecord lease, boolean before) {
            Instant ended = lease.endedAt();
            add(slices.of(lease.began()), ended == null ? null : slices.of(ended), 1, before);
        }

        void counted(int slice, long leases) {
            add(slice, slice, leases, false);
        }

        /** @param before whether they were granted before the time */
        private void add(@Nullable Integer first, @Nullable Integer last, long leases, boolean before) {
            int end = slices.count() - 1;
            int from = before || first == null ? 0 : Math.clamp(first, 0, end);
            int to = last == null ? end : Math.clamp(last, 0, end);
            IntStream.rangeClosed(from, Math.max(from, to)).forEach(i -> held[i] += leases);
            granted[from] += before ? 0 : leases;
        }

        private static @Nullable Integer number(@Nullable Object slice) {
            return slice instanceof Number number ? Integer.valueOf(number.intValue()) : null;
        }

        LeaseDensity density() {
            return new LeaseDensity(
                    slices,
                    IntStream.range(0, slices.count())
                            .mapToObj(i -> new LeaseDensity.Count(held[i], granted[i]))
                            .toList());
        }
    }
}

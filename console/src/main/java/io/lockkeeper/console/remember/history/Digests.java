package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.aggregation.Aggregation.group;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.limit;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.match;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.newAggregation;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.project;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.sort;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.stage;
import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.scope.ScopeCriteria;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.aggregation.AggregationExpression;
import org.springframework.data.mongodb.core.aggregation.AggregationOptions;
import org.springframework.data.mongodb.core.aggregation.ConditionalOperators;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** Leases that were only counted, because their lock changed too often to record each. */
@Component
class Digests {

    private static final String LOCK = "_id.lock";
    private static final String MINUTE = "_id.minute";
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int MOST_MINUTES = 10_000;

    private final MongoTemplate own;
    private final OwnRecords records;
    private final Retention retention;
    private final int wholeUpTo;

    Digests(
            MongoTemplate own,
            OwnRecords records,
            Retention retention,
            @Value("${lockkeeper.history.whole-up-to:100}") int wholeUpTo) {
        this.own = own;
        this.records = records;
        this.retention = retention;
        this.wholeUpTo = wholeUpTo;
    }

    /** Starts the digests of a recording that begins or continues. */
    Digesting begin() {
        Tallies tallies = new Tallies(key -> records.byId(key, Digest.class).orElse(null));
        return new Digesting(new ChangeRates(wholeUpTo), tallies, retention::age);
    }

    /** Whether anything was ever counted: it would be counted twice. */
    boolean isEmpty() {
        return !own.exists(new Query(), Digest.class);
    }

    /** The newest digests first. */
    List<Digest> newestOf(String lock, Instant since, int most) {
        return records.find(
                query(where(LOCK).is(lock).and(MINUTE).gte(minute(since)))
                        .with(Sort.by(Sort.Order.desc(MINUTE)))
                        .limit(most)
                        .maxTime(LIMIT),
                Digest.class);
    }

    /** The sums of each lock in the time asked for, or in the minute of the moment; those with most leases first. */
    List<DigestSum> sums(PastQuestion asked, int most) {
        return own
                .aggregate(
                        newAggregation(
                                        Digest.class,
                                        match(new Criteria().andOperator(wanted(asked))),
                                        group(LOCK)
                                                .count()
                                                .as("minutes")
                                                .sum("leases")
                                                .as("leases")
                                                .sum("gaveUp")
                                                .as("gaveUp")
                                                .max(enough("held"))
                                                .as("heldP95")
                                                .max("held.max")
                                                .as("heldMax")
                                                .max(enough("waited"))
                                                .as("waitedP95")
                                                .max("waited.max")
                                                .as("waitedMax"),
                                        sort(Sort.by(Sort.Order.desc("leases"), Sort.Order.asc("_id"))),
                                        limit(most),
                                        project(
                                                        "minutes",
                                                        "leases",
                                                        "gaveUp",
                                                        "heldP95",
                                                        "heldMax",
                                                        "waitedP95",
                                                        "waitedMax")
                                                .and("_id")
                                                .as("lock")
                                                .andExclude("_id"))
                                .withOptions(options(asked)),
                        Digest.COLLECTION,
                        Document.class)
                .getMappedResults()
                .stream()
                .flatMap(sum -> records.read(sum, DigestSum.class).stream())
                .toList();
    }

    /** The counted leases that ended in the time asked for, by the number of the slice in which their minute began. */
    Map<Integer, Long> leases(PastQuestion asked, TimeSlices slices) {
        Map<Integer, Long> sums = new HashMap<>();
        Document bySlice =
                new Document("_id", slices.numberOf(MINUTE)).append("leases", new Document("$sum", "$leases"));
        own.aggregate(
                        newAggregation(
                                        Digest.class,
                                        match(new Criteria().andOperator(wanted(asked))),
                                        stage(new Document("$group", bySlice)))
                                .withOptions(options(asked)),
                        Digest.COLLECTION,
                        Document.class)
                .forEach(sum -> sums.merge(
                        sum.get("_id", Number.class).intValue(),
                        sum.get("leases", Number.class).longValue(),
                        Long::sum));
        return sums;
    }

    /** The percentile of a minute, if it has enough leases. */
    private static AggregationExpression enough(String lengths) {
        return ConditionalOperators.when(where(lengths + ".count").gte(Usual.ENOUGH))
                .thenValueOf(lengths + ".p95")
                .otherwise("$$REMOVE");
    }

    /** The counted waits of each lock in the time asked for: the newest minutes, up to a limit; the longest first. */
    List<CountedWaits> waits(PastQuestion asked) {
        Map<String, CountedWaits> sums = new HashMap<>();
        records.find(
                        query(new Criteria().andOperator(wanted(asked)))
                                .with(Sort.by(Sort.Order.desc(MINUTE)))
                                .withHint(hint(asked))
                                .limit(MOST_MINUTES)
                                .maxTime(LIMIT),
                        Digest.class)
                .forEach(digest -> sums.merge(digest.key().lock(), CountedWaits.of(digest), CountedWaits::plus));
        return sums.values().stream()
                .filter(sum -> sum.millis() > 0 || sum.gaveUp() > 0)
                .sorted(Comparator.comparingLong(CountedWaits::millis)
                        .reversed()
                        .thenComparing(CountedWaits::lock))
                .toList();
    }

    private static List<Criteria> wanted(PastQuestion asked) {
        Criteria minutes = where(MINUTE).gte(minute(asked.from())).lte(asked.moment());
        List<Criteria> wanted = new ArrayList<>(List.of(minutes));
        if (!asked.lock().isEmpty()) {
            wanted.add(where(LOCK).is(asked.lock()));
        }
        if (!asked.scope().seesEveryLock()) {
            wanted.add(ScopeCriteria.locks(LOCK, asked.scope()));
        }
        return wanted;
    }

    private static AggregationOptions options(PastQuestion asked) {
        return AggregationOptions.builder().maxTime(LIMIT).hint(hint(asked)).build();
    }

    private static String hint(PastQuestion asked) {
        return asked.lock().isEmpty() ? Digest.BY_MINUTE : Digest.BY_LOCK;
    }

    private static Instant minute(Instant moment) {
        return moment.truncatedTo(ChronoUnit.MINUTES);
    }
}

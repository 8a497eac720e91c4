package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.aggregation.Aggregation.limit;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.match;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.newAggregation;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.project;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.sort;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.stage;

import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.aggregation.AggregationOptions;
import org.springframework.stereotype.Component;

/** Adds up how much of each lock of the first collection was in use. Every call queries MongoDB. */
@Component
public class LockUses {

    /** The whole answer, beside which this is one part, has other parts. */
    private static final Duration LIMIT = Duration.ofSeconds(3);

    private final MongoTemplate own;

    LockUses(MongoTemplate own) {
        this.own = own;
    }

    /**
     * The uses in the time asked for, the most used first, as far as each lease is recorded.
     *
     * @param known the known parts of that time: only these are added up
     */
    public List<LockUse> of(PastQuestion asked, KnownTime known, int most) {
        Document sums = new Document("_id", "$_id.lock")
                .append("leases", new Document("$sum", 1))
                .append("millis", new Document("$sum", new Document("$multiply", List.of("$weight", held(known)))));
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
                                        .maxTime(LIMIT)
                                        .hint(LeaseRecord.HELD)
                                        .build()),
                        LockUse.class)
                .getMappedResults();
    }

    private static Document held(KnownTime known) {
        return new Document("$sum", known.parts().stream().map(LockUses::held).toList());
    }

    /** How long a lease was held in that part; to its end, if the lease lasts. */
    private static Document held(KnownTime.Part part) {
        Document until =
                new Document("$min", List.of(new Document("$ifNull", List.of("$endedAt", part.until())), part.until()));
        Document from = new Document("$max", List.of("$grantedAt", part.from()));
        return new Document("$max", List.of(0L, new Document("$subtract", List.of(until, from))));
    }

    /**
     * How much of a lock was in use within a time.
     *
     * @param leases how many leases of it there were, as far as each is recorded
     * @param millis for how long each of them was held within the time, times its weight, together
     */
    public record LockUse(String lock, long leases, long millis) {}
}

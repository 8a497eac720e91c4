package io.lockkeeper.console.judge.findings;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Component;

/** What stood within a time: findings that are over, which are kept for a month, and those that stand. Waits for MongoDB. */
@Component
public class PastFindings {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final OwnRecords records;
    private final FindingsFeed feed;

    PastFindings(OwnRecords records, FindingsFeed feed) {
        this.records = records;
        this.feed = feed;
    }

    /** The findings of which a part lies between the instants, as far as the scope shows them; at most so many that are over, the latest ones. */
    public List<Finding> between(LockScope scope, Instant from, Instant until, int most) {
        Stream<Finding> over = records
                .find(
                        query(where("endedAt").gte(from).and("firstSeen").lt(until))
                                .with(Sort.by(Sort.Direction.DESC, "endedAt"))
                                .limit(most)
                                .maxTime(LIMIT),
                        PastFinding.class)
                .stream()
                .map(PastFinding::finding)
                .flatMap(each -> each.within(scope).stream());
        Stream<Finding> standing = feed.latest(scope).findings().stream()
                .filter(each ->
                        each.firstSeen().isBefore(until) && !each.lastSeen().isBefore(from));
        return Stream.concat(over, standing).toList();
    }
}

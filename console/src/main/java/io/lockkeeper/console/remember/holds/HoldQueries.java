package io.lockkeeper.console.remember.holds;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.ground.scope.ScopeCriteria;
import io.lockkeeper.console.remember.history.LengthClass;
import io.lockkeeper.console.remember.history.PastQuestion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;

/**
 * The queries of the stored holds. Each names the index that it reads, as those of our own leases do: class by class, so that
 * the server merges them in the order of the index.
 */
final class HoldQueries {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private HoldQueries() {}

    /** For a moment, the locks held then, the longest held first; for a period, those acquired in it, the latest first. */
    static Query of(PastQuestion asked) {
        return asked.window() == null
                ? query(heldAt(asked), asked, Sort.by("since"))
                : query(acquired(asked.from(), asked.upTo()), asked, Sort.by(Sort.Direction.DESC, "since"));
    }

    /** The holds of a lock, the latest first. */
    static Query of(String source, String lock) {
        return Query.query(where("source").is(source).and("lock").is(lock))
                .with(Sort.by(Sort.Direction.DESC, "until"))
                .maxTime(LIMIT);
    }

    private static Stream<Criteria> heldAt(PastQuestion asked) {
        Instant moment = asked.moment();
        return LengthClass.all()
                .map(each -> where("heldClass")
                        .is(each.number())
                        .and("since")
                        .gt(each.earliest(moment, asked.heldAfter()))
                        .lte(moment)
                        .and("until")
                        .gt(moment));
    }

    private static Stream<Criteria> acquired(Instant from, Instant upTo) {
        return LengthClass.all()
                .map(each -> where("heldClass")
                        .is(each.number())
                        .and("since")
                        .gt(from)
                        .lte(upTo));
    }

    private static Query query(Stream<Criteria> classes, PastQuestion asked, Sort order) {
        Criteria then = new Criteria().orOperator(classes.toList());
        List<Criteria> all = new ArrayList<>(List.of(then));
        if (!asked.lock().isEmpty()) {
            all.add(where("lock").is(asked.lock()));
        }
        if (!asked.scope().seesEverySource()) {
            all.add(ScopeCriteria.sources("source", asked.scope()));
        }
        return Query.query(all.size() == 1 ? then : new Criteria().andOperator(all))
                .withHint(HoldRecord.HELD)
                .with(order)
                .maxTime(LIMIT);
    }
}

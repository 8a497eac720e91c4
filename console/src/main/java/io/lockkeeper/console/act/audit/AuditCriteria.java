package io.lockkeeper.console.act.audit;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.scope.ScopeCriteria;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.data.mongodb.core.query.Criteria;

/** MongoDB's criteria for audit records; all find intents. */
final class AuditCriteria {

    private static final String ACTION = "action";
    private static final String SOURCE = "source";
    private static final List<String> EVICTIONS = Arrays.stream(Action.values())
            .filter(Action::isEviction)
            .map(Enum::name)
            .toList();

    private AuditCriteria() {}

    /** Matches the entries of the query that were requested at an instant or before. */
    static Criteria of(AuditQuery query, Instant until) {
        List<Criteria> conditions =
                new ArrayList<>(List.of(where(ACTION).exists(true), where("at").lte(until)));
        ScopeCriteria.of(SOURCE, "lock", query.scope()).ifPresent(conditions::add);
        Optional.ofNullable(query.since())
                .ifPresent(first -> conditions.add(where("at").gte(first)));
        Optional.ofNullable(query.until())
                .ifPresent(last -> conditions.add(where("at").lt(last)));
        query.lockPattern().ifPresent(pattern -> conditions.add(where("lock").regex(pattern)));
        query.byPattern().ifPresent(pattern -> conditions.add(where("by").regex(pattern)));
        return new Criteria().andOperator(conditions);
    }

    static Criteria evictions(LockScope scope, Instant from, Instant until) {
        Criteria asked = where(ACTION).in(EVICTIONS).and("at").gte(from).lt(until);
        return ScopeCriteria.of(SOURCE, "lock", scope)
                .map(within -> new Criteria().andOperator(asked, within))
                .orElse(asked);
    }

    /** A request that was consented to is older than its beginning. */
    static Criteria evictionsBegun(Instant since) {
        Criteria begun = new Criteria()
                .orOperator(
                        where("at").gte(since),
                        where("at")
                                .gte(since.minus(Consent.LONGEST))
                                .and("consent")
                                .exists(true));
        return where(ACTION).in(EVICTIONS).andOperator(begun);
    }
}

package io.lockkeeper.console.ground.scope;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import java.util.List;
import java.util.regex.Pattern;
import org.springframework.data.mongodb.core.query.Criteria;

/** Query criteria that keep results within a scope. */
public final class ScopeCriteria {

    private ScopeCriteria() {}

    /** Requires that a field holds the name of a lock within the scope. */
    public static Criteria locks(String field, LockScope scope) {
        if (scope.seesEveryLock()) {
            return where(field).exists(true);
        }
        List<Criteria> names = scope.prefixes().stream()
                .map(prefix -> where(field).regex(Pattern.compile("^" + Pattern.quote(prefix))))
                .toList();
        return names.isEmpty() ? where(field).in(List.of()) : new Criteria().orOperator(names);
    }

    /** Requires that a field holds the id of a source within the scope. */
    public static Criteria sources(String field, LockScope scope) {
        return scope.seesEverySource()
                ? where(field).exists(true)
                : where(field).in(scope.sources());
    }
}

package io.lockkeeper.console.ground.scope;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import java.util.List;
import java.util.Optional;
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

    /**
     * Requires that two fields name a lock within the scope: one of the console's first collection where the field of the source is
     * missing. Empty where each is in scope.
     */
    public static Optional<Criteria> of(String source, String lock, LockScope scope) {
        return scope.isLimited()
                ? Optional.of(new Criteria()
                        .orOperator(
                                new Criteria().andOperator(where(source).exists(false), locks(lock, scope)),
                                new Criteria().andOperator(where(source).exists(true), sources(source, scope))))
                : Optional.empty();
    }

    /** Requires that a field holds the id of a source within the scope. */
    public static Criteria sources(String field, LockScope scope) {
        return scope.seesEverySource()
                ? where(field).exists(true)
                : where(field).in(scope.sources());
    }
}

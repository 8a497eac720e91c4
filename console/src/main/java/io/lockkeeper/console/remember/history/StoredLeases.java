package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.scope.ScopeCriteria;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.data.mongodb.core.query.Criteria;

/**
 * A collection in which leases are stored, by the names of its fields: queries and pages ask each in the same way.
 *
 * @param lease reads a document
 * @param lock the field of the lock's name
 * @param granted that of the beginning
 * @param ended that of the end
 * @param token that of the token
 * @param own where the fields are that only Lockkeeper's own locks have, with a dot at the end; empty for at the top
 * @param has whether it has leases that the question may be about
 * @param seen those that a scope reaches, by the field that says so
 */
record StoredLeases<T>(
        Class<T> type,
        Function<T, LeaseRecord> lease,
        String lock,
        String granted,
        String ended,
        String token,
        String own,
        Indexes by,
        Predicate<PastQuestion> has,
        Function<LockScope, List<Criteria>> seen) {

    /**
     * The names of indexes.
     *
     * @param held on the class of the length and the beginning
     * @param waited on the class of the wait and its beginning
     * @param lock on the lock and the beginning; {@code held} if there is none
     * @param end on the lock and the end; empty if there is none
     */
    record Indexes(String held, String waited, String lock, String end) {}

    /** The leases of the console's first collection, which a scope limits by the locks' names. */
    static final StoredLeases<LeaseRecord> FIRST = new StoredLeases<>(
            LeaseRecord.class,
            Function.identity(),
            "_id.lock",
            "grantedAt",
            "endedAt",
            "_id.token",
            "",
            new Indexes(LeaseRecord.HELD, LeaseRecord.WAITED, "lockkeeper_leases_lock", ""),
            asked -> asked.scope().seesNames(),
            scope -> limits(scope.seesEveryLock(), "_id.lock", scope, ScopeCriteria::locks));

    /** Holds of all other sources, which do not show whose service, host or operator it was. */
    static final StoredLeases<HoldRecord> SOURCES = new StoredLeases<>(
            HoldRecord.class,
            HoldRecord::lease,
            "lock",
            "since",
            "until",
            OwnLease.IN + "token",
            OwnLease.IN,
            new Indexes(HoldRecord.HELD, HoldRecord.WAITED, HoldRecord.HELD, HoldRecord.BY_LOCK),
            asked -> asked.scope().seesSources() && !asked.namesSomebody(),
            scope -> limits(scope.seesEverySource(), "source", scope, ScopeCriteria::sources));

    static final List<StoredLeases<?>> ALL = List.of(FIRST, SOURCES);

    /** Matches those of these locks that can be in it; empty if none can. */
    Optional<Criteria> of(Collection<LockId> locks) {
        List<Criteria> each = locks.stream()
                .filter(one -> one.isFirst() == equals(FIRST))
                .collect(Collectors.groupingBy(LockId::source, Collectors.mapping(LockId::name, Collectors.toList())))
                .entrySet()
                .stream()
                .map(some -> some.getKey().equals(LockId.FIRST)
                        ? where(lock).in(some.getValue())
                        : where("source").is(some.getKey()).and(lock).in(some.getValue()))
                .toList();
        if (each.size() > 1) {
            return Optional.of(new Criteria().orOperator(each));
        }
        return each.stream().findFirst();
    }

    /** The criteria of a scope; none if all are in scope. */
    static List<Criteria> limits(
            boolean all, String field, LockScope scope, BiFunction<String, LockScope, Criteria> criteria) {
        return all ? List.of() : List.of(criteria.apply(field, scope));
    }
}

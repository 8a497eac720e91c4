package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.remember.history.LeaseRecord.Course;
import io.lockkeeper.console.remember.history.LeaseRecord.Granted;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.query.Update;

/**
 * The further facts of a hold of one of Lockkeeper's own locks in a source, as in a {@link LeaseRecord}.
 *
 * @param weight how much of the lock's capacity it took
 * @param askedAt when its request began to wait; null if the grant was not seen
 * @param waitedMillis how long it waited; null if that is unknown
 * @param waitClass the class of that; null if it did not wait
 * @param waiters how many waited behind it at most, as far as a console saw; null for none
 * @param behind the requests that did, up to a limit; null for none
 * @param evicted who evicted it; null if it was not evicted
 * @param kept whether its agent kept it between uses; null if not
 * @param uses how many uses it had
 */
public record OwnLease(
        Party holder,
        long token,
        int weight,
        @Nullable Instant askedAt,
        @Nullable Long waitedMillis,
        @Nullable Integer waitClass,
        @Nullable Integer waiters,
        @Nullable List<String> behind,
        @Nullable Eviction evicted,
        @Nullable Boolean kept,
        @Nullable Integer uses) {

    /** The field of a hold that has it. */
    public static final String IN = "own.";

    /** Adds the facts of the lease's end to a hold's record. Consoles that saw the same end write the same. */
    public static void describe(Update update, HistoryEvent.Ended ended) {
        Holder lease = ended.holder();
        update.set(IN + "holder", Party.of(lease.owner()))
                .set(IN + "token", lease.token())
                .set(IN + "weight", lease.weight());
        if (ended.evicted() != null) {
            update.set(IN + "evicted", ended.evicted());
        }
        if (lease.hasUses()) {
            update.set(IN + "kept", true);
        }
        if (lease.use() != null) {
            update.set(IN + "uses", lease.use().count());
        }
    }

    Granted granted(@Nullable Instant at) {
        return new Granted(at, askedAt, waitedMillis, waitClass);
    }

    Course course() {
        return new Course(evicted, kept, uses, waiters, behind);
    }
}

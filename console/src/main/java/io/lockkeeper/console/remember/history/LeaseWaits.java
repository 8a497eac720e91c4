package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.query.Update;

/**
 * What is known of the waits around one lease: since when its request waited, and who waited behind it. Writing it twice has the same effect
 * as writing it once, also where one writer saw less of it than another. Used by one thread at a time.
 */
public final class LeaseWaits {

    /** The most waiters behind a lease that are named: any number may come and go. */
    private static final int MOST_BEHIND = 100;

    private final Set<String> behind = new LinkedHashSet<>();
    private @Nullable Instant askedAt;
    private int waiters;

    /** The lease is there. */
    public void granted(HistoryEvent.Granted granted) {
        askedAt = granted.askedAt();
    }

    /** Records the waiters behind it. */
    public void waited(HistoryEvent.Waited waited) {
        waiters = Math.max(waiters, waited.waiters());
        for (String each : waited.who()) {
            if (behind.size() < MOST_BEHIND) {
                behind.add(each);
            }
        }
    }

    /** The same as of now, with the facts of the lease itself. */
    OwnLease of(Holder lease) {
        Long waited = askedAt == null ? null : waited(askedAt, lease);
        return new OwnLease(
                Party.of(lease.owner()),
                lease.token(),
                lease.weight(),
                askedAt,
                waited,
                waited == null || waited == 0 ? null : LengthClass.of(waited).number(),
                waiters == 0 ? null : waiters,
                behind.isEmpty() ? null : List.copyOf(behind),
                lease.evicted(),
                lease.hasUses() ? true : null,
                lease.use() == null ? null : lease.use().count());
    }

    /** Adds to a lease's record since when its request waited, and how many waited behind it, in fields whose names begin so. */
    public void describe(Update update, String in, Holder lease) {
        if (askedAt != null) {
            long waited = waited(askedAt, lease);
            update.set(in + "askedAt", askedAt).set(in + "waitedMillis", waited);
            if (waited > 0) {
                update.set(in + "waitClass", LengthClass.of(waited).number());
            }
        }
        if (waiters > 0) {
            update.max(in + "waiters", waiters);
        }
    }

    private static long waited(Instant asked, Holder lease) {
        return Math.max(0, Duration.between(asked, lease.acquiredAt()).toMillis());
    }

    /** Adds the names of its waiters to the same record, by another update in the same batch. */
    public void nameWaiters(BulkOperations bulk, Object id, String in) {
        if (!behind.isEmpty()) {
            String last = in + "behind." + (MOST_BEHIND - 1);
            bulk.updateOne(
                    query(where("_id").is(id).and(last).exists(false)),
                    new Update().addToSet(in + "behind").each(behind.toArray()));
        }
    }
}

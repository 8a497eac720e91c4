package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.remember.history.LeaseRecord.Course;
import io.lockkeeper.console.remember.history.LeaseRecord.Ended;
import io.lockkeeper.console.remember.history.LeaseRecord.Granted;
import io.lockkeeper.console.remember.history.LeaseRecord.Whose;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.TakenOut;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Records as the recorder writes them, for tests that need a past of their own. */
public final class Records {

    /** So that no server deletes them while a test runs, whenever they ended. */
    private static final Duration RETENTION = Duration.ofDays(3_000);

    private Records() {}

    /**
     * A lease.
     *
     * @param asked when it began to wait; the same as {@code granted} if it did not
     * @param ended null while it is held
     */
    public static LeaseRecord lease(
            LeaseKey key,
            Party holder,
            Instant asked,
            Instant granted,
            @Nullable Instant ended,
            @Nullable Ending ending,
            @Nullable Eviction evicted) {
        return lease(key, holder, 1, asked, granted, ended, ending, evicted);
    }

    /** A lease of that weight. */
    public static LeaseRecord lease(
            LeaseKey key,
            Party holder,
            int weight,
            Instant asked,
            Instant granted,
            @Nullable Instant ended,
            @Nullable Ending ending,
            @Nullable Eviction evicted) {
        long waited = Duration.between(asked, granted).toMillis();
        return LeaseRecord.of(
                null,
                key,
                new Whose("acquirer-" + key.token(), holder, weight, null),
                new Granted(
                        granted,
                        asked,
                        waited,
                        waited == 0 ? null : LengthClass.of(waited).number()),
                new Course(evicted, null, null, null, null),
                ended == null
                        ? null
                        : new Ended(
                                ended,
                                Objects.requireNonNullElse(ending, Ending.RELEASED),
                                Duration.between(granted, ended).toMillis(),
                                LengthClass.between(granted, ended).number(),
                                ended.plus(RETENTION)));
    }

    public static WaitRecord wait(String lock, Party waiter, Instant since, Instant until) {
        return wait(lock, waiter, since, until, null);
    }

    public static WaitRecord takenOut(String lock, Party waiter, Instant since, Instant at, String by, String reason) {
        return wait(lock, waiter, since, at, new TakenOut(lock + "/" + waiter.pid(), by, reason, at));
    }

    private static WaitRecord wait(
            String lock, Party waiter, Instant since, Instant until, @Nullable TakenOut takenOut) {
        long waited = Duration.between(since, until).toMillis();
        return new WaitRecord(
                lock + "/" + waiter.pid(),
                lock,
                waiter,
                since,
                until,
                false,
                takenOut,
                waited,
                LengthClass.of(waited).number(),
                until.plus(RETENTION),
                null);
    }

    /** The place of a recorder, as it is stored. */
    public static Document place(Instant begun, Instant at) {
        return new Document("_id", RecorderPlace.ID)
                .append("token", new Document())
                .append("fence", 1L)
                .append("begun", Date.from(begun))
                .append("at", Date.from(at));
    }

    public static Gap gap(Instant from, Instant until, String why) {
        return Gap.unrecorded(from, until, why, until.plus(RETENTION));
    }
}

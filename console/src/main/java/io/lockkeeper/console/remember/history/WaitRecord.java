package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.TakenOut;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A wait that ended without a grant; the {@link LeaseRecord} has one that ended with a grant.
 *
 * @param id the request's id; of a lock of a source, behind the source's, so that several consoles that saw it leave write the same one
 * @param lock the lock it waited for
 * @param since when it began to wait
 * @param endedAt when it left the queue
 * @param silent whether its agent had fallen silent
 * @param takenOut who took it out of the queue and why; null if its caller gave up or its agent fell silent
 * @param waitedMillis how long it waited
 * @param waitClass the class of how long it waited, by which it is found at a moment between
 * @param purgeAt when the server deletes the record
 * @param source the id of the lock's source; null for the console's first collection, in whose documents it is missing
 */
@Document(WaitRecord.COLLECTION)
@CompoundIndex(name = "lockkeeper_waits_lock", def = "{ lock: 1, endedAt: -1 }")
@CompoundIndex(
        name = "lockkeeper_waits_source",
        def = "{ source: 1, lock: 1, endedAt: -1 }",
        partialFilter = "{ source: { $exists: true } }")
@CompoundIndex(name = WaitRecord.WAITED, def = "{ waitClass: 1, since: 1 }")
@CompoundIndex(
        name = WaitRecord.TAKEN_OUT,
        def = "{ 'takenOut.at': -1 }",
        partialFilter = "{ 'takenOut.at': { $exists: true } }")
public record WaitRecord(
        @Id String id,
        String lock,
        Party waiter,
        Instant since,
        Instant endedAt,
        boolean silent,
        @Nullable TakenOut takenOut,
        long waitedMillis,
        int waitClass,

        @Indexed(name = "lockkeeper_waits_expiry", expireAfter = "0s")
        Instant purgeAt,

        @Nullable String source) {

    static final String COLLECTION = "waits";
    static final String WAITED = "lockkeeper_waits_waited";
    static final String TAKEN_OUT = "lockkeeper_waits_taken_out";

    /** The record of a wait that has just ended. */
    public static WaitRecord of(LockId lock, HistoryEvent.Left left, Duration retention) {
        Waiter waiter = left.waiter();
        long waited = Math.max(0, Duration.between(waiter.since(), left.at()).toMillis());
        return new WaitRecord(
                prefix(lock.storedSource()) + waiter.acquirer(),
                lock.name(),
                Party.of(waiter.owner()),
                waiter.since(),
                left.at(),
                left.silent(),
                left.takenOut(),
                waited,
                LengthClass.of(waited).number(),
                left.at().plus(retention),
                lock.storedSource());
    }

    private static String prefix(@Nullable String source) {
        return source == null ? "" : source + "/";
    }

    /** The request's id. */
    public String acquirer() {
        String prefix = prefix(source);
        return id.startsWith(prefix) ? id.substring(prefix.length()) : id;
    }

    public LockId lockId() {
        return LockId.stored(source, lock);
    }
}

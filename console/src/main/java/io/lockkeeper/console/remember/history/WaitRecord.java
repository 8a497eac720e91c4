package io.lockkeeper.console.remember.history;

import io.lockkeeper.model.TakenOut;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A wait that ended without a grant; the {@link LeaseRecord} has one that ended with a grant.
 *
 * @param acquirer the request's id
 * @param lock the lock it waited for
 * @param waiter who waited
 * @param since when it began to wait
 * @param endedAt when it left the queue
 * @param silent whether its agent had fallen silent
 * @param takenOut who took it out of the queue and why; null if its caller gave up or its agent fell silent
 * @param waitedMillis how long it waited
 * @param waitClass the class of how long it waited, by which it is found at a moment between
 * @param purgeAt when the server deletes the record
 */
@Document(WaitRecord.COLLECTION)
@CompoundIndex(name = "lockkeeper_waits_lock", def = "{ lock: 1, endedAt: -1 }")
@CompoundIndex(name = WaitRecord.WAITED, def = "{ waitClass: 1, since: 1 }")
@CompoundIndex(
        name = WaitRecord.TAKEN_OUT,
        def = "{ 'takenOut.at': -1 }",
        partialFilter = "{ 'takenOut.at': { $exists: true } }")
public record WaitRecord(
        @Id String acquirer,
        String lock,
        Party waiter,
        Instant since,
        Instant endedAt,
        boolean silent,
        @Nullable TakenOut takenOut,
        long waitedMillis,
        int waitClass,

        @Indexed(name = "lockkeeper_waits_expiry", expireAfter = "0s")
        Instant purgeAt) {

    static final String COLLECTION = "waits";
    static final String WAITED = "lockkeeper_waits_waited";
    static final String TAKEN_OUT = "lockkeeper_waits_taken_out";
}

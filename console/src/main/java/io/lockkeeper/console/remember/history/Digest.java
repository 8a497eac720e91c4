package io.lockkeeper.console.remember.history;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * The leases of a lock that ended in one minute, counted instead of recorded one by one because the lock changed too often.
 * Together with the recorded ones, these are all leases that ended in that minute.
 *
 * @param key the lock and the minute in which they ended
 * @param leases how many were granted, and released
 * @param gaveUp how many requests left the queue without a grant
 * @param waiters how many waited behind one of them at most
 * @param held how long they were held
 * @param waited how long they waited, as far as that is known
 * @param endedAt the end of the minute
 * @param purgeAt when the server deletes it
 */
@Document(Digest.COLLECTION)
@CompoundIndex(name = Digest.BY_LOCK, def = "{ '_id.lock': 1, '_id.minute': -1 }")
@CompoundIndex(name = Digest.BY_MINUTE, def = "{ '_id.minute': -1 }")
public record Digest(
        @Id DigestKey key,
        long leases,
        long gaveUp,
        int waiters,
        Lengths held,
        Lengths waited,
        Instant endedAt,

        @Indexed(name = "lockkeeper_digests_expiry", expireAfter = "0s")
        Instant purgeAt) {

    static final String COLLECTION = "digests";
    static final String BY_LOCK = "lockkeeper_digests_lock";
    static final String BY_MINUTE = "lockkeeper_digests_minute";
}

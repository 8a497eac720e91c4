package io.lockkeeper.console.remember.history;

import io.lockkeeper.model.Eviction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * One lease, from its grant to its end. Times are the server's.
 *
 * @param key the lock and the lease's token
 * @param acquirer the lease's id
 * @param holder who held it, or null where the recorder saw only its token
 * @param weight how much of the lock's capacity it took
 * @param grantedAt when it was granted
 * @param askedAt when its request began to wait; {@code grantedAt} if it did not wait, null if that is unknown
 * @param waitedMillis how long it waited, or null if that is unknown
 * @param endedAt when it ended, or null if it has not
 * @param ending how it ended, or null if it has not
 * @param heldMillis how long it was held or kept, or null while it is, or if that is unknown
 * @param evicted who evicted it and why, or null if nobody did
 * @param waiters how many waited behind it at most, or null for none
 * @param behind who waited behind it, up to a limit; null for nobody
 * @param heldClass the class of how long it was held, by which it is found at a moment between; null while it is
 * @param waitClass the class of how long it waited, or null if it did not
 * @param kept whether its agent kept it from one use to the next, so that it was not held all the time; null if not
 * @param uses how many uses it had, by its last renewal; null if it was not kept, or that is unknown
 * @param purgeAt when the server deletes the record; null while the lease is held
 */
@Document(LeaseRecord.COLLECTION)
@CompoundIndex(name = "lockkeeper_leases_lock", def = "{ '_id.lock': 1, grantedAt: -1 }")
@CompoundIndex(name = "lockkeeper_leases_ended", def = "{ endedAt: 1, grantedAt: 1 }")
@CompoundIndex(name = "lockkeeper_leases_service", def = "{ 'holder.service': 1, grantedAt: -1 }")
@CompoundIndex(name = "lockkeeper_leases_host", def = "{ 'holder.host': 1, grantedAt: -1 }")
@CompoundIndex(name = LeaseRecord.HELD, def = "{ heldClass: 1, grantedAt: 1 }")
@CompoundIndex(
        name = LeaseRecord.WAITED,
        def = "{ waitClass: 1, askedAt: 1 }",
        partialFilter = "{ waitClass: { $exists: true } }")
@CompoundIndex(
        name = "lockkeeper_leases_evicted",
        def = "{ 'evicted.by': 1, grantedAt: -1 }",
        partialFilter = "{ 'evicted.by': { $exists: true } }")
public record LeaseRecord(
        @Id LeaseKey key,
        String acquirer,
        @Nullable Party holder,
        int weight,
        Instant grantedAt,
        @Nullable Instant askedAt,
        @Nullable Long waitedMillis,
        @Nullable Instant endedAt,
        @Nullable Ending ending,
        @Nullable Long heldMillis,
        @Nullable Eviction evicted,
        @Nullable Integer waiters,
        @Nullable List<String> behind,
        @Nullable Integer heldClass,
        @Nullable Integer waitClass,
        @Nullable Boolean kept,
        @Nullable Integer uses,

        @Indexed(name = "lockkeeper_leases_expiry", expireAfter = "0s") @Nullable
        Instant purgeAt) {

    static final String COLLECTION = "leases";
    static final String HELD = "lockkeeper_leases_held";
    static final String WAITED = "lockkeeper_leases_waited";

    /** How long it was held; of a kept lease that is unknown. */
    public Optional<Duration> held() {
        return isKept() ? Optional.empty() : lasted();
    }

    /** How long it lasted, held or kept. */
    public Optional<Duration> lasted() {
        return Optional.ofNullable(heldMillis).map(Duration::ofMillis);
    }

    public boolean isKept() {
        return Boolean.TRUE.equals(kept);
    }

    public Optional<Duration> waited() {
        return Optional.ofNullable(waitedMillis).map(Duration::ofMillis);
    }
}

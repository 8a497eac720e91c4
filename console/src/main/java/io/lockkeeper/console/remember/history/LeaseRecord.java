package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Eviction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * One lease of a lock of any source, from its grant to its end. What the source does not tell of it is null, which is most of it for
 * another library's. Times are the server's, but a library's own clock writes when its lock was acquired.
 *
 * @param key the lock and the lease's token, which is 0 if it is not known
 * @param acquirer the lease's id
 * @param holder who held it, or null where the recorder saw only its token, and where {@code words} tell
 * @param weight how much of the lock's capacity it took
 * @param grantedAt when it was granted; null only in a source whose documents do not tell
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
 * @param source the id of the lock's source; null for the console's first collection, in whose documents it is missing
 * @param words who held it, as a source's document names it; null in the first collection, and where it does not tell
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
        @Nullable Instant grantedAt,
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
        Instant purgeAt,

        @Nullable String source,
        @Nullable String words) {

    static final String COLLECTION = "leases";
    static final String HELD = "lockkeeper_leases_held";
    static final String WAITED = "lockkeeper_leases_waited";

    /** One of a source that lasts. */
    static LeaseRecord lasting(
            LeaseKey key,
            String acquirer,
            int weight,
            Instant since,
            @Nullable Boolean kept,
            @Nullable Integer uses,
            String source,
            String words) {
        return new LeaseRecord(
                key,
                acquirer,
                null,
                weight,
                since,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                kept,
                uses,
                null,
                source,
                words.isEmpty() ? null : words);
    }

    public LockId lock() {
        return LockId.stored(source, key.lock());
    }

    public OptionalLong token() {
        return key.token() == 0 ? OptionalLong.empty() : OptionalLong.of(key.token());
    }

    /** What tells it from every other one. */
    public Object id() {
        return List.of(lock(), key.token(), acquirer);
    }

    /** Whether no more than its token was seen. */
    public boolean isOnlyItsToken() {
        return source == null && holder == null;
    }

    /** Whether it would be on record that its holder, or others behind it, waited. */
    public boolean tellsWaits() {
        return source == null;
    }

    /** Who held it, as far as that is known. */
    public Optional<String> who() {
        return holder == null ? Optional.ofNullable(words) : Optional.of(holder.name());
    }

    /** When it began; where that is unknown, or after its end by another clock, when it ended. */
    public Instant began() {
        Instant end = endedAt;
        if (end == null) {
            return Objects.requireNonNull(grantedAt, "a lease that lasts is known by its grant");
        }
        return grantedAt == null || grantedAt.isAfter(end) ? end : grantedAt;
    }

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

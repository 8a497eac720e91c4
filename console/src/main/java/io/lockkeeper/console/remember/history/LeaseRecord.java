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
 * One lease of a lock of any source, from its grant to its end. What the source does not show is null, which is most of it for another
 * library's. Times are the server's, but a library's own clock writes when its lock was acquired.
 *
 * @param key the lock and the lease's token, which is 0 if it is not known
 * @param holder who held it, or null where the recorder saw only its token, or has only {@code words}
 * @param weight how much of the lock's capacity it took
 * @param grantedAt when it was granted; null only in a source whose documents do not have it
 * @param askedAt when its request began to wait; {@code grantedAt} if it did not wait, null if that is unknown
 * @param waitedMillis how long it waited, or null if that is unknown
 * @param endedAt when it ended, or null if it has not
 * @param ending how it ended, or null if it has not
 * @param heldMillis how long it was held or kept, or null while it is, or if that is unknown
 * @param evicted who evicted it and why, or null if it was not evicted
 * @param waiters how many waited behind it at most, or null for none
 * @param behind who waited behind it, up to a limit; null for none
 * @param heldClass the class of how long it was held, by which it is found at a moment between; null while it is
 * @param waitClass the class of how long it waited, or null if it did not
 * @param kept whether its agent kept it from one use to the next, so that it was not held all the time; null if not
 * @param uses how many uses it had, by its last renewal; null if it was not kept, or that is unknown
 * @param purgeAt when the server deletes the record; null while the lease is held
 * @param source the id of the lock's source; null for the console's first collection, in whose documents it is missing
 * @param words who held it, as a source's document names it; null in the first collection, and where it has none
 */
@Document(LeaseRecord.COLLECTION)
@CompoundIndex(name = "lockkeeper_leases_lock", def = "{ '_id.lock': 1, grantedAt: -1 }")
@CompoundIndex(name = LeaseRecord.BY_END, def = "{ endedAt: 1, grantedAt: 1 }")
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
    static final String BY_END = "lockkeeper_leases_ended";
    static final String HELD = "lockkeeper_leases_held";
    static final String WAITED = "lockkeeper_leases_waited";

    /**
     * The owner of a lease.
     *
     * @param holder who held it, if its document has service and instance
     * @param weight how much of the lock's capacity it took
     * @param words who held it, as a source's document names it
     */
    public record Whose(
            String acquirer,
            @Nullable Party holder,
            int weight,
            @Nullable String words) {

        /** An owner that the source names, perhaps with an empty text. */
        static Whose named(String acquirer, int weight, String words) {
            return new Whose(acquirer, null, weight, words.isEmpty() ? null : words);
        }
    }

    /**
     * The beginning of a lease.
     *
     * @param at when it was granted
     * @param askedAt when its request began to wait
     * @param waitedMillis how long it waited
     * @param waitClass the class of that length; null for one that did not wait
     */
    public record Granted(
            @Nullable Instant at,
            @Nullable Instant askedAt,
            @Nullable Long waitedMillis,
            @Nullable Integer waitClass) {

        /** A grant of which it is unknown whether its request waited. */
        static Granted at(@Nullable Instant at) {
            return new Granted(at, null, null, null);
        }
    }

    /**
     * The end of a lease.
     *
     * @param heldMillis how long it was held, if that is known
     * @param heldClass the class of that length
     * @param purgeAt when the server deletes the record
     */
    public record Ended(
            Instant at,
            Ending ending,
            @Nullable Long heldMillis,
            @Nullable Integer heldClass,
            @Nullable Instant purgeAt) {}

    /**
     * What became of it after its grant.
     *
     * @param evicted who evicted it; null if it was not evicted
     * @param kept whether its agent kept it between uses; null if not
     * @param uses how many uses it had
     * @param waiters how many waited behind it at most, or null for none
     * @param behind the requests that did, up to a limit; null for none
     */
    public record Course(
            @Nullable Eviction evicted,
            @Nullable Boolean kept,
            @Nullable Integer uses,
            @Nullable Integer waiters,
            @Nullable List<String> behind) {

        /** The course of a lease that was neither evicted nor kept, without waiters. */
        public static final Course USUAL = new Course(null, null, null, null, null);
    }

    /**
     * A lease from its parts.
     *
     * @param source the id of the lock's source; null for the console's first collection
     * @param ended null while it lasts
     */
    public static LeaseRecord of(
            @Nullable String source, LeaseKey key, Whose whose, Granted granted, Course course, @Nullable Ended ended) {
        return new LeaseRecord(
                key,
                whose.acquirer(),
                whose.holder(),
                whose.weight(),
                granted.at(),
                granted.askedAt(),
                granted.waitedMillis(),
                ended == null ? null : ended.at(),
                ended == null ? null : ended.ending(),
                ended == null ? null : ended.heldMillis(),
                course.evicted(),
                course.waiters(),
                course.behind(),
                ended == null ? null : ended.heldClass(),
                granted.waitClass(),
                course.kept(),
                course.uses(),
                ended == null ? null : ended.purgeAt(),
                source,
                whose.words());
    }

    public LockId lock() {
        return LockId.stored(source, key.lock());
    }

    public OptionalLong token() {
        return key.token() == 0 ? OptionalLong.empty() : OptionalLong.of(key.token());
    }

    /** Identifies it among all leases. */
    public Object id() {
        return List.of(lock(), key.token(), acquirer);
    }

    /** Whether no more than its token was seen. */
    public boolean isOnlyItsToken() {
        return source == null && holder == null;
    }

    /** Whether it would be on record that its holder, or others behind it, waited: of another library's lock it never is. */
    public boolean tellsWaits() {
        return source == null || holder != null;
    }

    /** The holder, as far as that is known. */
    public Optional<String> who() {
        return Optional.ofNullable(words).or(() -> Optional.ofNullable(holder).map(Party::name));
    }

    /** When it began; if that is unknown, or after its end by another clock, when it ended. */
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

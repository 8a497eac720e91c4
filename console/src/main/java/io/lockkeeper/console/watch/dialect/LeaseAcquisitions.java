package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** The leases of one of Lockkeeper's own locks, as acquisitions, which are identified by acquirer and token. */
public final class LeaseAcquisitions {

    private LeaseAcquisitions() {}

    public static Acquisition of(String lock, Holder lease) {
        return of(lock, lease.acquirer(), lease.token());
    }

    /** The acquisition that the lease of that acquirer and token is. */
    public static Acquisition of(String lock, String acquirer, long token) {
        return new Acquisition(new BsonString(lock), List.of(new BsonString(acquirer), new BsonInt64(token)));
    }

    public static String acquirer(Acquisition lease) {
        return lease.values().getFirst().asString().getValue();
    }

    /** The lease that an acquisition is, if the lock's document still lists it. */
    public static Optional<Holder> in(LockDocument lock, Acquisition acquisition) {
        return lock.holders().stream()
                .filter(lease -> of(lock.name(), lease).equals(acquisition))
                .findFirst();
    }

    /** The last lease that ended, if it is that one. */
    public static Optional<Released> lastEnd(LockDocument lock, Acquisition acquisition) {
        return Optional.ofNullable(lock.released())
                .filter(end -> acquisition.values().contains(new BsonString(end.acquirer())));
    }

    public static String words(Holder lease) {
        Owner user = lease.user();
        return "%s · %s · %s".formatted(user.service(), user.instance(), user.thread());
    }

    /** A lock, represented by the lease that stands for it. */
    public static DialectLock lock(LockDocument lock) {
        return first(lock).map(lease -> lock(lock, lease)).orElseGet(() -> free(lock));
    }

    /** A lock that is held, represented by one of its leases. */
    public static DialectLock lock(LockDocument lock, Holder lease) {
        return new DialectLock(
                lock.name(),
                true,
                false,
                lock.holders().stream().map(LeaseAcquisitions::words).distinct().toList(),
                lease.heldSince(),
                Optional.of(lease).filter(LeaseAcquisitions::isRenewed).map(Holder::updatedAt),
                expiry(lock),
                OptionalLong.of(lease.token()),
                of(lock.name(), lease),
                Optional.of(lock),
                "");
    }

    private static DialectLock free(LockDocument lock) {
        return new DialectLock(
                lock.name(),
                false,
                false,
                List.of(),
                Optional.<Instant>empty(),
                Optional.empty(),
                new Expiry.Never("it is free"),
                OptionalLong.empty(),
                new Acquisition(new BsonString(lock.name()), List.of()),
                Optional.of(lock),
                "");
    }

    /** A lease that was evicted or lingers is not renewed. */
    private static boolean isRenewed(Holder lease) {
        return lease.evicted() == null && !lease.lingers();
    }

    /** The expiry; of several leases the last one's. */
    private static Expiry expiry(LockDocument lock) {
        return lock.holders().stream()
                .map(Holder::expiresAt)
                .max(Comparator.naturalOrder())
                .<Expiry>map(Expiry.At::new)
                .orElseThrow();
    }

    /** The lease that stands for the lock: granted first of those that are not evicted, or else of all. */
    static Optional<Holder> first(LockDocument lock) {
        return lock.holders().stream().min(Comparator.comparing(lease -> lease.evicted() != null));
    }
}

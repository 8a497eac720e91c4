package io.lockkeeper.console.watch.dialect;

import com.mongodb.client.model.Filters;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Settle;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Lockkeeper's own locks in another collection than the console's first: read by the mapping of shared-model, and evicted by
 * the protocol's own pipeline. A document that the mapping refuses is damaged, or of a newer version than this console: it is
 * a lock that cannot be read, and no free one.
 */
public final class LockkeeperDialect implements Dialect {

    public static final String ID = "lockkeeper";

    /** A document with none of these was never a lock's. */
    private static final List<String> TELLING = List.of("capacity", "token", "holders", "queue");

    private static final Bson IN_USE = Filters.nor(Filters.and(Filters.size("holders", 0), Filters.size("queue", 0)));

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String library() {
        return "Lockkeeper";
    }

    @Override
    public Evidence evidence() {
        return new Evidence.Own();
    }

    @Override
    public Grade grade() {
        return Grade.A;
    }

    @Override
    public String sentence() {
        return "An evicted lease is marked: its agent notifies the holder, and the next waiter is granted the lock once the"
                + " holder has stopped or the quarantine is over. No touch and no release of an old holder changes its"
                + " successor's lease.";
    }

    @Override
    public ClockSource clock() {
        return ClockSource.SERVER;
    }

    @Override
    public String heldMeans() {
        return "held";
    }

    @Override
    public Optional<DialectLock> read(BsonDocument document, TtlIndexes indexes) {
        try {
            return Optional.of(LeaseAcquisitions.lock(LockMapper.fromBson(document)));
        } catch (DamagedLockException e) {
            return Optional.of(unreadable(document, isLock(document) ? why(e) : "it is no lock of Lockkeeper"));
        }
    }

    @Override
    public String unreadable(String damage) {
        return "This console cannot read it: %s. Where an agent of a newer version wrote it, upgrade the console."
                .formatted(damage);
    }

    private static boolean isLock(BsonDocument document) {
        return document.isString("_id") && TELLING.stream().anyMatch(document::containsKey);
    }

    private static String why(DamagedLockException e) {
        return String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
    }

    private static DialectLock unreadable(BsonDocument document, String why) {
        BsonValue id = document.get("_id", BsonNull.VALUE);
        return DialectLock.unreadable(id, NameTemplate.text(id), why);
    }

    @Override
    public boolean mayHaveTwoDocuments() {
        return false;
    }

    @Override
    public boolean tellsRenewals() {
        return true;
    }

    @Override
    public boolean quarantines() {
        return true;
    }

    @Override
    public boolean hasQueues() {
        return true;
    }

    @Override
    public boolean leavesFree() {
        return true;
    }

    @Override
    public boolean evictsAtOnce() {
        return true;
    }

    @Override
    public Optional<ForcedRelease> force(BsonDocument document, Acquisition seen, ForceOrder order) {
        LockDocument lock = LockMapper.fromBson(document);
        return LeaseAcquisitions.in(lock, seen)
                .map(lease -> order.atOnce() ? removal(lock, lease, order) : mark(lock, lease, seen, order));
    }

    private static ForcedRelease removal(LockDocument lock, Holder lease, ForceOrder order) {
        Change change = Settle.evictNow(lock.name(), lease, order.by(), order.reason(), order.id());
        return new ForcedRelease.Remove(change, order.id());
    }

    private static ForcedRelease mark(LockDocument lock, Holder lease, Acquisition seen, ForceOrder order) {
        Change change = Settle.evict(lock.name(), lease, order.by(), order.reason(), order.quarantine(), order.id());
        return new ForcedRelease.Mark(change, seen, order.id());
    }

    @Override
    public boolean tellsAcquisitions() {
        return true;
    }

    @Override
    public boolean tellsLateReleases() {
        return true;
    }

    @Override
    public Optional<String> releaseAction() {
        return Optional.of("update");
    }

    @Override
    public Optional<JobRule> job() {
        return Optional.empty();
    }

    /** Matches locks that are in use, or cannot be read: there may be millions of free ones. */
    @Override
    public Bson filter() {
        return IN_USE;
    }

    @Override
    public List<String> topFields() {
        return List.of("capacity", "token", "holders", "queue", "released", "takenOut", "wake", "expiresAt");
    }

    @Override
    public Optional<Sureness> sureness(BsonDocument document, String collectionName) {
        boolean all = TELLING.stream().allMatch(document::containsKey);
        boolean read = read(document, TtlIndexes.UNREADABLE)
                .filter(lock -> lock.own().isPresent())
                .isPresent();
        if (!all || !read) {
            return Optional.empty();
        }
        return Optional.of(collectionName.equals(LockDocument.COLLECTION) ? Sureness.CERTAIN : Sureness.LIKELY);
    }

    @Override
    public List<String> tellingFields(BsonDocument document) {
        return TELLING.stream().filter(document::containsKey).toList();
    }
}

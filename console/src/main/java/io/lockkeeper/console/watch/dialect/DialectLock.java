package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * A lock of a source. What its documents do not hold is empty, or an expiry that says why it is unknown.
 *
 * @param name as people know the lock
 * @param held whether it is held, its expiry aside
 * @param endsFree whether it counts as free once its expiry has passed, as it cannot be distinguished from a release
 * @param heartbeat when it was renewed last
 * @param expiry when it ends by itself
 * @param acquisition what distinguishes this acquisition from the next
 * @param own the whole document of one of Lockkeeper's own; empty of another library's, and where it cannot be read
 * @param damage why a document that is a lock's cannot be read; empty if it can
 */
public record DialectLock(
        String name,
        boolean held,
        boolean endsFree,
        List<String> holders,
        Optional<Instant> acquired,
        Optional<Instant> heartbeat,
        Expiry expiry,
        OptionalLong fence,
        Acquisition acquisition,
        Optional<LockDocument> own,
        String damage) {

    public enum State {
        /** Its document cannot be read: who holds it is unknown. */
        UNREADABLE,
        /** Past its expiry, and its document is still there. */
        EXPIRED,
        HELD,
        FREE
    }

    /** A lock whose document cannot be read, and of whose acquisition nothing is known. */
    public static DialectLock unreadable(BsonValue id, String name, String damage) {
        return unreadable(name, new Acquisition(id, List.of()), damage);
    }

    /** A lock whose document cannot be read: whether it is held, and by whom, is unknown. */
    static DialectLock unreadable(String name, Acquisition acquisition, String damage) {
        return free(name, acquisition, "its document cannot be read", damage);
    }

    /** A lock that is free as it has no document. */
    public static DialectLock absent(String name) {
        return free(name, new Acquisition(new BsonString(name), List.of()), "it has no document", "");
    }

    private static DialectLock free(String name, Acquisition acquisition, String why, String damage) {
        return new DialectLock(
                name,
                false,
                false,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                new Expiry.Unknown(why),
                OptionalLong.empty(),
                acquisition,
                Optional.empty(),
                damage);
    }

    /** The id of its document. */
    public BsonValue id() {
        return acquisition.id();
    }

    /** The id of its document, as text. */
    public String document() {
        return acquisition.document();
    }

    /** Whether its document shows its holder. */
    public boolean isReadable() {
        return damage.isEmpty();
    }

    public State state(Instant now) {
        if (!isReadable()) {
            return State.UNREADABLE;
        }
        if (!held) {
            return State.FREE;
        }
        boolean over = expiry.instant().filter(at -> !at.isAfter(now)).isPresent();
        if (!over) {
            return State.HELD;
        }
        return endsFree ? State.FREE : State.EXPIRED;
    }

    /** Whether somebody holds it, or did until it expired. */
    public boolean isTaken(Instant now) {
        State is = state(now);
        return is == State.HELD || is == State.EXPIRED;
    }

    /** When it ended by itself, if it had by then. A document that bars all others until the TTL monitor deletes it holds it until then. */
    public Optional<Instant> ranOut(Instant now) {
        return held && !(expiry instanceof Expiry.ByMonitor)
                ? expiry.instant().filter(at -> !at.isAfter(now))
                : Optional.empty();
    }

    /** Whether this acquisition still holds it; for one of our locks with several leases, whether that lease is still there. */
    public boolean isOf(Acquisition seen) {
        return own.map(lock -> LeaseAcquisitions.in(lock, seen).isPresent()).orElseGet(() -> acquisition.equals(seen));
    }

    /** The lock, represented by this acquisition; empty if the acquisition is over. */
    public Optional<DialectLock> with(Acquisition seen) {
        return own.isPresent()
                ? own.flatMap(
                        lock -> LeaseAcquisitions.in(lock, seen).map(lease -> LeaseAcquisitions.lock(lock, lease)))
                : Optional.of(this).filter(lock -> lock.acquisition.equals(seen));
    }

    /** The leases of one of our locks; none of another library's. */
    public List<Holder> leases() {
        return own.map(LockDocument::holders).orElse(List.of());
    }

    /** Whether an operator has evicted this acquisition, and it is still there. */
    public boolean isEvicted(Acquisition seen) {
        return own.flatMap(lock -> LeaseAcquisitions.in(lock, seen))
                .filter(lease -> lease.evicted() != null)
                .isPresent();
    }
}

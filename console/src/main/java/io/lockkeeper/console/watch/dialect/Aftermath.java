package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.console.watch.dialect.DialectLock.State;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * The result of a forced release, by its dialect's own reading.
 *
 * @param seen the acquisition that is to end
 */
public record Aftermath(Dialect dialect, Acquisition seen, Instant now) {

    /** Why the change would not end the acquisition in this document, as a half sentence; empty if it would. */
    public Optional<String> faultBefore(ForcedRelease.Update change, BsonDocument document) {
        try {
            return fault(change.applied(document));
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Why it did not, by MongoDB's answer. Another holder is there by its own right: others joined those who share the lock. */
    public Optional<String> faultAfter(BsonDocument answer) {
        boolean others = read(answer)
                .filter(lock -> lock.isReadable() && !lock.isOf(seen))
                .isPresent();
        return others ? Optional.empty() : fault(answer);
    }

    private Optional<String> fault(BsonDocument after) {
        Optional<DialectLock> left = read(after);
        Optional<String> damage = left.map(DialectLock::damage).filter(it -> !it.isEmpty());
        return damage.map("it leaves a document that this dialect cannot read: %s"::formatted)
                .or(() -> dialect.quarantines() ? unguarded(left) : unfreed(left));
    }

    private Optional<DialectLock> read(BsonDocument document) {
        return LockReading.of(document, dialect, TtlIndexes.UNREADABLE);
    }

    private Optional<String> unfreed(Optional<DialectLock> left) {
        return left.filter(this::isHeld)
                .map(lock -> "it does not free the lock: by this dialect the document is still held");
    }

    private Optional<String> unguarded(Optional<DialectLock> left) {
        if (left.filter(this::isHeld).isEmpty()) {
            return Optional.of("it keeps no process from the lock: by this dialect the document is not held after it");
        }
        DialectLock lock = left.get();
        if (lock.isOf(seen)) {
            return Optional.of("it leaves the identity as it is, so that the old holder would still be the holder");
        }
        return lock.expiry() instanceof Expiry.Never
                ? Optional.of("it would never end: by this dialect the document has no expiry")
                : Optional.empty();
    }

    private boolean isHeld(DialectLock lock) {
        return lock.state(now) == State.HELD;
    }
}

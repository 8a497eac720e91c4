package io.lockkeeper.console.facets.notes;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an operator lets others know of locks, for a time.
 *
 * @param source the source of the locks; null for the console's first collection
 * @param lock the name of the lock, or how the names of several start
 * @param all whether it is about all locks whose names start so
 * @param note what to know, in words
 * @param until from when on it is shown no more
 */
record DutyNote(@Nullable String source, String lock, boolean all, String note, String by, Instant at, Instant until) {

    /** Requires all parts but the source, of which a stored note must have each. */
    DutyNote {
        Stream.of(lock, note, by, at, until).forEach(Objects::requireNonNull);
    }

    boolean isAbout(LockId of) {
        return Objects.equals(source, of.storedSource())
                && (all ? of.name().startsWith(lock) : of.name().equals(lock));
    }

    boolean isShown(Instant now) {
        return until.isAfter(now);
    }

    /** The note, shown no longer than until then. */
    DutyNote over(Instant then) {
        return isShown(then) ? new DutyNote(source, lock, all, note, by, at, then) : this;
    }

    /** Whether a user with that scope may see a lock that it is about. */
    boolean isWithin(LockScope scope) {
        LockId named = LockId.stored(source, lock);
        return scope.sees(named)
                || (all && named.isFirst() && scope.prefixes().stream().anyMatch(prefix -> prefix.startsWith(lock)));
    }

    /** Whether it is the same operator's about the same locks, so that it replaces the other. */
    boolean replaces(DutyNote other) {
        return Objects.equals(source, other.source)
                && lock.equals(other.lock)
                && all == other.all
                && by.equals(other.by);
    }

    /** The locks as records name them. */
    String locks() {
        return lock + (all ? "*" : "");
    }
}

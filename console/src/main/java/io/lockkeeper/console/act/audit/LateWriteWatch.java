package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.source.LockWrite;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * Judges from the writes to a lock after its forced release whether its old holder is alive. One rule: a writer as the holder of an
 * acquisition that is over does not know that.
 *
 * <ol>
 *   <li>The acquisition that was released is over from the release on; each later one once its lock is free, gone or taken.
 *   <li>A write that leaves a lock with an acquisition that is over, and changes what the dialect reads, is late. Where the
 *       same holder's next acquisition looks like its last one, only while the lock may not be taken.
 *   <li>So is a write that makes a lock none, although it was not taken since the release.
 * </ol>
 *
 * <p>A late unlock that ends the successor's acquisition looks like the successor's own. It is found when the successor unlocks in its
 * turn, where an unlock changes the document, and is dated with the first of the two. Where it deletes the document, the successor's own
 * then changes nothing, and nothing is found. Not thread-safe.
 */
final class LateWriteWatch {

    private static final int MOST = 1_000;

    /** The ended acquisitions, with when one was freed by an apparent unlock of its own; the end of time if it ended otherwise. */
    private final Map<Acquisition, Instant> over = new LinkedHashMap<>();

    private final BsonTimestamp from;
    private final boolean tellsAcquisitions;
    private @Nullable Acquisition holder;

    /**
     * @param from the place of the release among all writes
     * @param tellsAcquisitions whether no two acquisitions look alike
     */
    LateWriteWatch(Acquisition released, BsonTimestamp from, boolean tellsAcquisitions) {
        this.from = from;
        this.tellsAcquisitions = tellsAcquisitions;
        over.put(released, Instant.MAX);
    }

    /** Takes a write; returns when an old holder wrote, if that has shown it. */
    Optional<Instant> late(LockWrite change) {
        if (change.clusterTime().compareTo(from) <= 0) {
            return Optional.empty();
        }
        return change.after().map(after -> written(change, after)).orElseGet(() -> gone(change));
    }

    /** The time of a late write: of two unlocks of a successor the first was the old holder's. */
    private Optional<Instant> written(LockWrite change, DialectLock after) {
        boolean changes = !change.before().equals(change.after());
        Instant freed = over.get(after.acquisition());
        if (freed != null && (tellsAcquisitions || isTaken(change))) {
            return changes ? Optional.of(freed.isBefore(change.at()) ? freed : change.at()) : Optional.empty();
        }
        over.remove(after.acquisition());
        if (after.state(change.at()) == State.FREE) {
            // A free lock without a holder's name looks the same after each holder.
            end(after.held() ? after.acquisition() : holder, change.at());
            holder = null;
        } else if (!after.acquisition().equals(holder)) {
            endUnlessShared(after.acquisition());
            holder = after.acquisition();
        }
        return Optional.empty();
    }

    /** Ends the last holder unless it shares the lock: those that stay after another joined or left may leave as well. */
    private void endUnlessShared(Acquisition next) {
        Acquisition last = holder;
        if (last != null && !next.sharesWith(last)) {
            end(last, Instant.MAX);
        }
    }

    private static boolean isTaken(LockWrite change) {
        Instant at = change.at();
        return change.before().filter(before -> before.state(at) == State.HELD).isPresent();
    }

    private Optional<Instant> gone(LockWrite change) {
        boolean late = holder == null && !change.deleted() && change.before().isPresent();
        end(holder, Instant.MAX);
        holder = null;
        return late ? Optional.of(change.at()) : Optional.empty();
    }

    private void end(@Nullable Acquisition acquisition, Instant freed) {
        if (acquisition != null) {
            over.putIfAbsent(acquisition, freed);
            if (over.size() > MOST) {
                over.remove(over.keySet().iterator().next());
            }
        }
    }
}

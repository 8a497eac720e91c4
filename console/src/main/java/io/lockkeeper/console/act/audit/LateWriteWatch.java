package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.source.LockWrite;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * Judges from the writes to a lock after its forced release whether its old holder is alive. One rule: whoever writes as the
 * holder of an acquisition that is over does not know that it is over.
 *
 * <ol>
 *   <li>The acquisition that was released is over from the release on; each later one once its lock is free, gone or taken.
 *   <li>A write that leaves a lock with an acquisition that is over, and changes what the dialect reads, is late. Where the
 *       same holder's next acquisition looks like its last one, only while nobody may take the lock.
 *   <li>So is a write that makes a lock none, although nobody has taken it since the release.
 * </ol>
 *
 * <p>A late unlock that ends the successor's acquisition looks like the successor's own. It is found when the successor unlocks in its
 * turn, where an unlock changes the document. Where it deletes the document, the successor's own then changes nothing, and nothing is
 * found. Not thread-safe.
 */
final class LateWriteWatch {

    private static final int MOST = 1_000;

    private final Set<Acquisition> over = new LinkedHashSet<>();
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
        over.add(released);
    }

    /** Takes a write; returns whether an old holder made it. */
    boolean isLate(LockWrite change) {
        if (change.clusterTime().compareTo(from) <= 0) {
            return false;
        }
        return change.after().map(after -> written(change, after)).orElseGet(() -> gone(change));
    }

    private boolean written(LockWrite change, DialectLock after) {
        boolean changes = !change.before().equals(change.after());
        if (over.contains(after.acquisition()) && (tellsAcquisitions || isTaken(change))) {
            return changes;
        }
        over.remove(after.acquisition());
        if (after.state(change.at()) == State.FREE) {
            // A free lock that names nobody looks the same after each holder.
            end(after.held() ? after.acquisition() : holder);
            holder = null;
        } else if (!after.acquisition().equals(holder)) {
            endUnlessShared(after.acquisition());
            holder = after.acquisition();
        }
        return false;
    }

    /** Of several who share a lock, those who stay after another joined or left may leave as well. */
    private void endUnlessShared(Acquisition next) {
        Acquisition last = holder;
        if (last != null && !next.sharesWith(last)) {
            end(last);
        }
    }

    private static boolean isTaken(LockWrite change) {
        Instant at = change.at();
        return change.before().filter(before -> before.state(at) == State.HELD).isPresent();
    }

    private boolean gone(LockWrite change) {
        boolean late = holder == null && !change.deleted() && change.before().isPresent();
        end(holder);
        holder = null;
        return late;
    }

    private void end(@Nullable Acquisition acquisition) {
        if (acquisition != null) {
            over.add(acquisition);
            if (over.size() > MOST) {
                over.remove(over.iterator().next());
            }
        }
    }
}

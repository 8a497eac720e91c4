package io.lockkeeper.agent.store;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.FirstGrant;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.UncontendedChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Sends {@link UncontendedChange}s where locks are likely to be uncontended, and {@link FirstGrant}s where they are likely to have no
 * document. One that finds its lock changed by others does nothing, and is left to {@link io.lockkeeper.model.Settle}: for the same
 * acquirers and under the same stamp, so that a change of many that was applied in part is completed and not repeated.
 */
final class FastPath {

    private final MongoLockStore store;
    private final UncontendedLocks locks;
    private final NewLocks newLocks = new NewLocks();
    private final ServerTime serverTime;

    FastPath(MongoLockStore store, LongSupplier ticker) {
        this.store = store;
        this.locks = new UncontendedLocks(ticker);
        this.serverTime = new ServerTime(ticker);
    }

    /** The reply; nothing if the lock is contended, or has a document where none was expected. */
    Optional<Reply> alone(Ask ask, String stamp, Duration timeout) {
        return ask instanceof Ask.Combinable each
                ? unchanged(each, stamp, timeout).or(() -> first(each, stamp, timeout))
                : Optional.empty();
    }

    private Optional<Reply> unchanged(Ask.Combinable ask, String stamp, Duration timeout) {
        Optional<Reply> reply = locks.change(ask).map(change -> store.apply(change, stamp, timeout));
        boolean missed = reply.filter(FastPath::matchedNothing).isPresent();
        if (missed) {
            locks.sawOthers(ask.lock().value());
        }
        return missed ? Optional.empty() : reply;
    }

    private Optional<Reply> first(Ask.Combinable ask, String stamp, Duration timeout) {
        return firstGrant(ask)
                .map(grant -> store.apply(grant.change(stamp), timeout))
                .filter(reply -> !isDuplicate(reply));
    }

    /** The grant that creates the lock's document, if it is likely to have none. */
    Optional<FirstGrant> firstGrant(Ask.Combinable ask) {
        return newLocks.isNextNew() && !locks.knows(ask.lock()) ? FirstGrant.of(ask) : Optional.empty();
    }

    private static boolean isDuplicate(Reply reply) {
        return reply instanceof Reply.Refused refused
                && refused.cause() instanceof MongoException error
                && ErrorCategory.fromErrorCode(error.getCode()) == ErrorCategory.DUPLICATE_KEY;
    }

    private static boolean matchedNothing(Reply reply) {
        return reply instanceof Reply.Answered answered && answered.snapshot().isEmpty();
    }

    /** The changes; nothing if one of the locks is contended. */
    Optional<List<UncontendedChange>> changes(List<Ask.Combinable> asks) {
        return serverTime.now().isEmpty() || !store.countsAreTrue() ? Optional.empty() : locks.changes(asks);
    }

    /** A reply for each; nothing if one of the locks had changed by then. Some may have been changed all the same. */
    Optional<List<Reply>> together(List<UncontendedChange> changes, String stamp, Duration timeout) {
        return serverTime.now().flatMap(time -> sent(changes, stamp, time, timeout));
    }

    private Optional<List<Reply>> sent(List<UncontendedChange> changes, String stamp, Instant time, Duration timeout) {
        try {
            return store.update(changes, stamp, timeout) == changes.size()
                    ? Optional.of(replies(changes, stamp, time))
                    : Optional.empty();
        } catch (MongoException e) {
            // What the server refused is over. Of what is unknown nothing may be sent a second time beside it.
            Reply.Failed failed = DriverErrors.of(e);
            return failed instanceof Reply.Unknown
                    ? Optional.of(changes.stream().<Reply>map(change -> failed).toList())
                    : Optional.empty();
        } catch (IllegalStateException e) { // the client is closed: nothing was sent
            return Optional.empty();
        }
    }

    /** The results, of which only a count came back: they are known except for the time, on which nothing exact depends. */
    private static List<Reply> replies(List<UncontendedChange> changes, String stamp, Instant time) {
        return changes.stream()
                .map(change -> new Snapshot(change.after(stamp, time), time))
                .<Reply>map(snapshot -> new Reply.Answered(Optional.of(snapshot), true))
                .toList();
    }

    /** Notes the lock as it was after the ask. */
    void saw(Ask ask, Reply reply) {
        if (reply instanceof Reply.Answered answered) {
            answered.snapshot().map(Snapshot::lock).ifPresent(lock -> saw(ask, lock));
        }
    }

    private void saw(Ask ask, LockDocument lock) {
        if ((ask instanceof Ask.Enqueue || ask instanceof Ask.TryEnqueue) && !locks.knows(ask.lock())) {
            newLocks.saw(ask, lock);
        }
        locks.saw(ask, lock);
    }

    /** The server's time in one of its answers. */
    void told(Instant time) {
        serverTime.told(time);
    }
}

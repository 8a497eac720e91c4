package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.dialect.DialectLock;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * What one write did to a lock of another library.
 *
 * @param id of the lock's document
 * @param before the lock before the write, as far as known; empty if there was none
 * @param after the lock after the write; empty if it is no longer one
 * @param deleted whether the document itself is gone, by this write or by a later one
 * @param at when, by the server's clock
 * @param clusterTime its place among all writes
 */
public record LockWrite(
        BsonValue id,
        Optional<DialectLock> before,
        Optional<DialectLock> after,
        boolean deleted,
        Instant at,
        BsonTimestamp clusterTime) {

    /** Receives the changes on a feed's thread. It must be quick and must not query a server. */
    public interface Listener {

        void changed(LockSource source, Board board, LockWrite change);

        /** A change from before the source was followed, reported late: in the order of the lock's changes, on a thread of its own. */
        default void past(LockSource source, Board board, LockWrite change) {}

        /** Whether changes of the past are to wait, because reported ones are not recorded yet. */
        default boolean isFull() {
            return false;
        }

        /** The source was read again. Changes in between are reported later, where that is still possible. */
        default void readAnew(LockSource source, Board board) {}

        /** All changes of a collection's sources up to this mark have been reported. */
        default void reached(Place collection, StreamMark mark) {}

        /** The changes of the collection in this time will not be reported. */
        default void missed(Place collection, Missed gap) {}
    }
}

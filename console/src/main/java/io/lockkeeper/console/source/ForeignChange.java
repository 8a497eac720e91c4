package io.lockkeeper.console.source;

import io.lockkeeper.console.dialect.ForeignLock;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * What one write did to a lock of another library.
 *
 * @param id of the lock's document
 * @param before as it was known before; empty if there was none
 * @param after as it is now; empty if it is no lock any more
 * @param deleted whether the document itself is gone, by this write or by a later one
 * @param at when, by the server's clock
 * @param clusterTime its place among all writes
 */
public record ForeignChange(
        BsonValue id,
        Optional<ForeignLock> before,
        Optional<ForeignLock> after,
        boolean deleted,
        Instant at,
        BsonTimestamp clusterTime) {

    /** Who hears of them. Called on a feed's thread: it must be quick, and ask no server. */
    public interface Listener {

        void changed(LockSource source, SourceBoard board, ForeignChange change);

        /** All that is known of the source was read anew: what happened meanwhile nobody has seen. */
        default void readAnew(LockSource source, SourceBoard board) {}
    }
}

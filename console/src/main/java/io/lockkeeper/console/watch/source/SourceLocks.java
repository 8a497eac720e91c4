package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonValue;

/**
 * The locks of one source in memory: of Lockkeeper's own the documents, of another library's what its dialect reads of them.
 * Thread-safe.
 */
public sealed interface SourceLocks permits OwnLocks, SourceBoard {

    Dialect dialect();

    /** The lock whose document has this id, if it can be read. */
    Optional<ForeignLock> find(BsonValue id);

    /** The lock of this name; of several documents, the one that changed last. */
    Optional<LockView> view(String name);

    /** Lockkeeper's own locks that are not free; of other libraries none. */
    List<LockView> ownInUse();

    /** Lockkeeper's own locks that an agent holds; of other libraries none. */
    List<LockView> heldBy(String agent);

    /** Locks that are not free at a moment and have no document of Lockkeeper's own, or none that can be read. */
    List<ForeignLock> othersInUse(Instant now);

    /** The names of which there are several documents, although each is meant to have one. */
    List<String> doubled(int most);

    /** The locks of this name, the one that changed last first. */
    List<ForeignLock> all(String name, int most);
}

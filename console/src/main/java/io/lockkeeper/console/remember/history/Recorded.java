package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is on record of the locks of some sources. Waits for MongoDB. */
interface Recorded {

    /** The latest leases of a lock, the newest first: so many that have ended, and those that last. */
    List<LeaseRecord> newestOf(LockId lock, int most);

    /** The gaps of the record since then, and the outages, the earliest first. */
    List<Gap> gapsSince(String source, Instant moment);

    RecorderStatus status();

    default Optional<LeaseRecord> lease(LockId lock, long token) {
        return Optional.empty();
    }

    /** The minutes since then in which leases were only counted, the newest first. */
    default List<Digest> countedSince(LockId lock, Instant since, int most) {
        return List.of();
    }

    /** Waits since then that ended without a grant, the newest first; empty if waits are not on record. */
    default Optional<List<WaitRecord>> waitsOf(LockId lock, Instant since, int most) {
        return Optional.empty();
    }
}

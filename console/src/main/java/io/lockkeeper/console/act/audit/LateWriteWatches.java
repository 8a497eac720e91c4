package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.EvictionState.Watched;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Duration;
import java.time.Instant;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Begins to watch for late writes where an eviction needs that, and knows the clocks of the clusters that the locks are in. */
@Component
class LateWriteWatches {

    private final Dialects dialects;
    private final Clusters clusters;
    private final ServerClock clock;

    LateWriteWatches(Dialects dialects, Clusters clusters, ServerClock clock) {
        this.dialects = dialects;
        this.clusters = clusters;
        this.clock = clock;
    }

    /** Now, by the clock of the lock's cluster. */
    Instant now(LockId lock) {
        return clock.now().minus(behind(lock));
    }

    /** By how much the clock of the lock's cluster is behind the console's own. */
    Duration behind(LockId lock) {
        return clusters.find(LockSource.clusterOf(lock.source()))
                .map(cluster -> cluster.behind(clock))
                .orElse(Duration.ZERO);
    }

    /**
     * The watch that an eviction needs now; null if none.
     *
     * @param changedAt the place of its change among all writes; null if only the time of the answer is known
     */
    @Nullable
    LateWriteWatch of(Course course, @Nullable BsonTimestamp changedAt) {
        if (!(course.state() instanceof Watched watched)) {
            return null;
        }
        AuditEntry entry = course.entry();
        boolean tells = dialects.find(LockSource.dialectOf(entry.place().source()))
                .map(Dialect::tellsAcquisitions)
                .orElse(false);
        BsonTimestamp from = changedAt == null ? after(entry, watched.until().minus(Course.WATCHED)) : changedAt;
        return new LateWriteWatch(entry.acquisition(), from, tells);
    }

    /** The second after the answer: what the eviction itself wrote is before it. */
    private BsonTimestamp after(AuditEntry entry, Instant answered) {
        Instant there = answered.minus(behind(entry.place()));
        return new BsonTimestamp((int) there.getEpochSecond() + 1, 0);
    }
}

package io.lockkeeper.console.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostEpisode;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.remember.costs.UsedLock;
import io.lockkeeper.console.remember.history.CountedWaits;
import io.lockkeeper.console.remember.history.LeaseSpan;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who cost whom. Times in milliseconds.
 *
 * @param from the beginning of the time asked about
 * @param waitedMillis how long all waits took within it
 * @param waits how many they were
 * @param more whether there were more than are read; these are the longest
 * @param costs the dearest first
 * @param moreCosts whether there are more of them
 * @param counted the longest waits of locks that changed too often to record each: who waited, and for whom, is not known
 * @param use how much of each lock was in use, as far as each lease is recorded, the most used first; null if that could not be
 *     added up in time, or is not recorded
 * @param recorded how much of the time is on record
 * @param unrecorded the ids of the sources that were asked about and of which no waits are recorded: the sums do not have them
 */
record CostsAnswer(
        Instant from,
        Instant until,
        long waitedMillis,
        int waits,
        boolean more,
        List<CostLine> costs,
        boolean moreCosts,
        List<CountedWaits> counted,
        @Nullable List<UseLine> use,
        @JsonUnwrapped HistoryAnswer.Recorded recorded,
        List<String> unrecorded) {

    /**
     * How long requests of a service waited while leases of another were held.
     *
     * @param source the id of the lock's source; null for the console's first collection, and where waits are not added up by lock
     * @param on the lock, or the prefix of the locks' names; empty where all locks are added up
     * @param holder the service that held; empty for the time in which no lease is recorded
     * @param waiter the service that waited
     * @param waits how many requests waited
     * @param locks how many locks they waited for
     * @param longest the longest episodes, at most 10
     */
    record CostLine(
            @Nullable String source,
            String on,
            String holder,
            String waiter,
            long waitedMillis,
            int waits,
            int locks,
            List<EpisodeLine> longest) {

        private static final int EPISODES = 10;

        static CostLine of(Cost cost) {
            return new CostLine(
                    new LockId(cost.key().source(), cost.key().on()).storedSource(),
                    cost.key().on(),
                    cost.key().holder(),
                    cost.key().waiter(),
                    cost.millis(),
                    cost.waits(),
                    cost.locks(),
                    cost.longest().stream().limit(EPISODES).map(EpisodeLine::of).toList());
        }
    }

    /**
     * The part of a wait for which one lease accounts.
     *
     * @param source the id of the lock's source; null for the console's first collection
     * @param token the lease's; null for the time in which no lease is recorded
     * @param waiter service and instance
     */
    record EpisodeLine(
            @Nullable String source,
            String lock,
            @Nullable Long token,
            String waiter,
            Instant from,
            Instant until,
            long waitedMillis) {

        static EpisodeLine of(CostEpisode episode) {
            return new EpisodeLine(
                    episode.waited().lock().storedSource(),
                    episode.waited().lock().name(),
                    tokenOf(episode.lease()),
                    episode.waited().waiter().name(),
                    episode.from(),
                    episode.until(),
                    episode.millis());
        }
    }

    private static @Nullable Long tokenOf(@Nullable LeaseSpan lease) {
        return lease == null || lease.token() == 0 ? null : lease.token();
    }

    /**
     * How much of a lock was in use.
     *
     * @param leases how many leases it had
     * @param share of the time that is recorded, or of all permits in it, from 0 to 1; null if the lock's capacity is unknown
     */
    record UseLine(String lock, long leases, @Nullable Double share) {

        static UseLine of(UsedLock used) {
            return new UseLine(
                    used.lock(),
                    used.leases(),
                    used.share().isPresent() ? used.share().getAsDouble() : null);
        }
    }

    static CostsAnswer of(Costs found, int most) {
        List<UsedLock> use = found.use();
        return new CostsAnswer(
                found.question().from(),
                found.question().moment(),
                found.millis(),
                found.waits(),
                found.more(),
                found.all().stream().limit(most).map(CostLine::of).toList(),
                found.all().size() > most,
                found.counted().stream().limit(most).toList(),
                use == null ? null : use.stream().limit(most).map(UseLine::of).toList(),
                HistoryAnswer.Recorded.of(found.gaps().stream(), found.begun()),
                found.unrecorded());
    }
}

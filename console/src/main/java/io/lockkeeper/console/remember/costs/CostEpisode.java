package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.remember.history.LeaseSpan;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.WaitSpan;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of a wait, within the time asked about, for which one lease accounts.
 *
 * @param lease the lease; null for the time in which none is recorded
 * @param from when the part began
 * @param millis how much of the wait it accounts for: less than the part is long where several leases were held at once, by their
 *     weights
 */
public record CostEpisode(WaitSpan waited, @Nullable LeaseSpan lease, Instant from, Instant until, long millis) {

    /** The service that held; empty where no lease is recorded. */
    String holder() {
        if (lease == null) {
            return "";
        }
        return lease.holder() == null ? Party.UNKNOWN.service() : lease.holder().service();
    }
}

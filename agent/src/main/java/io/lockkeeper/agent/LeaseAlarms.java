package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.LongestHold;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The alarms of one lease: one for its deadline, which moves with it, and one for its longest hold. */
final class LeaseAlarms {

    /** How old a lease grows before the agent listens for its eviction; younger ones cost no stream. */
    private static final Duration LONG_HELD = Duration.ofSeconds(2);

    private final HeldLease lease;
    private final LeaseUpkeep upkeep;
    /** Made with the first longest hold: most leases have none. */
    private final AtomicReference<@Nullable LongestHold> longestHold = new AtomicReference<>();

    private volatile @Nullable Alarm alarm;
    private volatile boolean cancelled;

    LeaseAlarms(HeldLease lease, LeaseUpkeep upkeep) {
        this.lease = lease;
        this.upkeep = upkeep;
    }

    /** Looks for the first time when the lease is at risk, and after {@link #LONG_HELD} at the latest. */
    void begin() {
        Duration first = tellRisk();
        watch(first.compareTo(LONG_HELD) < 0 ? first : LONG_HELD);
    }

    /** Replaces the longest hold: the lease is lost after this time from now. */
    void holdAtMost(Duration longest) {
        LongestHold hold = longestHold();
        hold.set(longest);
        if (cancelled) {
            hold.cancel(); // who cancelled may not have seen it
        }
    }

    private LongestHold longestHold() {
        LongestHold made = longestHold.get();
        if (made != null) {
            return made;
        }
        LongestHold mine = new LongestHold(
                upkeep.alarms(),
                left -> lease.user().longestHoldNear(left),
                longest -> lease.lose(new LeaseLoss.HeldTooLong(longest)));
        return longestHold.compareAndSet(null, mine) ? mine : longestHold();
    }

    void cancel() {
        cancelled = true;
        Alarm pending = alarm;
        if (pending != null) {
            pending.cancel();
        }
        LongestHold hold = longestHold.get();
        if (hold != null) {
            hold.cancel();
        }
    }

    /** Looks again when the lease is at risk, and then at its deadline. Both may have moved by then. */
    private void watch(Duration delay) {
        alarm = upkeep.alarms().after(delay, () -> {
            lease.expireIfPast();
            if (lease.isHeld()) {
                watch(tellRisk());
                upkeep.leases().addLongHeld(lease);
                upkeep.listen().run();
            }
            if (!lease.isHeld()) {
                lease.forget();
            }
        });
    }

    /** Warns if less than a third of the ttl is left. Returns when to look again. */
    private Duration tellRisk() {
        Duration left = lease.remaining();
        Duration little = lease.bid().request().ttl().dividedBy(3);
        if (left.compareTo(little) > 0) {
            return left.minus(little);
        }
        lease.user().atRisk(left);
        return left;
    }
}

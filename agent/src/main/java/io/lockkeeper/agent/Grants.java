package io.lockkeeper.agent;

import io.lockkeeper.agent.keeping.Keeper;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.Keep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns grants into leases: those of the server, and those of leases that the agent has kept. */
final class Grants {

    private final LeaseUpkeep upkeep;
    private final Timer background;
    private final LeaseKeeping<KeptLease> keeping;
    private final int tokens;

    /** Where a kept lease is asked for so many tokens. */
    Grants(LeaseUpkeep upkeep, Timer background, LeaseKeeping<KeptLease> keeping, int tokens) {
        this.upkeep = upkeep;
        this.background = background;
        this.keeping = keeping;
        this.tokens = tokens;
    }

    /** What a request asks of the server so as to be kept; null if its lease is not to be kept, or cannot be now. */
    @Nullable
    Keep keep(LockRequest asked) {
        Optional<Duration> time = asked.keep();
        if (time.isEmpty()) {
            return null;
        }
        keeping.isWanted(time.get());
        upkeep.listen().run();
        return keeping.mayKeep(asked.name()) ? new Keep(time.get(), tokens) : null;
    }

    /** Another use of the lease that the agent has kept, if it has. Else what it has of the lock is released, and the server is asked. */
    Optional<Lease> again(LockRequest asked, LockObserver.Acquiring acquiring) {
        Keeper<KeptLease> keeper = keeping.find(asked.name());
        return keeper == null
                ? Optional.empty()
                : Optional.ofNullable(keeper.lease().again(asked, acquiring));
    }

    /** As {@link #again}, for a caller that does not wait: who uses the kept lease now is not disturbed. */
    Optional<Attempt> attempt(LockRequest asked, LockObserver.Acquiring acquiring) {
        Keeper<KeptLease> keeper = keeping.find(asked.name());
        if (keeper == null) {
            return Optional.empty();
        }
        KeptLease kept = keeper.lease();
        if (kept.isInUse() && asked.kind().equals(RequestKind.EXCLUSIVE)) {
            return Optional.of(new Attempt.Refused(asked.name(), List.of(kept.heldBy()), 0));
        }
        return Optional.ofNullable(kept.again(asked, acquiring)).map(Attempt.Granted::new);
    }

    /**
     * The lease of a grant; nothing if it has ended by now, or was evicted before anybody knew of it.
     *
     * @throws LockUnavailableException if the agent is being closed; the grant is undone then
     */
    Optional<Lease> granted(Bid bid, Grant grant, LockRequest asked) {
        Keep keep = grant.holder().keep();
        if (keep == null) {
            HeldLease lease = new HeldLease(bid, grant, asked, upkeep);
            return isOurs(lease, bid, grant) ? Optional.of(lease.begin(grant, asked)) : Optional.empty();
        }
        KeptLease kept = new KeptLease(bid, grant, asked, upkeep, background, keeping, keep);
        return isOurs(kept.lease(), bid, grant) ? Optional.of(kept.begin(grant, asked)) : Optional.empty();
    }

    private boolean isOurs(HeldLease lease, Bid bid, Grant grant) {
        if (!lease.isHeld() || !grant.counts()) {
            upkeep.removals().remove(bid);
            return false;
        }
        upkeep.leases().add(lease);
        if (upkeep.gate().isShut()) { // whoever shuts it from here on sees the lease
            lease.forget();
            upkeep.removals().removeNow(bid);
            throw new LockUnavailableException(lease.name(), Gate.CLOSED, null);
        }
        return true;
    }
}

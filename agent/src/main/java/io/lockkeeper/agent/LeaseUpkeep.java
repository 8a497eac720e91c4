package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime.Timer;
import java.util.Optional;

/**
 * Turns grants into leases, and carries the parts of the agent that leases use.
 *
 * @param alarms for deadlines: nothing that runs there waits for the network
 * @param leases the leases that are held
 * @param releases what releases use
 * @param listen opens the agent's stream if it is not open
 */
record LeaseUpkeep(
        Gate gate,
        Calls calls,
        Timer alarms,
        Renewals renewals,
        Removals removals,
        SlowHolds slowHolds,
        HeldLeases leases,
        ReleaseUpkeep releases,
        Runnable listen) {

    /**
     * The lease of a grant; nothing if it has ended by now, or was evicted before anybody knew of it.
     *
     * @throws LockUnavailableException if the agent is being closed; the grant is undone then
     */
    Optional<HeldLease> granted(Bid bid, Grant grant, LockRequest asked) {
        HeldLease lease = new HeldLease(bid, grant, asked, this);
        if (!lease.isHeld() || !grant.counts()) {
            removals.remove(bid);
            return Optional.empty();
        }
        leases.add(lease);
        if (gate.isShut()) { // whoever shuts it from here on sees the lease
            lease.forget();
            removals.removeNow(bid);
            throw new LockUnavailableException(lease.name(), Gate.CLOSED, null);
        }
        lease.begin(grant, asked);
        return Optional.of(lease);
    }
}

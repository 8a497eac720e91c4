package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.OpenRequests;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.upkeep.Removals;
import io.lockkeeper.agent.upkeep.Renewals;

/**
 * The parts of the agent that leases use.
 *
 * @param lateAttempts what holders attempt with leases that they have lost
 * @param alarms for deadlines: nothing that runs there waits for the network
 * @param holders what holders use
 * @param leases the leases that are held
 * @param open the requests whose callers have no answer yet
 * @param releases what releases use
 * @param listen opens the agent's stream if it is not open
 */
record LeaseUpkeep(
        AgentOptions options,
        LateAttempts lateAttempts,
        Timer alarms,
        Renewals renewals,
        LeaseHolder.Upkeep holders,
        HeldLeases leases,
        OpenRequests open,
        LeaseEnd.Upkeep releases,
        Runnable listen) {

    Gate gate() {
        return releases.gate();
    }

    Server server() {
        return releases.server();
    }

    Removals removals() {
        return releases.removals();
    }
}

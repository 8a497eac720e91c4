package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime.Timer;

/**
 * The parts of the agent that leases use.
 *
 * @param alarms for deadlines: nothing that runs there waits for the network
 * @param leases the leases that are held
 * @param open the requests whose callers have no answer yet
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
        OpenRequests open,
        ReleaseUpkeep releases,
        Runnable listen) {}

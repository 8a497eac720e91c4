package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the agent that leases use.
 *
 * @param alarms for deadlines: nothing that runs there waits for the network
 * @param slowHolds null unless the options ask for them
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
        @Nullable SlowHolds slowHolds,
        HeldLeases leases,
        OpenRequests open,
        ReleaseUpkeep releases,
        Runnable listen) {}

package io.lockkeeper.agent;

import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.waiting.LocalWaiters;

/**
 * The parts of the agent that kept leases need.
 *
 * @param recalls runs the calls that end the keeping of leases in use
 * @param keeping the leases that the agent keeps
 * @param waiters the agent's callers that wait for a lock
 */
record KeptUpkeep(LeaseUpkeep upkeep, Timer recalls, LeaseKeeping<KeptLease> keeping, LocalWaiters waiters) {}

package io.lockkeeper.agent;

import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.time.AgentTime.Timer;

/**
 * The parts of the agent that kept leases use.
 *
 * @param background for calls that nobody waits for
 * @param keeping what is kept
 * @param waiters who waits for it in memory
 */
record KeptUpkeep(LeaseUpkeep upkeep, Timer background, LeaseKeeping<KeptLease> keeping, LocalWaiters waiters) {}

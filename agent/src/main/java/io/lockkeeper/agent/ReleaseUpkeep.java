package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.ServerCalls;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.closing.Underway;
import io.lockkeeper.agent.upkeep.Removals;

/**
 * The parts of the agent that releases use.
 *
 * @param underway counts the releases that have begun: a closing agent awaits their end
 * @param background those that nobody waits for
 */
record ReleaseUpkeep(
        Gate gate, ServerCalls calls, Removals removals, Underway underway, BackgroundReleases background) {}

package io.lockkeeper.agent;

/**
 * The parts of the agent that releases use.
 *
 * @param underway counts the releases that have begun: a closing agent awaits their end
 * @param background those that nobody waits for
 */
record ReleaseUpkeep(Gate gate, Calls calls, Removals removals, Underway underway, BackgroundReleases background) {}

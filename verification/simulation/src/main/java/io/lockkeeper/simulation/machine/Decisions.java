package io.lockkeeper.simulation.machine;

/**
 * Everything that chance decides in a history: where a strand is held, and what the network does with a call. Each decision has a name that
 * the next change of the code does not move, so that a history can be described, cut down and kept.
 */
public interface Decisions {

    /** For how many nanoseconds the strand is held at that point, passed so many times; -1 if it goes on. */
    long hold(String strand, int point, int time);

    /** What the network does with that call of the agent, its so-manieth of that kind. */
    String fate(String agent, String kind, int time);
}

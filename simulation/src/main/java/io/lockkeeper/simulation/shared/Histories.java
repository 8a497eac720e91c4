package io.lockkeeper.simulation.shared;

import java.util.List;

/** Runs histories, one at a time. */
public interface Histories {

    /** The history of that seed, with so many agents at the most. */
    Result random(long seed, int agents);

    /**
     * The history of these lines, which a {@linkplain Result#script script} has.
     *
     * @throws IllegalArgumentException if a line says nothing
     */
    Result replay(List<String> script);
}

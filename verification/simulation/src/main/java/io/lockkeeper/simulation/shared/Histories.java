package io.lockkeeper.simulation.shared;

import java.util.List;

/** Runs histories, one at a time. */
public interface Histories {

    /** The history of that seed. */
    Result random(long seed, Size size);

    /** What the server was asked in the history of that seed, in the order of time. */
    List<Exchange> exchanges(long seed, Size size);

    /**
     * The history of these lines, which a {@linkplain Result#script script} has.
     *
     * @throws IllegalArgumentException if a line says nothing
     */
    Result replay(List<String> script);
}

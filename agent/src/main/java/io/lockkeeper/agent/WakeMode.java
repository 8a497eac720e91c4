package io.lockkeeper.agent;

import io.lockkeeper.model.HintPlace;
import java.util.List;

/** How the agents of a service wake one another. Agents that share locks should use the same. */
public enum WakeMode {
    /** Hints in {@code local} if the client's user may write there, else beside the locks, else a change stream. */
    AUTO,
    /** Hints in the database {@code local}, not replicated, or a change stream. The cheapest; needs a role made in {@code admin}. */
    LOCAL,
    /** Hints in the database of the locks, or a change stream. */
    DATABASE,
    /** A change stream of each agent that waits or holds: MongoDB wakes each stream for every write of the application. */
    STREAM;

    /** The places that are tried, in this order. */
    List<HintPlace> places() {
        return switch (this) {
            case AUTO -> List.of(HintPlace.LOCAL, HintPlace.DATABASE);
            case LOCAL -> List.of(HintPlace.LOCAL);
            case DATABASE -> List.of(HintPlace.DATABASE);
            case STREAM -> List.of();
        };
    }
}

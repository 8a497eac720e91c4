package io.lockkeeper.agent.hints;

import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The place where an agent writes and reads hints. Safe for use by any number of threads. */
public interface HintChannel {

    /** The place, or nothing while the agent can use none: then it follows the change stream. */
    Optional<HintPlace> place();

    /** Why there is none although one is wanted; empty where there is, or none is wanted. */
    Optional<String> refusal();

    /**
     * Writes hints, once: those that are lost are not written again.
     *
     * @param to where the agents that they concern read them, which may be another place than that of this agent
     * @throws RuntimeException if some were not written
     */
    void send(HintPlace to, List<Hint> hints);

    /**
     * Reads the hints for an agent from now on.
     *
     * @param silence how long it awaits the next one before it says that there was none
     * @throws RuntimeException if it cannot
     */
    Wakes open(String agent, Duration silence);
}

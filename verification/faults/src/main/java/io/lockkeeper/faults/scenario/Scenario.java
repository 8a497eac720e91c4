package io.lockkeeper.faults.scenario;

import io.lockkeeper.faults.overlay.Patch;
import java.time.Duration;
import java.util.List;

/**
 * An interleaving that hurts, staged step by step with real processes. It says nothing about what must come of it: the rules
 * do, as for everything else.
 *
 * @param name what it is called
 * @param what happens, in a sentence
 * @param ttl of its clients' leases, unless a step says otherwise
 * @param trouble places of the agent changed so that it meets with what cannot be staged from outside; no rule of its own
 *     is touched by them
 * @param play the steps
 */
public record Scenario(String name, String what, Duration ttl, List<Patch> trouble, Play play) {

    Scenario(String name, String what, Duration ttl, Play play) {
        this(name, what, ttl, List.of(), play);
    }

    /** Plays it once and returns when nothing more is to come. */
    @FunctionalInterface
    interface Play {
        void on(Stage stage) throws InterruptedException;
    }
}

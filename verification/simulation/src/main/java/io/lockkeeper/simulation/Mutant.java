package io.lockkeeper.simulation;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/**
 * The agent with one rule taken out.
 *
 * @param name what it is called
 * @param rule the rule that it breaks
 */
record Mutant(String name, String rule, List<Patch> patches) {

    static Mutant of(String name, String rule, Patch... patches) {
        return new Mutant(name, rule, List.of(patches));
    }
}

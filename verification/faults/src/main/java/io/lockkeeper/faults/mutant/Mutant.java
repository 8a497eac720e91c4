package io.lockkeeper.faults.mutant;

import io.lockkeeper.faults.overlay.Patch;
import io.lockkeeper.faults.scenario.Scenario;
import io.lockkeeper.faults.scenario.Scenarios;
import java.util.List;

/**
 * The product with one rule taken out, and the scenario that must show it.
 *
 * @param name what it is called
 * @param rule the rule that it breaks
 */
public record Mutant(String name, String rule, Scenario scenario, List<Patch> patches) {

    static Mutant of(String name, String rule, String scenario, Patch... patches) {
        return new Mutant(name, rule, Scenarios.named(scenario), List.of(patches));
    }
}

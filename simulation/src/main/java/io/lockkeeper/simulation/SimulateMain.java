package io.lockkeeper.simulation;

import io.lockkeeper.simulation.shared.Histories;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code ./lockkeeper simulate}: whole agents in simulated histories. Ends with 1 if a promise was broken. */
final class SimulateMain {

    static {
        System.setProperty("logback.configurationFile", "logback-simulation.xml");
    }

    private SimulateMain() {}

    public static void main(String... args) {
        Options options = options(args);
        try {
            Jdk.require(Runtime.version().feature());
        } catch (IllegalStateException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
        if (!options.mutants().isEmpty()) {
            System.exit(MutantHunt.run(options) == 0 ? 0 : 1);
        }
        Histories histories = Simulator.open(List.of());
        System.out.printf(
                "Seed %d, up to %d agents%n", options.seed(), options.size().agents());
        Map<String, FoundFault> found = hunt(new Hunt(histories, options.size(), options.seed()), options.duration());
        found.values().forEach(each -> System.out.print(each.told(histories)));
        System.exit(found.isEmpty() ? 0 : 1);
    }

    /** The first history that breaks each rule, with how many more did. */
    private static Map<String, FoundFault> hunt(Hunt hunt, Duration longest) {
        Map<String, FoundFault> byRule = new LinkedHashMap<>();
        Optional<FoundFault> next = hunt.next(longest);
        while (next.isPresent()) {
            byRule.merge(next.get().rule(), next.get(), (first, other) -> first.andAnother());
            next = hunt.next(longest.minus(hunt.took()));
        }
        System.out.println(hunt);
        return byRule;
    }

    private static Options options(String... args) {
        try {
            return Options.of(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(
                    "Understood are: --seed N, --minutes N, --agents N, --calls N, --steps N, --mutants, --only MUTANT[,MUTANT...]");
            System.exit(2);
            throw e;
        }
    }
}

package io.lockkeeper.simulation;

import io.lockkeeper.simulation.host.HostHunt;
import io.lockkeeper.simulation.shared.Histories;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
        if (options.host()) {
            System.exit(HostHunt.run(options.seed(), options.bounds(), options.every()) ? 0 : 1);
        }
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
        Map<String, Integer> found =
                hunt(new Hunt(histories, options.size(), options.seed(), options.bounds()), histories, System.out);
        found.forEach((rule, times) -> System.out.printf(Locale.ROOT, "%d histories broke: %s%n", times, rule));
        System.exit(found.isEmpty() ? 0 : 1);
    }

    /** Counts how many histories break each rule. Prints the first of each as soon as it is found, and goes on. */
    static Map<String, Integer> hunt(Hunt hunt, Histories histories, PrintStream out) {
        Map<String, Integer> byRule = new LinkedHashMap<>();
        Optional<FoundFault> next = hunt.next();
        while (next.isPresent()) {
            if (byRule.merge(next.get().rule(), 1, Integer::sum) == 1) {
                out.print(next.get().told(histories));
                out.flush();
            }
            next = hunt.next();
        }
        out.println(hunt);
        return byRule;
    }

    private static Options options(String... args) {
        try {
            return Options.of(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(
                    "Understood are: --seed N, --histories N, --minutes N, --agents N, --calls N, --steps N, --host, --mutants, --only MUTANT[,MUTANT...]");
            System.exit(2);
            throw e;
        }
    }
}

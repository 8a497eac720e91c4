package io.lockkeeper.simulation;

import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Result;
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
        if (options.mutants()) {
            System.exit(MutantHunt.run(options) == 0 ? 0 : 1);
        }
        Histories histories = Simulator.open(List.of());
        System.out.printf(
                "Seed %d, up to %d agents%n", options.seed(), options.size().agents());
        Map<String, Found> found = hunt(new Hunt(histories, options.size(), options.seed()), options.duration());
        found.values().forEach(each -> tell(histories, each));
        System.exit(found.isEmpty() ? 0 : 1);
    }

    /** The first history that breaks a rule, and how many more did. */
    private record Found(long seed, String rule, Result result, int more) {

        private static Found one(Found first, Found next) {
            return new Found(first.seed, first.rule, first.result, first.more + 1);
        }
    }

    private static Map<String, Found> hunt(Hunt hunt, Duration longest) {
        Map<String, Found> byRule = new LinkedHashMap<>();
        Optional<Result> next = hunt.next(longest);
        while (next.isPresent()) {
            String rule = next.get().broken().getFirst().rule();
            byRule.merge(rule, new Found(hunt.seed(), rule, next.get(), 0), Found::one);
            next = hunt.next(longest.minus(hunt.took()));
        }
        System.out.println(hunt);
        return byRule;
    }

    private static void tell(Histories histories, Found found) {
        System.out.printf("%nSeed %d and %d others broke: %s%n", found.seed, found.more, found.rule);
        List<String> script = Shrinker.shortest(histories, found.result.script(), found.rule);
        Result told = histories.replay(script);
        System.out.printf("%nThe story%n%n");
        told.story().forEach(System.out::println);
        told.broken().forEach(each -> System.out.printf("!! %s: %s%n", each.rule(), each.text()));
        System.out.printf("%nThe script, to be kept%n%n");
        script.forEach(System.out::println);
    }

    private static Options options(String... args) {
        try {
            return Options.of(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println("Understood are: --seed N, --minutes N, --agents N, --calls N, --mutants");
            System.exit(2);
            throw e;
        }
    }
}

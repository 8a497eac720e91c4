package io.lockkeeper.faults;

import io.lockkeeper.faults.mutant.Mutant;
import io.lockkeeper.faults.mutant.Mutants;
import io.lockkeeper.faults.nemesis.Fault;
import io.lockkeeper.faults.nemesis.Nemesis;
import io.lockkeeper.faults.scenario.Scenario;
import io.lockkeeper.faults.scenario.Scenarios;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that {@code --only} takes, with what each fault breaks, what each scenario stages, and the rule that each mutant leaves out. */
final class Catalogue {

    private Catalogue() {}

    static String text() {
        Stream<String> faults = Nemesis.known().stream().map(Catalogue::line);
        Stream<String> scenarios = Scenarios.all().stream().flatMap(Catalogue::lines);
        return Stream.of(Stream.of("Faults"), faults, Stream.of("", "Scenarios, each with its mutants"), scenarios)
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n"));
    }

    private static String line(Fault fault) {
        String needs = fault.needs() == Fault.Needs.NOTHING ? "" : " (needs " + fault.needs() + ")";
        return "  %-28s %s%s".formatted(fault.name(), fault.what(), needs);
    }

    private static Stream<String> lines(Scenario scenario) {
        Stream<String> mutants = Mutants.all().stream()
                .filter(mutant -> mutant.scenario().equals(scenario))
                .map(Catalogue::line);
        return Stream.concat(Stream.of("  %-28s %s".formatted(scenario.name(), scenario.what())), mutants);
    }

    private static String line(Mutant mutant) {
        return "    - %-26s without: %s".formatted(mutant.name(), mutant.rule());
    }
}

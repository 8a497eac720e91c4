package io.lockkeeper.benchmark;

import io.lockkeeper.benchmark.Contest.Outcome;
import io.lockkeeper.test.ReplicaSet;
import java.util.List;

/** Runs the scenarios named, or all, on replica sets of one and of three nodes on this machine, and prints Markdown tables. */
final class BenchmarkMain {

    private static final List<String> ALL = List.of("acquire", "refused", "handoff");

    private BenchmarkMain() {}

    public static void main(String[] arguments) throws Exception {
        List<String> scenarios = arguments.length == 0 ? ALL : List.of(arguments);
        if (!ALL.containsAll(scenarios)) {
            throw new IllegalArgumentException("Scenarios are " + ALL + ", not " + scenarios);
        }
        Report.printMethod();
        for (int nodes : List.of(1, 3)) {
            try (ReplicaSet set = ReplicaSet.start(nodes)) {
                Report.printPlace(set.client(), nodes);
                for (String scenario : scenarios) {
                    Report.printFigures(scenario, nodes, run(scenario, set));
                }
            }
        }
        System.exit(0);
    }

    private static Outcome run(String scenario, ReplicaSet set) throws Exception {
        return switch (scenario) {
            case "acquire" -> Uncontended.acquireAndRelease(set.client());
            case "refused" -> Uncontended.refusedTry(set.client());
            default -> Handoff.run(set.client(), set.uri());
        };
    }
}

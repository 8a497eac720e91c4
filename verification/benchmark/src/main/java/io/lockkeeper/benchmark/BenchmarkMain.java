package io.lockkeeper.benchmark;

import io.lockkeeper.benchmark.report.Place;
import io.lockkeeper.benchmark.report.Report;
import io.lockkeeper.benchmark.scenario.AgentsLoad;
import io.lockkeeper.benchmark.scenario.BackgroundPair;
import io.lockkeeper.benchmark.scenario.Bench;
import io.lockkeeper.benchmark.scenario.Cohorts;
import io.lockkeeper.benchmark.scenario.Crews;
import io.lockkeeper.benchmark.scenario.EvictionNotice;
import io.lockkeeper.benchmark.scenario.FreshPair;
import io.lockkeeper.benchmark.scenario.Handoff;
import io.lockkeeper.benchmark.scenario.HotLock;
import io.lockkeeper.benchmark.scenario.KeptLeases;
import io.lockkeeper.benchmark.scenario.KeptPairs;
import io.lockkeeper.benchmark.scenario.OneAgent;
import io.lockkeeper.benchmark.scenario.OpenStream;
import io.lockkeeper.benchmark.scenario.Pair;
import io.lockkeeper.benchmark.scenario.Recall;
import io.lockkeeper.benchmark.scenario.Refused;
import io.lockkeeper.benchmark.scenario.Scenario;
import io.lockkeeper.benchmark.scenario.Size;
import io.lockkeeper.benchmark.scenario.Start;
import io.lockkeeper.benchmark.scenario.Throughput;
import io.lockkeeper.benchmark.scenario.WaitingAgents;
import io.lockkeeper.benchmark.scenario.WakeHandoff;
import io.lockkeeper.benchmark.store.Store;
import io.lockkeeper.benchmark.store.Stores;
import io.lockkeeper.benchmark.store.Wakers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures the scenarios named on the command line, and prints and writes what it found. */
final class BenchmarkMain {

    /**
     * Those first that are done by crews of one process, then of two, and so on: a crew stays until another number is wanted. Of
     * these those first that do most, and make their crews quick for the others.
     */
    private static final List<Scenario> SCENARIOS = Stream.concat(
                    Stream.of(
                            new Throughput(1, 64),
                            new Throughput(1, 16),
                            new Pair(),
                            new BackgroundPair(1),
                            new BackgroundPair(16),
                            new BackgroundPair(64),
                            new FreshPair(),
                            new KeptPairs(),
                            new OpenStream(),
                            new Start(),
                            new Size(),
                            new Refused(),
                            new Handoff(),
                            new HotLock(2, 8),
                            new Cohorts(2),
                            new Recall(),
                            new Cohorts(3),
                            new Throughput(4, 16),
                            new HotLock(4, 64),
                            new Cohorts(4),
                            new KeptLeases(),
                            new OneAgent(),
                            new WaitingAgents(),
                            new WakeHandoff(),
                            new EvictionNotice()),
                    AgentsLoad.all().stream())
            .toList();

    private BenchmarkMain() {}

    public static void main(String[] arguments) throws Exception {
        Wish wish = Wish.parse(
                arguments, SCENARIOS.stream().map(Scenario::name).distinct().toList());
        try (Stores stores = Stores.start(wish.settings().kinds());
                Crews crews = new Crews();
                Wakers wakers = wish.awake() ? Wakers.start() : Wakers.none()) {
            String place = place(stores) + "\n" + wakers;
            System.out.println(place);
            Report report = new Report(place);
            Bench bench = new Bench(stores, crews, wish.settings(), report);
            for (Scenario scenario : SCENARIOS) {
                if (wish.asksFor(scenario.name())) {
                    scenario.run(bench);
                    report.writeTo(wish.into()); // after each, so that a run that is cut short leaves what it has
                }
            }
        }
        System.exit(0);
    }

    private static String place(Stores stores) throws Exception {
        return """
                %s, load average %s before. mongod %s (WiredTiger cache 0.25 GB, else as it comes), all servers and clients on this machine.
                Contenders take turns, round by round, and who begins rotates. A figure is the median of its rounds; CPU is user and system time of the
                processes, for one operation.

                What an acknowledged lock survives:
                %s
                %s""".formatted(
                        Place.describe(),
                        Place.load(),
                        stores.oneNode().version(),
                        stores.all().stream().map(BenchmarkMain::durability).collect(Collectors.joining("\n")),
                        String.join("\n", stores.leftOut()));
    }

    private static String durability(Store store) {
        return "- %s: %s".formatted(store.label(), store.durability());
    }
}

package io.lockkeeper.benchmark;

import io.lockkeeper.benchmark.report.Place;
import io.lockkeeper.benchmark.report.Report;
import io.lockkeeper.benchmark.scenario.Bench;
import io.lockkeeper.benchmark.scenario.Crews;
import io.lockkeeper.benchmark.scenario.Scenario;
import io.lockkeeper.benchmark.store.Store;
import io.lockkeeper.benchmark.store.Stores;
import io.lockkeeper.benchmark.store.Wakers;
import java.util.List;
import java.util.stream.Collectors;

/** Measures the scenarios named on the command line, and prints and writes what it found. */
final class BenchmarkMain {

    private BenchmarkMain() {}

    public static void main(String[] arguments) throws Exception {
        Wish wish = Wish.parse(
                arguments, Scenario.ALL.stream().map(Scenario::name).distinct().toList());
        List<String> worse;
        try (Stores stores = Stores.start(wish.settings().kinds());
                Crews crews = new Crews();
                Wakers wakers = wish.awake() ? Wakers.start() : Wakers.none()) {
            String place = place(stores) + "\n" + wakers;
            System.out.println(place);
            Report report = new Report(place);
            Bench bench = new Bench(stores, crews, wish.settings(), report);
            for (Scenario scenario : Scenario.ALL) {
                if (wish.asksFor(scenario.name())) {
                    scenario.run(bench);
                    report.writeTo(wish.into()); // after each, so that a run that is cut short leaves what it has
                }
            }
            worse = report.worseThanIn(wish.against());
        }
        worse.forEach(each -> System.out.println("Worse: " + each));
        System.exit(worse.isEmpty() ? 0 : 1);
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

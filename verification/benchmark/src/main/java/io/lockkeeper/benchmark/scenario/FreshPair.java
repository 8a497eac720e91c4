package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.store.MongoStore;
import java.util.List;

/** What a lock costs whose name was never used before: its document is made. In a database of its own, for they are many. */
final class FreshPair implements Scenario {

    private static final String DATABASE = "fresh";

    @Override
    public String name() {
        return "fresh";
    }

    @Override
    public void run(Bench bench) throws Exception {
        List<Contender> contenders = bench.contenders(BackgroundPair.BESIDE::contains).stream()
                .map(each ->
                        new Contender(each.peer(), each.store(), each.store().address(DATABASE)))
                .toList();
        try (Crews crews = new Crews()) {
            measure(bench, crews.of(contenders, 1));
        }
        for (MongoStore store : List.of(bench.stores().oneNode(), bench.stores().threeNodes())) {
            store.client().getDatabase(DATABASE).drop();
        }
    }

    private static void measure(Bench bench, List<Crew> crews) throws Exception {
        for (int threads : List.of(1, 16, 64)) {
            new BackgroundPair(threads)
                    .run(
                            bench,
                            crews,
                            "fresh",
                            "fresh-" + threads,
                            "Each pair is of a lock with a new name, which nobody else wants; the bare driver's is an upsert");
        }
    }
}

package io.lockkeeper.faults.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import java.util.List;

/** Evictions at the wrong moment. */
final class Evicting {

    private static final int PASSES = 11602;
    private static final int GONE = 286;

    private Evicting() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "evicted-while-cut-off",
                        "a holder is evicted that hears nothing of it",
                        ofSeconds(3),
                        stage -> {
                            stage.clients("a", "b", "operator");
                            String held = stage.hold("a", "lock");
                            String next = stage.queue("b", "lock");
                            stage.fail("a", PASSES, "update", "find", "findAndModify", "getMore", "aggregate");
                            stage.evict("operator", held, ofSeconds(1));
                            stage.granted(next);
                            stage.watch(ofMillis(300));
                        }),
                new Scenario(
                        "one-of-two-evicted",
                        "one of two leases of an agent in one document is evicted, and no event tells of it",
                        ofSeconds(3),
                        stage -> {
                            stage.clients("a", "b", "operator");
                            String evicted = stage.ask("a", "lock", 1, 2);
                            stage.granted(evicted);
                            stage.granted(stage.ask("a", "lock", 1, 2));
                            stage.fail("a", GONE, "getMore", "aggregate");
                            String next = stage.ask("b", "lock", 1, 2);
                            stage.queued(next);
                            stage.evict("operator", evicted, ofSeconds(1));
                            stage.granted(next);
                            stage.watch(ofMillis(300));
                        }),
                new Scenario(
                        "evicted-too-late",
                        "an operator evicts a lease that has gone to another meanwhile",
                        ofSeconds(3),
                        stage -> {
                            stage.clients("a", "b", "operator");
                            String seen = stage.hold("a", "lock");
                            stage.holder(seen);
                            stage.release("a", seen);
                            stage.hold("b", "lock");
                            stage.evict("operator", seen, ofSeconds(1));
                            stage.watch(ofSeconds(3));
                        }));
    }
}

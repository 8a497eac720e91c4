package io.lockkeeper.faults.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Leases that stay with their agent after a release. */
final class Keeping {

    /** As with a waiter of version 0.0.9, which sends no recall. */
    private static final Patch NO_RECALL = new Patch(
            "agent/src/main/java/io/lockkeeper/agent/WakeReaction.java",
            "    public void recalled(String acquirer) {\n        keeping.recalled(acquirer);",
            "    public void recalled(String acquirer) {\n        log.debug(\"{} was not recalled\", acquirer);");

    private Keeping() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "purge-after-a-block",
                        "the document of a lock is purged after its lease was kept with a block of tokens",
                        ofSeconds(3),
                        stage -> {
                            stage.clients("a", "b");
                            stage.kept("a", "kept");
                            stage.release("b", stage.hold("b", "kept"));
                            stage.watch(ofMillis(500));
                            stage.purge("kept");
                            stage.release("a", stage.hold("a", "kept"));
                        }),
                new Scenario(
                        "beside-an-older-agent",
                        "an agent that sends no recall wants a lock whose holder would keep the lease",
                        ofSeconds(30),
                        List.of(NO_RECALL),
                        stage -> {
                            stage.olderAgent();
                            stage.clients("a", "b");
                            stage.askedToKeep("a", "kept");
                            stage.due(stage.ask("b", "kept"), ofSeconds(3));
                        }));
    }
}

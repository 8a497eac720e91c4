package io.lockkeeper.faults.scenario;

import io.lockkeeper.faults.checker.Bounds;
import io.lockkeeper.faults.checker.Checker;
import io.lockkeeper.faults.checker.Violation;
import io.lockkeeper.faults.cluster.Cluster;
import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.history.AuditObserver;
import io.lockkeeper.faults.history.EventText;
import io.lockkeeper.faults.history.History;
import io.lockkeeper.faults.history.ResourceObserver;
import io.lockkeeper.faults.history.StreamObserver;
import io.lockkeeper.faults.overlay.Overlay;
import io.lockkeeper.faults.overlay.Patch;
import io.lockkeeper.test.ReplicaSet.Elections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Where scenarios are played: one cluster for all of them, each in a database of its own. */
public final class Theatre implements AutoCloseable {

    private static final Bounds BOUNDS = new Bounds(Duration.ofSeconds(15), Duration.ofSeconds(2));
    private static final Duration CATCH_UP = Duration.ofSeconds(20);

    private final Cluster cluster;
    private int played;

    /**
     * What a scenario came to.
     *
     * @param violations what was broken
     * @param hitch why it could not be played to its end; empty if it was
     */
    public record Verdict(List<Violation> violations, String hitch) {

        public boolean isClean() {
            return violations.isEmpty() && hitch.isEmpty();
        }
    }

    private Theatre(Cluster cluster) {
        this.cluster = cluster;
    }

    public static Theatre open(Network network) {
        return new Theatre(Cluster.start(network, Elections.FAST));
    }

    /**
     * Plays a scenario and holds what happened against the rules.
     *
     * @param patches what is changed of the product beside; nothing for the product itself
     */
    public Verdict play(Scenario scenario, List<Patch> patches) throws InterruptedException, IOException {
        List<Patch> all =
                Stream.concat(scenario.trouble().stream(), patches.stream()).toList();
        try (Overlay overlay = Overlay.compile(all)) {
            return play(scenario, overlay.folder());
        }
    }

    private Verdict play(Scenario scenario, Path overlay) throws InterruptedException, IOException {
        String database = "stage_" + ++played;
        Path resource = Files.createTempFile("lockkeeper-resource-", ".txt");
        History history = new History();
        try (StreamObserver stream = StreamObserver.start(cluster.client(), database, history);
                Stage stage = new Stage(cluster, history, database, scenario.ttl(), resource, List.of(overlay))) {
            String hitch = play(scenario, stage);
            cluster.heal();
            stream.catchUp(CATCH_UP);
            new ResourceObserver(resource, history).catchUp();
            new AuditObserver(cluster.client().getDatabase(database), history).catchUp();
            if (Boolean.getBoolean("lockkeeper.faults.history")) {
                history.events().stream().map(EventText::write).forEach(System.out::println);
            }
            return new Verdict(Checker.check(history.events(), BOUNDS), hitch);
        } finally {
            cluster.heal();
            Files.delete(resource);
        }
    }

    private static String play(Scenario scenario, Stage stage) throws InterruptedException {
        try {
            scenario.play().on(stage);
            return "";
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}

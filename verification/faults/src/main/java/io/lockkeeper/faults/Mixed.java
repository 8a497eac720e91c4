package io.lockkeeper.faults;

import io.lockkeeper.agent.WakeMode;
import io.lockkeeper.faults.checker.Bounds;
import io.lockkeeper.faults.checker.Checker;
import io.lockkeeper.faults.checker.Violation;
import io.lockkeeper.faults.client.ClientProcess.Setup;
import io.lockkeeper.faults.cluster.Cluster;
import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.history.AuditObserver;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.faults.history.EventText;
import io.lockkeeper.faults.history.History;
import io.lockkeeper.faults.history.ResourceObserver;
import io.lockkeeper.faults.history.StreamObserver;
import io.lockkeeper.faults.nemesis.Crew;
import io.lockkeeper.faults.nemesis.Fault;
import io.lockkeeper.faults.nemesis.Nemesis;
import io.lockkeeper.faults.report.Findings;
import io.lockkeeper.test.ReplicaSet.Elections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three processes that work with locks of every kind while one thing after the other breaks. */
final class Mixed {

    private static final Logger log = LoggerFactory.getLogger(Mixed.class);

    static final Duration TTL = Duration.ofSeconds(4);
    private static final Duration ALLOWANCE = Duration.ofMillis(200);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(6);
    private static final Bounds BOUNDS = new Bounds(TTL.multipliedBy(3), Duration.ofSeconds(40));
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration KEPT = Duration.ofMinutes(3);
    private static final Duration CATCH_UP = Duration.ofMinutes(1);
    private static final int CLIENTS = 3;
    private static final String DATABASE = "faults";
    private static final List<WakeMode> MODES = List.of(WakeMode.AUTO, WakeMode.DATABASE, WakeMode.STREAM);

    private final Control control;
    private final Options options;
    private final Network network;
    private final List<Fault> faults;
    private final History history = new History();
    private final Findings findings = new Findings();

    /** Where {@code control} says what is wrong on purpose, and the run ends when that was found. */
    Mixed(Options options, Network network, List<Fault> faults, Control control) {
        this.control = control;
        this.options = options;
        this.network = network;
        this.faults = faults;
    }

    Findings run() throws IOException, InterruptedException {
        Elections elections = options.defaultElections() ? Elections.DEFAULT : Elections.FAST;
        Path resource = Files.createTempFile("lockkeeper-resource-", ".txt");
        SplittableRandom random = new SplittableRandom(options.seed());
        try (Cluster cluster = Cluster.start(network, elections);
                StreamObserver stream = StreamObserver.start(cluster.client(), DATABASE, history);
                Crew crew = crew(setup(cluster, resource), random.split())) {
            Sources sources = new Sources(
                    stream,
                    new ResourceObserver(resource, history),
                    new AuditObserver(cluster.client().getDatabase(DATABASE), history));
            Nemesis nemesis = new Nemesis(
                    cluster,
                    crew,
                    history,
                    random.split(),
                    TTL,
                    faults,
                    BOUNDS.getsOn().plusSeconds(2),
                    options.lasting());
            strike(nemesis, sources);
            crew.stop();
            check(sources);
        } finally {
            Files.deleteIfExists(resource);
        }
        return findings;
    }

    private Crew crew(Setup setup, SplittableRandom chance) throws IOException, InterruptedException {
        return options.languages()
                ? Languages.start(setup, control, history, chance)
                : Crew.start(CLIENTS, setup, history, chance);
    }

    private record Sources(StreamObserver stream, ResourceObserver resource, AuditObserver audit) {

        void catchUp() throws InterruptedException {
            stream.catchUp(CATCH_UP);
            resource.catchUp();
            audit.catchUp();
        }
    }

    private Setup setup(Cluster cluster, Path resource) {
        return new Setup(
                cluster.uri(),
                DATABASE,
                TTL,
                ALLOWANCE,
                ANSWER_TIMEOUT,
                resource,
                network.clients(),
                List.of(),
                wakes());
    }

    /** The mode by the seed: the product's default, hints beside the locks, or change streams. */
    private WakeMode wakes() {
        WakeMode wakes = MODES.get(Math.floorMod(options.seed(), MODES.size()));
        log.info("Agents are woken as with wakes={}", wakes);
        return wakes;
    }

    private void strike(Nemesis nemesis, Sources sources) throws InterruptedException, IOException {
        long end = System.nanoTime() + options.duration().toNanos();
        long nextCheck = System.nanoTime() + WINDOW.toNanos();
        while (end - System.nanoTime() > 0 && !isControlFound()) {
            nemesis.strikeOnce();
            if (control.isWrong() || nextCheck - System.nanoTime() <= 0) {
                check(sources);
                nextCheck = System.nanoTime() + WINDOW.toNanos();
            }
        }
    }

    private boolean isControlFound() {
        return control.isWrong() && !findings.violations().isEmpty();
    }

    /** Looks at what is remembered, which overlaps with what was looked at before. */
    private void check(Sources sources) throws InterruptedException, IOException {
        sources.catchUp();
        List<Event> events = history.events();
        List<Violation> found = Checker.check(events, BOUNDS);
        if (!found.isEmpty() && !control.isWrong()) {
            keep(events);
        }
        findings.add(events, found);
        history.forgetBefore(System.nanoTime() - KEPT.toNanos());
        log.info("{}", findings.summary());
    }

    /** What a broken promise is understood from. */
    private void keep(List<Event> events) throws IOException {
        Path file = options.page().resolveSibling("history-" + options.seed() + "-" + findings.stretches() + ".txt");
        Files.write(file, events.stream().map(EventText::write).toList());
        log.info("The history of this stretch is in {}", file);
    }
}

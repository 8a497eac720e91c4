package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.cluster.Cluster;
import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.faults.history.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Breaks one thing after the other, each for a while, in an order that the seed gives, and mends it. */
public final class Nemesis {

    private static final Logger log = LoggerFactory.getLogger(Nemesis.class);

    private final World world;
    private final List<Fault> faults;
    private final List<Fault> deck = new ArrayList<>();
    private final Duration longQuiet;
    private final Optional<Duration> lasting;

    /** Where each fault lasts as long as given, or for some seconds. */
    public Nemesis(
            Cluster cluster,
            Crew crew,
            History history,
            SplittableRandom random,
            Duration ttl,
            List<Fault> faults,
            Duration longQuiet,
            Optional<Duration> lasting) {
        this.world = new World(cluster, crew, history, random, ttl);
        this.faults = faults;
        this.longQuiet = longQuiet;
        this.lasting = lasting;
    }

    /** Every fault there is. */
    public static List<Fault> known() {
        return Stream.of(MemberFaults.all(), AnswerFaults.all(), HintFaults.all(), ClientFaults.all(), HostFaults.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Whether this machine has what the fault needs. */
    public static boolean isPossible(Fault fault, Network network) {
        return switch (fault.needs()) {
            case NOTHING, HOST_AGENT -> true;
            case NETWORK_NAMESPACES -> network.canCut();
            case LIBFAKETIME -> FakeTime.isInstalled();
        };
    }

    /** Breaks one thing, mends it, and leaves everybody in peace for a while. */
    public void strikeOnce() throws InterruptedException {
        Fault fault = next();
        log.info("{}: {}", fault.name(), fault.what());
        long from = System.nanoTime();
        String target = fault.strike().on(world);
        world.history().add(new Event.FaultOn(from, fault.name(), target));
        world.sleep(lasting.orElseGet(() -> Duration.ofMillis(world.random().nextInt(500, 6_000))));
        world.cluster().heal();
        world.crew().heal();
        world.history().add(new Event.FaultOff(System.nanoTime(), fault.name()));
        world.sleep(world.random().nextInt(3) == 0 ? longQuiet : Duration.ofSeconds(3));
    }

    /** Each fault once before any comes again. */
    private Fault next() {
        if (deck.isEmpty()) {
            deck.addAll(faults);
        }
        return deck.remove(world.random().nextInt(deck.size()));
    }
}

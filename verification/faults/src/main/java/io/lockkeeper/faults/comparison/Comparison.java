package io.lockkeeper.faults.comparison;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.comparison.Cell.Outcome;
import io.lockkeeper.faults.comparison.Moment.Needs;
import io.lockkeeper.faults.history.EventText;
import io.lockkeeper.faults.store.Store;
import io.lockkeeper.peers.Peer;
import io.lockkeeper.peers.Peer.Waits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plays every moment with every lock, one lock after the other. */
public final class Comparison {

    private static final Logger log = LoggerFactory.getLogger(Comparison.class);
    private static final List<Peer> PEERS =
            List.of(Peer.LOCKKEEPER, Peer.SHEDLOCK, Peer.REDISSON, Peer.REDISSON_FAIR, Peer.CURATOR);

    private final Network network;
    private final Table table = new Table();

    private Comparison(Network network) {
        this.network = network;
    }

    /**
     * Prints the table of those locks and moments that are named; of all, where none is.
     *
     * @return whether Lockkeeper itself held
     * @throws IllegalArgumentException if there is no lock and no moment of a name
     */
    public static boolean run(Network network, List<String> asked) throws InterruptedException {
        List<String> names = names();
        asked.stream().filter(each -> !names.contains(each)).findFirst().ifPresent(unknown -> {
            throw new IllegalArgumentException("There is no lock and no moment \"%s\"; there are: %s"
                    .formatted(unknown, String.join(", ", names)));
        });
        Comparison comparison = new Comparison(network);
        List<Moment> moments = chosen(Moments.all(), each -> asked.contains(each.name()));
        for (Peer peer : chosen(PEERS, each -> asked.contains(name(each)))) {
            comparison.compare(peer, moments);
        }
        System.out.println(comparison.table.text(moments));
        return comparison
                .table
                .of(Peer.LOCKKEEPER)
                .allMatch(each -> each.outcome() == Outcome.HELD || each.outcome() == Outcome.NOT_APPLICABLE);
    }

    private static List<String> names() {
        return Stream.concat(
                        PEERS.stream().map(Comparison::name),
                        Moments.all().stream().map(Moment::name))
                .toList();
    }

    /** All of them where none of them is named. */
    private static <T> List<T> chosen(List<T> all, Predicate<T> asked) {
        List<T> named = all.stream().filter(asked).toList();
        return named.isEmpty() ? all : named;
    }

    private static String name(Peer peer) {
        return peer.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void compare(Peer peer, List<Moment> moments) throws InterruptedException {
        try (Store store = Store.start(peer.store(), network)) {
            log.info("{} on {}", peer.label(), store.label());
            table.add(peer, store.label());
            playTogether(
                    peer,
                    store,
                    moments.stream()
                            .filter(each -> each.needs() != Needs.THE_SERVERS)
                            .toList());
            for (Moment moment : moments) {
                if (moment.needs() == Needs.THE_SERVERS) {
                    play(peer, store, moment);
                }
            }
        } catch (IOException | IllegalStateException missing) {
            log.info("{} is left out: {}", peer.label(), missing.getMessage());
            table.leaveOut(peer, String.valueOf(missing.getMessage()));
        }
    }

    /** Most of a moment is waiting, and each has a lock and processes of its own. */
    private void playTogether(Peer peer, Store store, List<Moment> moments) throws InterruptedException {
        try (ExecutorService stages = Executors.newCachedThreadPool()) {
            List<Future<?>> played = new ArrayList<>();
            for (Moment moment : moments) {
                played.add(stages.submit(() -> {
                    play(peer, store, moment);
                    return true;
                }));
            }
            for (Future<?> each : played) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("A moment came to an early end", e);
        }
    }

    private void play(Peer peer, Store store, Moment moment) throws InterruptedException, IOException {
        if (moment.needs() == Needs.LINKS && !network.canCut()) {
            table.add(peer, moment, each -> Cell.notApplicable("left out, it needs network namespaces"));
        } else if (moment.needs() == Needs.WAITERS && peer.waits() == Waits.NEVER) {
            table.add(peer, moment, each -> Cell.notApplicable("it never waits"));
        } else {
            try (Scene scene = new Scene(moment.name(), peer, store, network)) {
                judge(peer, moment, scene, hitch(moment, scene));
            }
        }
    }

    private static String hitch(Moment moment, Scene scene) throws InterruptedException, IOException {
        try {
            moment.play().on(scene);
            return "";
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void judge(Peer peer, Moment moment, Scene scene, String hitch) {
        Evidence evidence = new Evidence(peer, scene.events());
        if (Boolean.getBoolean("lockkeeper.faults.history")) {
            evidence.events().stream().map(EventText::write).forEach(System.out::println);
        }
        table.add(peer, moment, each -> hitch.isEmpty() ? each.judge().apply(evidence) : Cell.notPlayed(hitch));
        evidence.violations().stream()
                .limit(3)
                .forEach(each -> log.info("{}, {}: {}", peer.label(), moment.name(), each.text()));
    }
}

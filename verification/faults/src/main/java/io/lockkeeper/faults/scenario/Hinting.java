package io.lockkeeper.faults.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.lockkeeper.agent.WakeMode;
import io.lockkeeper.faults.cluster.HintDamage;
import io.lockkeeper.faults.overlay.Patch;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Agents that are woken by hints, and what becomes of the collections and the rights that these need. Heartbeats, ten seconds apart, would
 * notify a waiter too: too late.
 */
final class Hinting {

    private static final int FAILED = 96;
    private static final int UNAUTHORIZED = 13;

    /** By a hint, or at an opening. */
    private static final Duration SOON = ofSeconds(3);
    /** By a look of its own: within a second for the first two in line and three for others, and a second more for a busy machine. */
    private static final Duration NEXT_LOOKS = ofSeconds(2);

    private static final Duration OTHERS_LOOK = ofSeconds(4);

    /** A server that answers a cursor without news after a long time: what does not wake it comes late. */
    private static final List<Patch> AWAITS_LONG = List.of(
            new Patch(
                    "agent/src/main/java/io/lockkeeper/agent/hints/HintWakes.java",
                    "SILENCE = Duration.ofMillis(",
                    "SILENCE = Duration.ofMillis(20 * "),
            new Patch(
                    "agent/src/main/java/io/lockkeeper/agent/hints/HintCollections.java",
                    "TIMEOUT = Duration.ofSeconds(2)",
                    "TIMEOUT = Duration.ofSeconds(40)"));

    private Hinting() {}

    static List<Scenario> all() {
        return Stream.of(ofHints(), ofCollections(), ofRights())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Scenario> ofHints() {
        return List.of(
                new Scenario(
                        "hint-is-enough",
                        "a waiter is granted that can look for nothing, and whose cursor is answered late without news",
                        ofSeconds(30),
                        AWAITS_LONG,
                        stage -> {
                            stage.clientsWoken(WakeMode.DATABASE, "a", "b");
                            String held = stage.hold("a", "lock");
                            String next = stage.queue("b", "lock");
                            stage.reading("b");
                            stage.failLooks("b", FAILED);
                            stage.release("a", held);
                            stage.due(next, SOON);
                        }),
                new Scenario(
                        "hints-are-lost",
                        "three waiters are granted at once, and no hint of it is written",
                        ofSeconds(30),
                        stage -> {
                            stage.clientsWoken(WakeMode.DATABASE, "a", "b", "c", "d");
                            String held = stage.ask("a", "lock", 3, 3);
                            stage.granted(held);
                            String first = stage.queued("b", "lock", 1, 3);
                            String second = stage.queued("c", "lock", 1, 3);
                            String third = stage.queued("d", "lock", 1, 3);
                            stage.reading("b");
                            stage.reading("c");
                            stage.reading("d");
                            stage.loseHints(FAILED);
                            stage.release("a", held);
                            stage.due(first, NEXT_LOOKS);
                            stage.due(second, NEXT_LOOKS);
                            stage.due(third, OTHERS_LOOK);
                        }),
                new Scenario(
                        "recall-is-lost",
                        "a lease is kept, and the hint that recalls it is not written",
                        ofSeconds(30),
                        stage -> {
                            stage.clientsWoken(WakeMode.DATABASE, "a", "b");
                            stage.fail("b", FAILED, "insert");
                            stage.kept("a", "kept");
                            String next = stage.queue("b", "kept");
                            stage.watch(ofMillis(300));
                            stage.unfail();
                            stage.due(next, NEXT_LOOKS);
                        }),
                new Scenario(
                        "another-primary-has-the-hints",
                        "another member becomes primary, whose database local is its own",
                        ofSeconds(30),
                        stage -> {
                            stage.clientsWoken(WakeMode.LOCAL, "a", "b");
                            String held = stage.hold("a", "lock");
                            String next = stage.queue("b", "lock");
                            stage.reading("b");
                            stage.cluster().stepUp(stage.cluster().secondaries().getFirst());
                            stage.watch(ofSeconds(3));
                            stage.failLooks("b", FAILED);
                            stage.release("a", held);
                            stage.due(next, SOON);
                        }));
    }

    private static List<Scenario> ofCollections() {
        return List.of(
                damaged("hints-are-dropped", "the collections of hints are dropped", HintDamage.DROPPED),
                damaged(
                        "hints-are-emptied",
                        "the collections of hints are made anew, and are empty",
                        HintDamage.EMPTIED),
                damaged(
                        "hints-are-made-ordinary",
                        "the collections of hints are dropped, and an insert makes them again",
                        HintDamage.MADE_ORDINARY),
                damaged(
                        "hints-roll-over",
                        "the collections of hints are filled faster than agents read them, whose processes stand still",
                        stage -> {
                            stage.client("b").pause();
                            stage.client("c").pause();
                            stage.watch(ofSeconds(2)); // in which the server waits with news
                            stage.damage(HintDamage.ROLLED_OVER);
                            stage.client("b").resume();
                            stage.client("c").resume();
                        }),
                new Scenario(
                        "kept-while-hints-are-dropped",
                        "the collections of hints are dropped while a lease is kept",
                        ofSeconds(30),
                        stage -> {
                            stage.clientsWoken(WakeMode.DATABASE, "a", "b");
                            stage.kept("a", "kept");
                            stage.damage(HintDamage.DROPPED);
                            stage.due(stage.ask("b", "kept"), SOON);
                        }));
    }

    /** The next has its turn, and the last by a hint again, as it can look for nothing. */
    private static Scenario damaged(String name, String what, HintDamage damage) {
        return damaged(name, what, stage -> stage.damage(damage));
    }

    private static Scenario damaged(String name, String what, Scenario.Play damage) {
        return new Scenario(name, what + " while two wait", ofSeconds(30), stage -> {
            stage.clientsWoken(WakeMode.DATABASE, "a", "b", "c");
            String held = stage.hold("a", "lock");
            String next = stage.queue("b", "lock");
            String last = stage.queue("c", "lock");
            stage.reading("b");
            stage.reading("c");
            damage.on(stage);
            stage.release("a", held);
            stage.due(next, NEXT_LOOKS);
            stage.watch(ofSeconds(1));
            stage.failLooks("c", FAILED);
            stage.release("b", next);
            stage.due(last, SOON);
        });
    }

    private static List<Scenario> ofRights() {
        return List.of(
                new Scenario(
                        "hints-cannot-be-read",
                        "a waiter's user may no longer read the hints",
                        ofSeconds(30),
                        stage -> {
                            stage.clientsWoken(WakeMode.DATABASE, "a", "b");
                            String held = stage.hold("a", "lock");
                            String next = stage.queue("b", "lock");
                            stage.reading("b");
                            stage.forbidHints("b", UNAUTHORIZED, next);
                            stage.watch(ofSeconds(2));
                            stage.release("a", held);
                            stage.due(next, SOON);
                            stage.ask("b", "lock"); // behind its own
                            stage.listening("b");
                        }),
                new Scenario(
                        "hints-cannot-be-written",
                        "the user of who releases may no longer write hints",
                        ofSeconds(30),
                        stage -> {
                            stage.clientsWoken(WakeMode.DATABASE, "a", "b");
                            String held = stage.hold("a", "lock");
                            String next = stage.queue("b", "lock");
                            stage.reading("b");
                            stage.fail("a", UNAUTHORIZED, "insert", "create", "convertToCapped");
                            stage.release("a", held);
                            stage.due(next, NEXT_LOOKS);
                            String again = stage.queue("a", "lock");
                            stage.listening("a");
                            stage.release("b", next);
                            stage.due(again, SOON);
                            String last = stage.queue("b", "lock");
                            stage.watch(ofSeconds(3)); // it stands beside one that reads no hints
                            stage.failLooks("b", FAILED);
                            stage.release("a", again);
                            stage.due(last, SOON);
                        }));
    }
}

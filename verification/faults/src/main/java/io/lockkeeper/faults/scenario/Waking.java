package io.lockkeeper.faults.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import java.time.Duration;
import java.util.List;

/** Waiters that must be woken at their turn. Their heartbeats, ten seconds apart, would notify them too: too late. */
final class Waking {

    private static final int GONE = 286;
    private static final Duration SOON = ofSeconds(4);

    private Waking() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "small-document-wakes",
                        "a grant arrives as the replacement of a small document",
                        ofSeconds(30),
                        stage -> {
                            stage.clients("a", "b", "c");
                            String first = stage.ask("c", "lock", 2, 2);
                            stage.granted(first);
                            stage.release("c", first);
                            String held = stage.ask("a", "lock", 2, 2);
                            stage.granted(held);
                            String next = stage.ask("b", "lock", 1, 2);
                            stage.queued(next);
                            stage.listening("b");
                            stage.release("a", held);
                            stage.due(next, SOON);
                            stage.told(next, "replace");
                        }),
                new Scenario(
                        "large-document-wakes",
                        "a grant arrives as the update of a large document",
                        ofSeconds(30),
                        stage -> {
                            stage.clients("a", "b");
                            String last = "";
                            for (int i = 0; i < 7; i++) {
                                last = stage.ask("a", "lock", 1, 7, SOON, "-" + "x".repeat(400));
                                stage.granted(last);
                            }
                            String next = stage.ask("b", "lock", 1, 7);
                            stage.queued(next);
                            stage.listening("b");
                            stage.release("a", last);
                            stage.due(next, SOON);
                            stage.told(next, "update");
                        }),
                new Scenario(
                        "stream-is-broken",
                        "a grant happens while a waiter's stream cannot be opened",
                        ofSeconds(30),
                        stage -> {
                            stage.clients("a", "b");
                            String held = stage.hold("a", "lock");
                            stage.fail("b", GONE, "aggregate");
                            String next = stage.queue("b", "lock");
                            stage.watch(ofMillis(500));
                            stage.release("a", held);
                            stage.storedAsHolder(next);
                            stage.unfail();
                            stage.due(next, SOON);
                        }),
                new Scenario(
                        "grant-is-heard-late",
                        "a waiter hears late of its grant, and its renewals fail",
                        ofSeconds(8),
                        stage -> {
                            stage.clients("a", "b", "c");
                            String held = stage.hold("a", "lock");
                            String next = stage.queue("b", "lock");
                            String last = stage.queue("c", "lock");
                            stage.listening("b");
                            stage.client("b").pause();
                            stage.fail("b", 11602, "update");
                            stage.release("a", held);
                            stage.storedAsHolder(next);
                            stage.watch(ofSeconds(2));
                            stage.client("b").resume();
                            stage.granted(last);
                            stage.watch(ofSeconds(2));
                        }),
                new Scenario(
                        "untold-waiter-is-killed",
                        "a waiter is killed that was granted and does not know",
                        ofSeconds(3),
                        stage -> {
                            stage.clients("a", "b", "c");
                            String held = stage.hold("a", "lock");
                            String next = stage.queue("b", "lock");
                            String last = stage.queue("c", "lock");
                            stage.client("b").pause();
                            stage.release("a", held);
                            stage.storedAsHolder(next);
                            stage.client("b").kill();
                            stage.due(last, ofSeconds(5));
                        }),
                new Scenario("waiter-is-killed", "a waiter is killed in the queue", ofSeconds(3), stage -> {
                    stage.clients("a", "b", "c");
                    String held = stage.hold("a", "lock");
                    stage.queue("b", "lock");
                    String last = stage.queue("c", "lock");
                    stage.client("b").kill();
                    stage.release("a", held);
                    stage.due(last, ofSeconds(5));
                }));
    }
}

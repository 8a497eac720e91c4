package io.lockkeeper.faults.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Requests whose outcome is unknown, or that can never be granted. */
final class Asking {

    /** The first request of the client of that name is on its way for longer than its caller has patience. */
    private static final Patch LATE = new Patch(
            "agent/src/main/java/io/lockkeeper/agent/store/MongoLockStore.java",
            "        long giveUpAt = now() + timeout.toNanos();\n        Reply reply =",
            """
                    if (ask instanceof Ask.Enqueue first
                            && first.request().owner().service().equals("late")
                            && System.setProperty("was-late", "true") == null) {
                        Thread.ofPlatform().daemon().start(() -> {
                            java.util.concurrent.locks.LockSupport.parkNanos(1_500_000_000L);
                            apply(Settle.change(ask, stamp), timeout);
                        });
                        return new Reply.Unknown(new MongoException("on its way"));
                    }
                    long giveUpAt = now() + timeout.toNanos();
                    Reply reply =""");

    private Asking() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "enqueue-lands-late",
                        "a caller gives up, and its request lands after it was undone",
                        ofSeconds(12),
                        List.of(LATE),
                        stage -> {
                            stage.clients("late", "c");
                            stage.over(stage.ask("late", "lock", 1, 1, ofMillis(1), ""));
                            stage.watch(ofMillis(2_900));
                            stage.due(stage.ask("c", "lock"), ofSeconds(5));
                        }),
                new Scenario(
                        "command-lands-late",
                        "commands hang at the server for longer than their callers ask",
                        ofSeconds(1),
                        stage -> {
                            stage.hastyClients(ofSeconds(3), "b");
                            stage.hang("b", ofSeconds(7), "findAndModify");
                            String givenUp = stage.ask("b", "lock", 1, 1, ofSeconds(3), "");
                            stage.over(givenUp);
                            stage.unfail();
                            stage.watch(ofSeconds(5));
                        }),
                new Scenario(
                        "request-is-used-up",
                        "a grant is known too late, and the caller asks again",
                        ofSeconds(3),
                        stage -> {
                            stage.hastyClients(ofSeconds(15), "b"); // 5 s for each command
                            stage.stopApplying();
                            String slow = stage.ask("b", "lock");
                            stage.asked(slow);
                            stage.watch(ofSeconds(9)); // the second is under way, and what it was granted is over
                            stage.heal();
                            stage.granted(slow);
                            stage.watch(ofMillis(3_500));
                        }),
                new Scenario(
                        "request-hangs",
                        "a request hangs at the server, is granted, and let go of",
                        ofSeconds(12),
                        stage -> {
                            stage.clients("b", "c");
                            stage.hangNext("b", ofMillis(1_500), "findAndModify");
                            stage.release("b", stage.hold("b", "lock"));
                            stage.watch(ofMillis(1_800));
                            stage.due(stage.ask("c", "lock"), ofSeconds(3));
                        }),
                new Scenario(
                        "others-in-between",
                        "a client that has just had a lock asks again, and another has had it since",
                        ofSeconds(3),
                        stage -> {
                            stage.clients("a", "b");
                            stage.release("a", stage.hold("a", "lock"));
                            stage.release("b", stage.hold("b", "lock"));
                            stage.release("a", stage.hold("a", "lock"));
                        }),
                new Scenario(
                        "waiter-comes-unseen",
                        "a holder that was alone when it was granted releases, and a waiter has come since",
                        ofSeconds(12),
                        stage -> {
                            stage.clients("a", "b");
                            String held = stage.hold("a", "lock");
                            String waits = stage.queue("b", "lock");
                            stage.watch(ofSeconds(1)); // and has looked for itself, as it does when its stream is open
                            stage.release("a", held);
                            stage.due(waits, ofSeconds(2));
                        }),
                new Scenario("too-heavy", "a request asks for more than there is", ofSeconds(3), stage -> {
                    stage.clients("a", "c");
                    stage.ask("a", "lock", 5, 3);
                    stage.watch(ofMillis(500));
                    stage.due(stage.ask("c", "lock", 1, 3), ofSeconds(3));
                }),
                new Scenario(
                        "of-another-kind",
                        "a lock that is held is asked for with another capacity",
                        ofSeconds(3),
                        stage -> {
                            stage.clients("a", "b");
                            stage.hold("a", "lock");
                            stage.ask("b", "lock", 1, 5);
                            stage.watch(ofSeconds(1));
                        }));
    }
}

package io.lockkeeper.faults.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.lockkeeper.faults.overlay.Patch;
import java.time.Duration;
import java.util.List;

/** Leases that stay with their agent after a release. */
final class Keeping {

    private static final Duration TTL = ofSeconds(3);

    /** Threads of alarms stand still for longer than the rest of a process that was halted. */
    private static final Patch ALARMS_RESUME_LAST = new Patch(
            "agent/src/main/java/io/lockkeeper/agent/time/Alarms.java",
            "            if (first != null && left <= 0) {\n",
            """
                        if (left < -1_000_000_000L
                                && System.setProperty("resumed last: " + Thread.currentThread().getName(), "") == null) {
                            long resumed = machine.nanos();
                            while (machine.nanos() - resumed < 3_000_000_000L) {
                                java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
                            }
                        }
                        if (first != null && left <= 0) {
            """);

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
                halted(
                        "keeper-is-halted",
                        "an agent is halted past the ttl of a lease that it keeps, and is asked for the lock when it resumes",
                        stage -> {
                            stage.kept("a", "kept");
                            String other = haltedWhileAnotherIsGranted(stage);
                            String again = stage.ask("a", "kept");
                            stage.watch(ofMillis(500));
                            stage.release("b", other);
                            stage.due(again, ofSeconds(6));
                        }),
                halted(
                        "cohort-is-halted",
                        "an agent is halted past the ttl of a lease, and is to hand it on when it resumes",
                        stage -> {
                            stage.askedToKeep("a", "kept");
                            String late = stage.hold("a", "kept");
                            String other = haltedWhileAnotherIsGranted(stage);
                            String next = stage.ask("a", "kept");
                            stage.watch(ofMillis(300)); // it waits in memory by then
                            stage.release("a", late);
                            stage.watch(ofMillis(500));
                            stage.release("b", other);
                            stage.due(next, ofSeconds(6));
                        }));
    }

    /** Two clients, of which the first is halted. */
    private static Scenario halted(String name, String what, Scenario.Play play) {
        return new Scenario(name, what, TTL, List.of(ALARMS_RESUME_LAST), stage -> {
            stage.clients("a", "b");
            play.on(stage);
        });
    }

    /**
     * Halts the keeper until its lease has expired and another client has the lock. All that could inform it before it is asked comes late:
     * its own touches, and its alarms; its stream has no event. Returns the other client's call.
     */
    private static String haltedWhileAnotherIsGranted(Stage stage) throws InterruptedException {
        stage.client("a").pause();
        stage.watch(TTL.plusMillis(500));
        String other = stage.hold("b", "kept");
        stage.hang("a", ofSeconds(2), "update");
        stage.client("a").resume();
        return other;
    }
}

package io.lockkeeper.faults.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import java.util.List;

/** Leases that end before their holders let go. */
final class Losing {

    private static final int PASSES = 11602;

    private Losing() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "renewals-fail", "a holder's renewals fail while its reads do not", ofSeconds(3), stage -> {
                            stage.clients("a", "b");
                            stage.hold("a", "lock");
                            String next = stage.queue("b", "lock");
                            stage.fail("a", PASSES, "update");
                            stage.granted(next);
                            stage.watch(ofMillis(400));
                        }),
                new Scenario(
                        "holder-is-halted",
                        "a holder is halted past its ttl, resumes and releases",
                        ofSeconds(2),
                        stage -> {
                            stage.clients("a", "b", "c");
                            String late = stage.hold("a", "lock");
                            String next = stage.queue("b", "lock");
                            stage.queue("c", "lock");
                            stage.client("a").pause();
                            stage.granted(next);
                            stage.client("a").resume();
                            stage.release("a", late);
                            stage.watch(ofMillis(600));
                        }),
                new Scenario("holder-is-killed", "a holder is killed while another waits", ofSeconds(2), stage -> {
                    stage.clients("a", "b");
                    stage.hold("b", "lock");
                    String next = stage.queue("a", "lock");
                    stage.client("b").kill();
                    stage.due(next, ofMillis(3_500));
                }),
                new Scenario(
                        "answer-is-late", "a grant is acknowledged late, and never renewed", ofSeconds(3), stage -> {
                            stage.clients("a", "b");
                            stage.stopApplying();
                            String slow = stage.ask("a", "lock");
                            stage.asked(slow);
                            stage.watch(ofMillis(1_400));
                            stage.heal();
                            stage.granted(slow);
                            stage.fail("a", PASSES, "update");
                            stage.granted(stage.ask("b", "lock"));
                            stage.watch(ofMillis(500));
                        }),
                new Scenario(
                        "touches-cross",
                        "a touch that hangs at the server is applied after a later one",
                        ofSeconds(6),
                        stage -> {
                            stage.clients("a", "b");
                            String held = stage.hold("a", "lock");
                            int primary = stage.cluster().primary();
                            stage.cluster().failPoint(primary, "hangDuringBatchUpdate", "alwaysOn", stage.onLocks());
                            stage.cluster().awaitFailPoint(primary, "hangDuringBatchUpdate");
                            String next = stage.queue("b", "lock");
                            stage.watch(ofMillis(600));
                            stage.client("a").renew(held);
                            stage.watch(ofMillis(200));
                            stage.fail("a", PASSES, "update");
                            stage.cluster().failPoint(primary, "hangDuringBatchUpdate", "off", Stage.none());
                            stage.granted(next);
                            stage.watch(ofMillis(900));
                        }),
                new Scenario(
                        "touch-is-read-elsewhere",
                        "a touch is acknowledged, and read from a new primary that does not show it yet",
                        ofSeconds(9),
                        stage -> {
                            int next = stage.cluster().secondaries().getFirst();
                            stage.clients("a");
                            stage.cluster().failPoint(next, "disableSnapshotting", "alwaysOn", Stage.none());
                            String held = stage.hold("a", "lock");
                            stage.hangOnPrimary("a", ofMillis(1_200), "find");
                            stage.touched(held);
                            stage.cluster().stepUp(next);
                            stage.watch(ofSeconds(3));
                        }),
                new Scenario(
                        "purge", "the document of an idle lock is purged between two grants", ofSeconds(3), stage -> {
                            stage.clients("a");
                            stage.release("a", stage.hold("a", "lock"));
                            stage.purge("lock");
                            stage.release("a", stage.hold("a", "lock"));
                        }),
                new Scenario(
                        "primary-acknowledges-alone",
                        "the primary is killed while what it wrote is known to it alone",
                        ofSeconds(10),
                        stage -> {
                            stage.clients("a", "b");
                            stage.cluster().stopReplication(stage.cluster().secondaries());
                            stage.asked(stage.ask("a", "lock"));
                            stage.watch(ofMillis(700));
                            stage.cluster().kill(stage.cluster().primary());
                            stage.cluster().resumeReplication();
                            stage.ask("b", "lock");
                            stage.watch(ofSeconds(6));
                        }));
    }
}

package io.lockkeeper.faults;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.nemesis.Fault;
import io.lockkeeper.faults.nemesis.Nemesis;
import io.lockkeeper.faults.overlay.Patch;
import io.lockkeeper.faults.report.Findings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is wrong on purpose in a run of several languages, and must be found: a run that finds nothing says something only if it would have.
 *
 * @param believes whether the clients of the host agent never ask if they still hold
 * @param patches of the host agent
 * @param faults that show it
 */
record Control(String name, String what, boolean believes, List<Patch> patches, List<String> faults) {

    /** All as it should be. */
    static final Control NONE = new Control("none", "nothing is wrong", false, List.of(), List.of());

    private static final Logger log = LoggerFactory.getLogger(Control.class);
    private static final Duration AT_MOST = Duration.ofMinutes(3);

    static List<Control> all() {
        return List.of(
                new Control(
                        "believers",
                        "clients that never ask whether they still hold",
                        true,
                        List.of(),
                        List.of("pause-holder")),
                new Control(
                        "proof-by-connection",
                        "a host agent that takes the end of a connection for the end of its process",
                        false,
                        List.of(new Patch(
                                "host-agent/src/main/java/io/lockkeeper/host/session/Departure.java",
                                "!isEmpty() && proof.get().hasEnded()",
                                "!isEmpty()")),
                        List.of("cut-connections")),
                new Control(
                        "freed-while-believed",
                        "a host agent that frees a silent process's lease after a third of the time for which it believes in it",
                        false,
                        List.of(new Patch(
                                "host-agent/src/main/java/io/lockkeeper/host/session/SessionLease.java",
                                "        believedUntil = Math.max(believedUntil, now + left);\n",
                                "        believedUntil = now + left / 3;\n")),
                        List.of("nap-holder")));
    }

    boolean isWrong() {
        return !equals(NONE);
    }

    /** Which of them were not found, in words. */
    static List<String> run(Network network, Options options) throws IOException, InterruptedException {
        List<String> missed = new ArrayList<>();
        for (Control each : all()) {
            Findings findings = new Mixed(options.lasting(AT_MOST), network, each.shownBy(), each).run();
            if (findings.violations().isEmpty()) {
                missed.add("The control %s was not found: %s.".formatted(each.name(), each.what()));
            } else {
                log.info(
                        "control {}: found, {}",
                        each.name(),
                        findings.violations().iterator().next().text());
            }
        }
        return missed;
    }

    private List<Fault> shownBy() {
        return Nemesis.known().stream()
                .filter(each -> faults.contains(each.name()))
                .toList();
    }
}

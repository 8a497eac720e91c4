package io.lockkeeper.faults;

import io.lockkeeper.faults.checker.Violation;
import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.nemesis.FakeTime;
import io.lockkeeper.faults.scenario.Scenarios;
import io.lockkeeper.faults.scenario.Theatre;
import io.lockkeeper.faults.scenario.Theatre.Verdict;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A failover to a member whose clock is off by more than any allowance: what the protocol says of it. One that is behind costs
 * patience; one that is ahead ends leases before their holders' deadlines, against which nothing but the token helps, and which
 * the rules must therefore notice.
 */
final class ServerClocks {

    static final String BEHIND = "server-clock-behind";
    static final String AHEAD = "server-clock-ahead";

    private static final Logger log = LoggerFactory.getLogger(ServerClocks.class);
    private static final int ODD = 2;

    private ServerClocks() {}

    /** What is not as the protocol says, in words. */
    static List<String> run(Network network, Options options) throws IOException, InterruptedException {
        if (!FakeTime.isInstalled()) {
            log.info("Left out: {} and {}, which need libfaketime", BEHIND, AHEAD);
            return List.of();
        }
        if (options.isAsked(BEHIND)) {
            List<Violation> behind = violations(network, "-20s");
            log.info("{}: {}", BEHIND, behind.isEmpty() ? "kept" : behind);
            if (!behind.isEmpty()) {
                return List.of(BEHIND + ": " + behind);
            }
        }
        if (options.isAsked(AHEAD)) {
            List<Violation> ahead = violations(network, "+20s");
            log.info("{}: beyond the allowance, and noticed: {}", AHEAD, ahead);
            if (ahead.isEmpty()) {
                return List.of(AHEAD + ": the rules noticed nothing");
            }
        }
        return List.of();
    }

    private static List<Violation> violations(Network network, String offset) throws IOException, InterruptedException {
        try (Theatre theatre = Theatre.open(network.with(ODD, FakeTime.shifted(offset)))) {
            Verdict verdict = theatre.play(Scenarios.CLOCK, List.of());
            if (!verdict.hitch().isEmpty()) {
                log.warn("The clock {} could not be staged: {}", offset, verdict.hitch());
            }
            return verdict.violations();
        }
    }
}

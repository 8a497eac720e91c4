package io.lockkeeper.simulation.host;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/**
 * The host agent with one rule taken out.
 *
 * @param name what it is called
 * @param rule the rule that it breaks
 */
record HostMutant(String name, String rule, List<Patch> patches) {

    private HostMutant(String name, String rule, Patch... patches) {
        this(name, rule, List.of(patches));
    }

    private static final String HOST = "host-agent/src/main/java/io/lockkeeper/host/";
    private static final String CLOCK = HOST + "kernel/BootClock.java";
    private static final String LEASE = HOST + "session/SessionLease.java";
    private static final String LEASES = HOST + "session/SessionLeases.java";
    private static final String PROOF = HOST + "kernel/ProcessProof.java";

    static List<HostMutant> all() {
        return List.of(
                new HostMutant(
                        "proof-by-connection",
                        "the end of a connection proves nothing of its process",
                        new Patch(
                                HOST + "session/Departure.java",
                                "!leases.isEmpty() && proof.hasEnded()",
                                "!leases.isEmpty()")),
                new HostMutant(
                        "leader-is-the-process",
                        "a process whose first thread has ended lives while others run",
                        new Patch(PROOF, "(state == 'Z' && threads <= 1)", "state == 'Z'")),
                new HostMutant(
                        "pid-is-the-process",
                        "another process with the same pid is not the one that said hello",
                        new Patch(PROOF, "now.isOver() || !now.startedAt().equals(startedAt)", "now.isOver()")),
                new HostMutant(
                        "lines-of-the-dead",
                        "a line that is read after the end of the process keeps no lease",
                        new Patch(LEASES, "ended = ended || proof.hasEnded();", "ended = ended && proof.hasEnded();")),
                new HostMutant(
                        "silence-is-not-judged",
                        "a lease ends when its process can no longer believe in it",
                        new Patch(LEASES, ".filter(lease -> lease.overAt(heardAt) < now)", ".filter(lease -> false)")),
                new HostMutant(
                        "no-time-to-settle",
                        "a dead process's last writes are given time to arrive",
                        new Patch(
                                LEASES, "parts.loop().after(lease.settle(), () -> {", "parts.loop().after(0, () -> {")),
                new HostMutant(
                        "no-margin",
                        "the clocks of both sides go in steps",
                        new Patch(LEASE, "static final long MARGIN = 50;", "static final long MARGIN = 0;")),
                new HostMutant(
                        "belief-from-the-answer",
                        "a silent process's lock is free a ttl after its last line, not after its last answer",
                        new Patch(LEASE, "Math.min(agents, heardAt + ttl - now) - MARGIN", "agents - MARGIN")),
                new HostMutant(
                        "belief-is-forgotten",
                        "until the end of belief only the process, or its death, ends a lease",
                        new Patch(
                                LEASE,
                                "believedUntil = Math.max(believedUntil, now + left);",
                                "believedUntil = now + left / 2;")),
                new HostMutant(
                        "lost-is-over",
                        "a lost lease keeps its place while its process is heard",
                        new Patch(
                                LEASE,
                                "lost ? Math.max(believedUntil, heardAt + ttl) : believedUntil",
                                "lost ? 0 : believedUntil")),
                new HostMutant(
                        "sleep-is-not-taken-off",
                        "what is left of a lease goes on running out while the machine sleeps",
                        new Patch(
                                CLOCK,
                                "remaining.toMillis() - (mayHaveSlept ? sleptLately : 0)",
                                "remaining.toMillis() - (mayHaveSlept ? 0 : sleptLately)")),
                new HostMutant(
                        "not-scheduled-is-asleep",
                        "a thread that is not scheduled between two readings of the clocks has not slept",
                        new Patch(CLOCK, "i < TRIES &&", "i < 0 &&"),
                        new Patch(CLOCK, "} else if (most < -NOISE) {", "} else if (more < -NOISE) {"),
                        new Patch(
                                CLOCK,
                                "            apart = now.all() - now.before();",
                                "            apart = now.all() - now.after();")));
    }
}

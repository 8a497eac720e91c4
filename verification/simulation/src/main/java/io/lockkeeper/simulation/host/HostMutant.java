package io.lockkeeper.simulation.host;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;
import java.util.stream.Stream;

/**
 * The host agent with one rule taken out.
 *
 * @param name what it is called
 * @param rule the rule that it breaks
 * @param histories that need it
 */
record HostMutant(String name, String rule, HostHunt.Of histories, List<Patch> patches) {

    private HostMutant(String name, String rule, Patch... patches) {
        this(name, rule, HostHunt.Of.ONE_HOST_AGENT, List.of(patches));
    }

    private static final String HOST = "host-agent/src/main/java/io/lockkeeper/host/";
    private static final String CLOCK = HOST + "kernel/BootClock.java";
    private static final String LEASE = HOST + "session/SessionLease.java";
    private static final String LEASES = HOST + "session/SessionLeases.java";
    private static final String PROOF = HOST + "kernel/ProcessProof.java";

    static List<HostMutant> all() {
        return Stream.concat(ofOne().stream(), ofSeveral().stream()).toList();
    }

    /** Where host agents follow each other. */
    private static List<HostMutant> ofSeveral() {
        return List.of(
                several(
                        "noted-later",
                        "a request is noted before its enqueue is sent",
                        new Patch(
                                HOST + "session/SessionWaits.java",
                                "notes.asks(id, acquirer, noted);",
                                "parts.loop().after(400, () -> notes.asks(id, acquirer, noted));")),
                several(
                        "given-up-is-over",
                        "a wait that was given up is noted until its remove was sent",
                        new Patch(
                                HOST + "session/SessionWaits.java",
                                "parts.loop().after(REMOVED_AFTER, () -> notes.over(wait.id()));",
                                "notes.over(wait.id());")),
                several(
                        "numbers-given-twice",
                        "a host agent gives no number that one before it has given",
                        new Patch(
                                HOST + "state/HostState.java",
                                "Integer.MAX_VALUE).orElseThrow() + 1)",
                                "9).orElseThrow())")),
                several(
                        "what-is-not-claimed-stays",
                        "what its process does not go on with is ended",
                        new Patch(HOST + "session/HostSession.java", "        earlier.endAll();\n", "")),
                several(
                        "belief-of-before-is-forgotten",
                        "a lease that was taken up may be believed in by the answers of the host agent before",
                        new Patch(LEASE, "taken.believedUntil = now + taken.ttl;", "taken.believedUntil = now;")),
                several(
                        "end-of-the-old-connection",
                        "the end of a connection that another has replaced is none of the session",
                        new Patch(HOST + "session/HostSession.java", "from.equals(connection) && ", "")),
                several(
                        "old-departure-goes-on",
                        "a session that was resumed is not over with its old connection",
                        new Patch(HOST + "session/HostSession.java", "departure.callOff();", "departure.watch();")),
                several(
                        "dead-while-it-was-away",
                        "what a process that has ended meanwhile has left is ended",
                        new Patch(HOST + "session/Departure.java", "                earlier.endOfDead();\n", "")),
                several(
                        "waits-are-forgotten",
                        "a wait is gone on with",
                        new Patch(
                                HOST + "session/HostSession.java",
                                "ifPresentOrElse(waits::goOn, ",
                                "ifPresentOrElse(one -> {}, ")),
                several(
                        "leases-are-forgotten",
                        "a lease is gone on with",
                        new Patch(
                                HOST + "session/HostSession.java",
                                "ifPresentOrElse(leases::takeUp, ",
                                "ifPresentOrElse(one -> {}, ")));
    }

    private static HostMutant several(String name, String rule, Patch patch) {
        return new HostMutant(name, rule, HostHunt.Of.SEVERAL_IN_A_ROW, List.of(patch));
    }

    private static List<HostMutant> ofOne() {
        return List.of(
                new HostMutant(
                        "proof-by-connection",
                        "the end of a connection proves nothing of its process",
                        new Patch(
                                HOST + "session/Departure.java", "!isEmpty() && proof.get().hasEnded()", "!isEmpty()")),
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

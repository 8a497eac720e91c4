package io.lockkeeper.host.session;

import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.host.session.SimulatedTime.Party;
import io.lockkeeper.host.state.HostState;
import io.lockkeeper.model.Eviction;
import java.nio.channels.Selector;
import java.time.Instant;
import java.util.Locale;
import java.util.SplittableRandom;

/** One history by a seed: a process takes a lock through a host agent, and one or two things go wrong. */
final class HostHistory implements SimulatedSession.Hearer {

    private static final long[] TTLS = {1_000, 2_000, 3_000};
    private static final long[] SETTLES = {0, 100, 300};
    /** Until an end of belief is judged, and a death seen: rounds of the loop, looks at the process, both margins, and steps of clocks. */
    private static final long SLACK = 50 + 50 + 100 + 60;

    private final SimulatedTime time = new SimulatedTime();
    private final SplittableRandom chance;
    private final SimulatedStat stat;
    private final SimulatedProcess process;
    private final SimulatedSession session;
    private final long ttl;
    private final long settle;
    private String violation = "";
    private boolean beats = true;
    private boolean childWrites;
    private boolean evicted;
    private boolean released;
    private boolean quiet = true;
    private long endedAt = Long.MAX_VALUE;

    private HostHistory(long seed, SimulatedStat stat, HostState state, Selector selector) {
        this.chance = new SplittableRandom(seed);
        this.stat = stat;
        this.ttl = TTLS[chance.nextInt(TTLS.length)];
        this.settle = SETTLES[chance.nextInt(SETTLES.length)];
        this.process = new SimulatedProcess(chance.nextBoolean() ? time::uptime : time::now);
        this.session = new SimulatedSession(time, chance.split(), selector, stat.start(), state, ttl, settle, this);
    }

    /** What was broken, in words; empty if nothing was. */
    static String run(long seed, SimulatedStat stat, HostState state, Selector selector) {
        HostHistory history = new HostHistory(seed, stat, state, selector);
        history.play();
        return history.violation;
    }

    private void play() {
        long id = process.write();
        session.acquire(id, chance.nextInt(3) == 0 ? chance.nextLong(3 * ttl) : chance.nextLong(20));
        beat();
        int troubles = 1 + chance.nextInt(2);
        for (int i = 0; i < troubles; i++) {
            time.after(chance.nextLong(4 * ttl), Party.SERVER, this::trouble);
        }
        time.run(time.now() + 10 * ttl);
        judgeTheEnd();
    }

    private void trouble() {
        long some = 1 + chance.nextLong(2 * ttl);
        switch (chance.nextInt(10)) {
            case 0 -> stop(Party.PROCESS, some);
            case 1 -> {
                quiet = false;
                stop(Party.HOST_AGENT, some);
            }
            case 2 -> {
                quiet = false;
                suspend(some);
            }
            case 3 -> {
                quiet = false;
                unanswered(some);
            }
            case 4 -> beats = false;
            case 5 -> evict();
            case 6 -> cut();
            case 7 -> release();
            default -> kill();
        }
    }

    private void stop(Party party, long some) {
        time.stop(party, some);
        time.after(some, Party.PROCESS, this::requireNoFalseBelief);
    }

    /** With a database that is away when it wakes, in one of two. */
    private void suspend(long some) {
        if (chance.nextBoolean()) {
            unanswered(some + ttl);
        }
        time.suspend(some);
        time.after(some, Party.PROCESS, this::requireNoFalseBelief);
    }

    private void unanswered(long some) {
        SimulatedLease lease = session.lease();
        if (lease != null) {
            lease.answered(false);
            time.after(some, Party.SERVER, () -> lease.answered(true));
        }
    }

    private void evict() {
        SimulatedLease lease = session.lease();
        if (lease != null) {
            evicted = true;
            Instant now = Instant.ofEpochMilli(time.now());
            lease.evict(new LeaseLoss.Evicted(new Eviction("ann", "hung", now, now)));
        }
    }

    /** By a library that closes all descriptors, or where only the process's first thread has ended. */
    private void cut() {
        if (process.isAlive()) {
            if (chance.nextBoolean()) {
                stat.leaderEnded();
            }
            session.disconnect();
        }
    }

    private void release() {
        time.after(0, Party.PROCESS, () -> {
            if (process.isAlive()) {
                released = true;
                process.stop();
                session.release(process.write());
            }
        });
    }

    /** Its connection ends before the kernel says that it has, or a child has it and goes on writing. */
    private void kill() {
        if (!process.isAlive()) {
            return;
        }
        process.die();
        if (chance.nextInt(3) == 0) {
            childWrites = true;
        } else {
            time.after(chance.nextLong(20), Party.SERVER, session::disconnect);
        }
        time.after(chance.nextLong(40), Party.SERVER, () -> {
            endedAt = time.now();
            switch (chance.nextInt(3)) {
                case 0 -> stat.zombie();
                case 1 -> stat.anotherHasItsPid();
                default -> stat.gone();
            }
        });
    }

    private void beat() {
        if ((process.isAlive() && beats) || childWrites) {
            session.beat(process.write());
        }
        time.after(ttl / 6, process.isAlive() ? Party.PROCESS : Party.SERVER, this::beat);
    }

    @Override
    public void granted(long seen, long left) {
        process.granted(seen, left);
        requireNoFalseBelief();
    }

    @Override
    public void left(long seen, long left) {
        process.extended(seen, left);
        requireNoFalseBelief();
    }

    @Override
    public void lost() {
        process.stop();
    }

    @Override
    public void freed(String how) {
        requireNoFalseBelief();
        SimulatedLease lease = session.lease();
        if (lease == null || !lease.isReleased() || released) {
            return;
        }
        if (!process.isAlive() && time.now() < process.deadline() && time.now() - settle < endedAt) {
            breaks("what a dead process has written is given its time to arrive", how);
        }
        if (evicted && process.isAlive() && !session.isDisconnected() && time.now() < session.lastRead() + ttl) {
            breaks("a lost lease keeps its place while its process is heard", how);
        }
        if (quiet && time.now() > latestEnd()) {
            breaks("the lock of a silent or dead process is free in time", how);
        }
    }

    /** After the last line of the process, or its proven death. */
    private long latestEnd() {
        long silent = Math.max(session.lastRead() + ttl, session.grantedAt());
        boolean proven = session.isDisconnected() && endedAt < Long.MAX_VALUE;
        long dead = Math.max(Math.max(endedAt, session.disconnectedAt()), session.grantedAt()) + settle;
        return (proven ? Math.min(silent, dead) : silent) + SLACK;
    }

    @Override
    public void stalled() {
        quiet = false;
    }

    @Override
    public boolean hasEnded() {
        return time.now() >= endedAt;
    }

    private void requireNoFalseBelief() {
        SimulatedLease lease = session.lease();
        if (lease != null && lease.isFree() && time.runs(Party.PROCESS) && process.believes()) {
            breaks("no process believes in a lock that another may have", "at the earliest");
        }
    }

    private void judgeTheEnd() {
        SimulatedLease lease = session.lease();
        if (lease != null && !lease.isFree() && quiet && time.now() > latestEnd()) {
            breaks("the lock of a silent or dead process is free in time", "not at the end");
        }
    }

    private void breaks(String rule, String how) {
        if (violation.isEmpty()) {
            violation = String.format(
                    Locale.ROOT,
                    "%s: ttl %d, settle %d, %s, after %d ms",
                    rule,
                    ttl,
                    settle,
                    how,
                    time.now() - 1_000_000);
        }
    }
}

package io.lockkeeper.host.session;

import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.kernel.BootClock;
import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.report.HostFigures;
import io.lockkeeper.host.session.SimulatedTime.Party;
import io.lockkeeper.host.state.HostState;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The host agent's side of one connection: what it reads in its turn, decides by the product's own classes, and answers. */
final class SimulatedSession {

    /** Who hears what the host agent says. */
    interface Hearer {
        void granted(long seen, long left);

        void left(long seen, long left);

        void lost();

        /** How the lock became free for others. */
        void freed(String how);

        /** The host agent's thread is not scheduled for a while. */
        void stalled();

        /** Whether the process has ended, as all know but the host agent. */
        boolean hasEnded();
    }

    private static final Hello NOBODY = new Hello("simulated", "", "", new ProcessProof.Claim(0, "", ""));
    private static final long ROUND = 5;
    private static final long ROUNDS = 10;
    private static final int SELDOM = 30_000;
    private static final long STALL = 60;

    private final SimulatedTime time;
    private final SplittableRandom chance;
    private final HostLoop loop;
    private final ProcessProof proof;
    private final HostParts parts;
    private final SessionNotes notes;
    private final SessionLeases leases;
    private final Hearer hearer;
    private final AcquireLine asked;
    private final long delay;
    private @Nullable SimulatedLease lease;
    private long seen;
    private long grantedAt;
    private long disconnectedAt = Long.MAX_VALUE;
    private long lastRead;

    @SuppressWarnings("NullAway") // what leases have nothing to do with
    SimulatedSession(
            SimulatedTime time,
            SplittableRandom chance,
            Selector selector,
            ProcessProof proof,
            HostState state,
            long ttl,
            long settle,
            Hearer hearer) {
        this.time = time;
        this.chance = chance;
        this.proof = proof;
        this.hearer = hearer;
        this.asked = new AcquireLine(LockRequest.of("lock"), ttl, settle);
        this.delay = chance.nextLong(4);
        this.loop = new HostLoop(new BootClock(time::uptime, this::running), selector);
        this.parts = new HostParts(null, null, loop, null, new HostSessions(), null, new HostFigures(), state);
        this.notes = new SessionNotes(state, 1);
        this.leases = new SessionLeases(parts, proof, parts.sessions().room("simulated", "1"), notes, this::event);
        round();
    }

    /** Of a thread that is not scheduled before it reads its clock, once in tens of thousands of times. */
    private long running() {
        if (chance.nextInt(SELDOM) == 0) {
            hearer.stalled();
            time.stall(STALL + chance.nextLong(3 * STALL));
        }
        return time.running();
    }

    /** What waits for its time is done within some milliseconds of it. */
    private void round() {
        loop.turn();
        time.after(ROUND + chance.nextLong(ROUNDS), Party.HOST_AGENT, this::round);
    }

    @Nullable
    SimulatedLease lease() {
        return lease;
    }

    /** When a line of the process itself was read last. */
    long lastRead() {
        return lastRead;
    }

    long grantedAt() {
        return grantedAt;
    }

    boolean isDisconnected() {
        return disconnectedAt < Long.MAX_VALUE;
    }

    long disconnectedAt() {
        return disconnectedAt;
    }

    void acquire(long id, long wait) {
        read(id, () -> time.after(wait, Party.HOST_AGENT, this::grant));
    }

    private void grant() {
        if (isDisconnected() || leases.areOfDead()) {
            return;
        }
        SimulatedLease granted = new SimulatedLease(time, asked.ttl(), hearer::freed);
        lease = granted;
        grantedAt = time.now();
        Object answer = leases.granted(1, granted, asked, 0).members().get("granted");
        if (answer instanceof JsonLine line && line.members().get("leftMs") instanceof Long left) {
            answer(read -> hearer.granted(read, left));
        }
    }

    void beat(long id) {
        read(id, () -> {
            Map<String, Object> left = leases.left();
            if (left.get("1") instanceof Long mine) {
                answer(read -> hearer.left(read, mine));
            }
        });
    }

    void release(long id) {
        read(id, () -> leases.release("1", answer -> {}));
    }

    /** The connection ends, with what was written before. */
    void disconnect() {
        time.after(delay, Party.HOST_AGENT, () -> {
            if (!isDisconnected()) {
                disconnectedAt = time.now();
                EarlierRequests none = new EarlierRequests(parts, notes, NOBODY, List.of());
                new Departure(loop, () -> proof, leases, none, () -> {}).watch();
            }
        });
    }

    private void read(long id, Runnable verb) {
        time.after(delay, Party.HOST_AGENT, () -> {
            if (!isDisconnected()) {
                seen = id;
                leases.heard();
                if (!hearer.hasEnded()) {
                    lastRead = time.now();
                }
                verb.run();
                loop.turn();
            }
        });
    }

    private void event(JsonLine line) {
        if (line.members().containsKey("lost")) {
            answer(read -> hearer.lost());
        }
    }

    private void answer(Consumer<Long> heard) {
        long read = seen;
        time.after(delay, Party.PROCESS, () -> heard.accept(read));
    }
}

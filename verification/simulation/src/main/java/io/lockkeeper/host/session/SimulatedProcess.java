package io.lockkeeper.host.session;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** A process as every client of the protocol is written: when it believes that it holds its lease, and what it writes when. */
final class SimulatedProcess {

    private final LongSupplier clock;
    private final Map<Long, Long> written = new HashMap<>();
    private long last;
    private long deadline = Long.MIN_VALUE;
    private boolean alive = true;
    private boolean over;

    SimulatedProcess(LongSupplier clock) {
        this.clock = clock;
    }

    /** The id of the line that it writes now. */
    long write() {
        written.put(++last, clock.getAsLong());
        return last;
    }

    boolean isAlive() {
        return alive;
    }

    void die() {
        alive = false;
    }

    /** Whether it would answer that it holds, if it were asked now. */
    boolean believes() {
        return alive && !over && clock.getAsLong() < deadline;
    }

    long deadline() {
        return deadline;
    }

    void granted(long seen, long left) {
        deadline = before(seen) + left;
    }

    void extended(long seen, long left) {
        if (believes()) {
            deadline = Math.max(deadline, before(seen) + left);
        }
    }

    /** It releases, or hears that it has lost it. */
    void stop() {
        over = true;
    }

    private long before(long seen) {
        Long before = written.get(seen);
        if (before == null) {
            throw new IllegalStateException("The host agent has seen a line that was not written: " + seen);
        }
        return before;
    }
}

package io.lockkeeper.host.session;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.host.kernel.BootClock;

/** A lease of a session, and until when its process may believe that it holds it. On the loop's thread only. */
final class SessionLease {

    /** Taken off what a process reads, and awaited beyond it: the clocks of both sides go in steps of 10 ms. */
    static final long MARGIN = 50;

    private final long request;
    private final Lease lease;
    private final long ttl;
    private final long settle;
    private long believedUntil;
    private boolean lost;

    /** @param request the id of the line that asked for it */
    SessionLease(long request, Lease lease, AcquireLine asked) {
        this.request = request;
        this.lease = lease;
        this.ttl = asked.ttl();
        this.settle = asked.settle();
    }

    /** One that the host agent before this one has answered for, at most for a ttl from its end on. */
    static SessionLease takenUp(long request, Lease lease, AcquireLine asked, long now) {
        SessionLease taken = new SessionLease(request, lease, asked);
        taken.believedUntil = now + taken.ttl;
        return taken;
    }

    long request() {
        return request;
    }

    String id() {
        return Long.toString(request);
    }

    Lease lease() {
        return lease;
    }

    long settle() {
        return settle;
    }

    boolean isLost() {
        return lost;
    }

    /** The process hears that it holds the lease no more. */
    void lose() {
        lost = true;
    }

    /**
     * What the process may believe from the instant before it wrote the last line that was read, and until when it does so at most by this
     * answer: the agent's deadline, and a ttl after that line was read. Nothing once it is lost.
     *
     * @param heardAt when that line was read, which is after it was written
     */
    long left(BootClock clock, long heardAt) {
        long agents = lost || !lease.isHeld() ? 0 : clock.left(lease.remaining(), ttl);
        long now = clock.millis();
        long left = Math.min(agents, heardAt + ttl - now) - MARGIN;
        if (left <= 0) {
            return 0;
        }
        believedUntil = Math.max(believedUntil, now + left);
        return left;
    }

    /** From when on nothing of the process stands against the release. What is lost keeps its place while the process is heard. */
    long overAt(long heardAt) {
        return (lost ? Math.max(believedUntil, heardAt + ttl) : believedUntil) + MARGIN;
    }
}

package io.lockkeeper.host.session;

import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.ProcessProof;

/**
 * Watches for the end of a process whose connection has ended. Both together prove that it holds nothing any more; until then its leases
 * stay, each as long as it may be believed.
 */
final class Departure {

    private static final long LONGEST_PAUSE = 100;

    private final HostLoop loop;
    private final ProcessProof proof;
    private final SessionLeases leases;
    private final Runnable over;
    private long pause = 1;

    Departure(HostLoop loop, ProcessProof proof, SessionLeases leases, Runnable over) {
        this.loop = loop;
        this.proof = proof;
        this.leases = leases;
        this.over = over;
    }

    /** A killed process closes its connection some milliseconds before it has ended; one of much memory, later. */
    void watch() {
        try {
            if (!leases.isEmpty() && proof.hasEnded()) {
                leases.releaseOfDead();
            }
        } finally {
            goOn(); // also after a failure, or the session would stay for ever
        }
    }

    private void goOn() {
        if (leases.isEmpty()) {
            over.run();
        } else {
            loop.after(pause, this::watch);
            pause = Math.min(pause * 2, LONGEST_PAUSE);
        }
    }
}

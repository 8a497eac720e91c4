package io.lockkeeper.host.session;

import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.ProcessProof;
import java.util.function.Supplier;

/**
 * Watches for the end of a process whose connection has ended. Both together prove that it holds nothing any more; until then its leases
 * stay, each as long as it may be believed.
 */
final class Departure {

    private static final long LONGEST_PAUSE = 100;

    private final HostLoop loop;
    private final Supplier<ProcessProof> proof;
    private final SessionLeases leases;
    private final EarlierRequests earlier;
    private final Runnable over;
    private long pause = 1;
    private boolean calledOff;

    Departure(
            HostLoop loop, Supplier<ProcessProof> proof, SessionLeases leases, EarlierRequests earlier, Runnable over) {
        this.loop = loop;
        this.proof = proof;
        this.leases = leases;
        this.earlier = earlier;
        this.over = over;
    }

    /** The process has another connection. */
    void callOff() {
        calledOff = true;
    }

    /** A killed process closes its connection some milliseconds before it has ended; one of much memory, later. */
    void watch() {
        if (calledOff) {
            return;
        }
        try {
            if (!isEmpty() && proof.get().hasEnded()) {
                leases.releaseOfDead();
                earlier.endOfDead();
            }
        } finally {
            goOn(); // also after a failure, or the session would stay for ever
        }
    }

    private void goOn() {
        if (isEmpty()) {
            over.run();
        } else {
            loop.after(pause, this::watch);
            pause = Math.min(pause * 2, LONGEST_PAUSE);
        }
    }

    private boolean isEmpty() {
        return leases.isEmpty() && earlier.isEmpty();
    }
}

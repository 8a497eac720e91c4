package io.lockkeeper.agent.leadership;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One term of a leader: from the grant of the lease to its loss or release. */
final class Term {

    private static final Logger log = LoggerFactory.getLogger(Term.class);

    private final Lease lease;
    private final LeadershipListener listener;
    private final CompletableFuture<Optional<LeaseLoss>> end = new CompletableFuture<>();
    /** Set by whichever comes first: the election of the listener, or the loss of a lease whose listener was never elected. */
    private final AtomicBoolean begun = new AtomicBoolean();

    private volatile boolean failed;

    Term(Lease lease, LeadershipListener listener) {
        this.lease = lease;
        this.listener = listener;
    }

    Lease lease() {
        return lease;
    }

    /** Returns when the term is over and the listener has returned: false if the listener failed. */
    boolean run() throws InterruptedException {
        lease.onLoss((lost, loss) -> end.complete(Optional.of(loss)));
        Thread leader = Thread.ofVirtual().name("lockkeeper-leader").start(this::lead);
        Optional<LeaseLoss> loss = end.join();
        leader.interrupt();
        try {
            if (loss.isPresent() && !begun.compareAndSet(false, true)) {
                LeaseLoss cause = loss.get();
                Thread.ofVirtual()
                        .name("lockkeeper-leader")
                        .start(() -> depose(cause))
                        .join();
            }
            leader.join();
        } finally {
            lease.close(); // lost as it is, it may still keep the place until its holder has stopped
        }
        return !failed;
    }

    /** Whether the lease was held until now. */
    boolean resign() {
        boolean held = lease.release();
        end.complete(lease.loss());
        return held;
    }

    private void lead() {
        try {
            if (lease.isHeld() && begun.compareAndSet(false, true)) {
                listener.elected(lease);
            }
            if (!lease.isHeld()) {
                resign(); // released by the listener, or lost
            }
        } catch (RuntimeException e) {
            log.error("The leader of \"{}\" failed and resigns", lease.name(), e);
            failed = true;
            resign();
        }
    }

    private void depose(LeaseLoss loss) {
        try {
            listener.deposed(loss);
        } catch (RuntimeException e) {
            log.error("The listener for the leadership of \"{}\" failed", lease.name(), e);
        }
    }
}

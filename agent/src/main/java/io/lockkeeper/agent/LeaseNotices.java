package io.lockkeeper.agent;

import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the listeners of one lease, each on a virtual thread of its own, so that none delays another or the agent. */
final class LeaseNotices {

    private static final Logger log = LoggerFactory.getLogger(LeaseNotices.class);

    private final Machine machine;
    private final List<Told> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean late = new AtomicBoolean();
    private final AtomicBoolean atRisk = new AtomicBoolean();

    LeaseNotices(Machine machine, LeaseListener first) {
        this.machine = machine;
        listeners.add(new Told(first, new AtomicBoolean()));
    }

    /** Adds a listener, and calls it if the lease is already lost. No loss falls in between. */
    void add(LeaseListener listener, Lease lease) {
        Told added = new Told(listener, new AtomicBoolean());
        listeners.add(added);
        lease.loss().ifPresent(loss -> tell(added, lease, loss));
    }

    void lost(Lease lease, LeaseLoss loss) {
        listeners.forEach(each -> tell(each, lease, loss));
    }

    void longestHoldNear(Lease lease, Duration remaining) {
        listeners.forEach(each -> notice(each.listener, listener -> listener.longestHoldNear(lease, remaining)));
    }

    void late(Lease lease, Duration remaining) {
        if (late.compareAndSet(false, true)) {
            listeners.forEach(each -> notice(each.listener, listener -> listener.renewalLate(lease, remaining)));
        }
    }

    void atRisk(Lease lease, Duration remaining) {
        if (atRisk.compareAndSet(false, true)) {
            listeners.forEach(each -> notice(each.listener, listener -> listener.atRisk(lease, remaining)));
        }
    }

    void inTime() {
        late.set(false);
        atRisk.set(false);
    }

    private void tell(Told one, Lease lease, LeaseLoss loss) {
        if (one.told.compareAndSet(false, true)) {
            notice(one.listener, each -> each.lost(lease, loss));
        }
    }

    private void notice(LeaseListener listener, Consumer<LeaseListener> call) {
        machine.virtual("lockkeeper-notice", () -> guarded(() -> call.accept(listener)))
                .start();
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            log.error("A lease listener failed", e);
        }
    }

    private record Told(LeaseListener listener, AtomicBoolean told) {}
}

package io.lockkeeper.agent;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners of one lease, each on a virtual thread of its own, so that none holds up another or the agent. */
final class LeaseNotices {

    private static final Logger log = LoggerFactory.getLogger(LeaseNotices.class);

    private final List<Told> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean late = new AtomicBoolean();
    private final AtomicBoolean atRisk = new AtomicBoolean();

    LeaseNotices(LeaseListener first) {
        listeners.add(new Told(first, new AtomicBoolean()));
    }

    /** Adds a listener and then looks whether there is something to tell it already: no loss falls in between. */
    void add(LeaseListener listener, Lease lease) {
        Told added = new Told(listener, new AtomicBoolean());
        listeners.add(added);
        lease.loss().ifPresent(loss -> added.once(lease, loss));
    }

    void lost(Lease lease, LeaseLoss loss) {
        listeners.forEach(each -> each.once(lease, loss));
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

    private static void notice(LeaseListener listener, Consumer<LeaseListener> call) {
        Thread.ofVirtual().name("lockkeeper-notice").start(() -> {
            try {
                call.accept(listener);
            } catch (RuntimeException e) {
                log.error("A lease listener failed", e);
            }
        });
    }

    private record Told(LeaseListener listener, AtomicBoolean told) {
        void once(Lease lease, LeaseLoss loss) {
            if (told.compareAndSet(false, true)) {
                notice(listener, each -> each.lost(lease, loss));
            }
        }
    }
}

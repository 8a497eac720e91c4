package io.lockkeeper.agent;

import com.mongodb.MongoException;
import io.lockkeeper.agent.calls.OpenRequests;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.waiting.LocalWaiter;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.agent.waiting.WakeStream;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reacts to the stream's events: offers a grant to its waiter, looks for an eviction of its lease, and ends a kept lease that others want. */
final class WakeReaction implements WakeStream.Listener {

    private static final Logger log = LoggerFactory.getLogger(WakeReaction.class);

    private final Server server;
    private final OpenRequests open;
    private final LocalWaiters waiters;
    private final HeldLeases leases;
    private final Timer background;
    private final LeaseKeeping<?> keeping;

    WakeReaction(
            Server server,
            OpenRequests open,
            LocalWaiters waiters,
            HeldLeases leases,
            Timer background,
            LeaseKeeping<?> keeping) {
        this.server = server;
        this.open = open;
        this.waiters = waiters;
        this.leases = leases;
        this.background = background;
        this.keeping = keeping;
    }

    @Override
    public boolean isNeeded() {
        return !waiters.isEmpty() || leases.hasLongHeld() || keeping.isNeeded();
    }

    @Override
    public void opened() {
        keeping.opened();
        open.hintAll(); // before the waiters: a caller that begins to wait joins them first, and then looks for this
        waiters.all().forEach(LocalWaiter::hint);
        lookForEvictions(leases.longHeld());
    }

    @Override
    public void closed() {
        keeping.closed();
    }

    @Override
    public void recalled(String acquirer) {
        keeping.recalled(acquirer);
    }

    @Override
    public void granted(String acquirer, long token, int tokens) {
        open.hint(acquirer);
        waiters.find(acquirer).ifPresent(waiter -> waiter.heard(token, tokens));
        lookForEvictions(leases.find(acquirer).stream().toList());
    }

    @Override
    public void concerned(String acquirer) {
        open.hint(acquirer);
        waiters.find(acquirer).ifPresent(LocalWaiter::hint);
        keeping.recalled(acquirer); // evicted, perhaps before its grant was known
        lookForEvictions(leases.find(acquirer).stream().toList());
    }

    private void lookForEvictions(Collection<HeldLease> concerned) {
        if (!concerned.isEmpty()) {
            background.after(Duration.ZERO, () -> read(concerned));
        }
    }

    /** A read moves no deadline, but an eviction that it shows is real. */
    private void read(Collection<HeldLease> concerned) {
        try {
            Map<String, Snapshot> locks = server.read(
                    concerned.stream().map(lease -> lease.bid().lock()).toList());
            concerned.forEach(
                    lease -> Optional.ofNullable(locks.get(lease.name())).ifPresent(lease::checkEviction));
        } catch (MongoException e) {
            log.debug("Evictions could not be looked for; the next renewal will show them", e);
        }
    }
}

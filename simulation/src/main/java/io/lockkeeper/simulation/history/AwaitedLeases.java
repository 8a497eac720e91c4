package io.lockkeeper.simulation.history;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.simulation.machine.Troubles;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.world.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Kept leases that somebody waits for: their agent ends them, or where they are in use says that it keeps them no longer. */
final class AwaitedLeases {

    private static final String RULE = "a lease that somebody waits for is kept no longer";
    private static final long ENDS_WITHIN = Duration.ofMillis(700).toNanos();
    private static final long KNOWN = Duration.ofSeconds(3).toNanos();

    private final Map<String, Service> services;
    private final Map<String, Server.Change> last = new HashMap<>();
    /** Since when somebody has waited for the kept lease of that acquirer. */
    private final Map<String, Long> awaited = new HashMap<>();

    private final List<Broken> broken = new ArrayList<>();

    private AwaitedLeases(Map<String, Service> services) {
        this.services = services;
    }

    static List<Broken> find(List<Server.Change> changes, Map<String, Service> services) {
        AwaitedLeases leases = new AwaitedLeases(services);
        changes.forEach(leases::take);
        return leases.broken;
    }

    private void take(Server.Change change) {
        Server.Change before = last.put(change.lock(), change);
        if (before != null) {
            before.document().ifPresent(lock -> check(lock, before.at(), change.at()));
        }
    }

    /** The lock stood so from then until then. */
    private void check(LockDocument lock, long from, long until) {
        boolean waits = !lock.queue().isEmpty() || lock.paused() != null;
        for (Holder holder : lock.holders()) {
            if (!waits || !holder.isKept()) {
                awaited.remove(holder.acquirer());
            } else {
                check(lock, holder, awaited.computeIfAbsent(holder.acquirer(), acquirer -> from), until);
            }
        }
    }

    private void check(LockDocument lock, Holder holder, long since, long until) {
        Service keeper =
                services.get(holder.acquirer().substring(0, holder.acquirer().indexOf('.')));
        if (keeper != null && until - since > ENDS_WITHIN && isAwake(keeper, since, until)) {
            awaited.put(holder.acquirer(), until); // once
            broken.add(new Broken(
                    RULE,
                    "%s %s is kept by %s, %s after somebody came to wait"
                            .formatted(
                                    Story.time(until), lock.name(), keeper.name(), Duration.ofNanos(until - since))));
        }
    }

    /** A caller that stands still with the answer in its hands keeps the agent from knowing the lease, until it goes on. */
    private static boolean isAwake(Service keeper, long since, long until) {
        Troubles troubles = keeper.machine().troubles();
        long before = since - KNOWN;
        long known = troubles.quietFrom(Set.of(Troubles.Kind.CALLER_STANDS_STILL), since, ENDS_WITHIN);
        return !keeper.machine().isDead()
                && keeper.closeBegan() > until
                && until - known > ENDS_WITHIN
                && troubles.quietFrom(Troubles.BUT_OF_CALLERS, before, until - before) == before;
    }
}

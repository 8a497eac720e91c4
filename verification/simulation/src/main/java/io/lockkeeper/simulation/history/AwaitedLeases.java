package io.lockkeeper.simulation.history;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.simulation.machine.Troubles;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Kept leases that somebody waits for: their agent ends them, or where they are in use says that it keeps them no longer. */
final class AwaitedLeases {

    private static final String RULE = "a lease that somebody waits for is kept no longer";
    private static final long ENDS_WITHIN = Duration.ofMillis(700).toNanos();
    /** Whom an agent of the version before waits for sees that at the next renewal. */
    private static final long SEEN_WITHIN = Service.TTL.dividedBy(3).toNanos() + ENDS_WITHIN;

    /** Whom an agent waits for that is next in line, it recalls again at its look of each second. */
    private static final long RECALLED_AGAIN_WITHIN = Duration.ofMillis(1_300).toNanos();
    /** For so long a lost hint counts as trouble. */
    private static final long OF_A_HINT = Duration.ofSeconds(1).toNanos();

    /** So many of the queue are next. */
    private static final int NEXT = 2;

    private static final long KNOWN = Duration.ofSeconds(3).toNanos();

    private final Map<String, Service> services;
    private final Map<String, SimulatedServer.Change> last = new HashMap<>();
    private final Map<Wait, Long> awaited = new HashMap<>();

    private final List<Broken> broken = new ArrayList<>();

    private AwaitedLeases(Map<String, Service> services) {
        this.services = services;
    }

    /**
     * Somebody waits for the kept lease of that acquirer, which is to end within so long.
     *
     * @param by who recalls it again and again; empty where it does not matter
     */
    private record Wait(String acquirer, long longest, String by) {

        Wait(String acquirer, long longest) {
            this(acquirer, longest, "");
        }

        /** A hint that was lost before is sent again. */
        boolean outlivesALostHint() {
            return !by.isEmpty();
        }
    }

    static List<Broken> find(List<SimulatedServer.Change> changes, Map<String, Service> services) {
        AwaitedLeases leases = new AwaitedLeases(services);
        changes.forEach(leases::take);
        return leases.broken;
    }

    private void take(SimulatedServer.Change change) {
        SimulatedServer.Change before = last.put(change.lock(), change);
        if (before != null) {
            before.document().ifPresent(lock -> check(lock, before.at(), change.at()));
        }
    }

    /** The lock stood so from then until then. */
    private void check(LockDocument lock, long from, long until) {
        boolean paused = lock.paused() != null;
        for (Holder holder : lock.holders()) {
            boolean recalled = lock.queue().stream().anyMatch(waiter -> recalls(waiter, holder, until));
            check(lock, holder, paused || recalled, new Wait(holder.acquirer(), ENDS_WITHIN), from, until);
            check(lock, holder, !lock.queue().isEmpty(), new Wait(holder.acquirer(), SEEN_WITHIN), from, until);
            lock.queue().stream().limit(NEXT).forEach(waiter -> {
                Wait again = new Wait(holder.acquirer(), RECALLED_AGAIN_WITHIN, waiter.acquirer());
                check(
                        lock,
                        holder,
                        holder.owner().wakes() != null && recalls(waiter, holder, until),
                        again,
                        from,
                        until);
            });
        }
    }

    /** Agents that write no hints, or none any more, recall no agent that reads hints. */
    private boolean recalls(Waiter waiter, Holder holder, long until) {
        Service service = service(waiter.acquirer());
        boolean hints = waiter.owner().wakes() != null && service != null && service.closeBegan() > until;
        return holder.owner().wakes() == null || hints;
    }

    private @Nullable Service service(String acquirer) {
        return services.get(acquirer.substring(0, acquirer.indexOf('.')));
    }

    private void check(LockDocument lock, Holder holder, boolean waits, Wait wait, long from, long until) {
        if (!waits || !holder.isKept()) {
            awaited.remove(wait);
        } else {
            check(lock, wait, awaited.computeIfAbsent(wait, any -> from), until);
        }
    }

    private void check(LockDocument lock, Wait wait, long since, long until) {
        Service keeper = service(wait.acquirer);
        if (keeper != null && until - since > wait.longest && isAwake(keeper, wait, since, until)) {
            awaited.put(wait, until); // once
            broken.add(new Broken(
                    RULE,
                    "%s %s is kept by %s, %s after somebody came to wait"
                            .formatted(
                                    Story.time(until), lock.name(), keeper.name(), Duration.ofNanos(until - since))));
        }
    }

    /** While a caller stands still with an answer, its agent neither knows of the lease nor recalls it. */
    private static boolean isAwake(Service keeper, Wait wait, long since, long until) {
        Collection<Service> concerned = keeper.isHinting() ? keeper.world().values() : List.of(keeper);
        Set<Troubles.Kind> hinder =
                wait.outlivesALostHint() ? Troubles.BUT_OF_CALLERS_AND_HINTS : Troubles.BUT_OF_CALLERS;
        long before = since - KNOWN;
        long known = concerned.stream()
                .mapToLong(each -> quietFrom(each, Set.of(Troubles.Kind.CALLER_STANDS_STILL), since, wait.longest))
                .max()
                .orElse(since);
        long hinted = wait.outlivesALostHint()
                ? concerned.stream()
                        .mapToLong(each -> quietFrom(each, Set.of(Troubles.Kind.HINT), since, wait.longest + OF_A_HINT)
                                - OF_A_HINT)
                        .max()
                        .orElse(since)
                : since;
        return !keeper.machine().isDead()
                && keeper.closeBegan() > until
                && until - Math.max(known, hinted) > wait.longest
                && concerned.stream().allMatch(service -> quietFrom(service, hinder, before, until - before) == before);
    }

    private static long quietFrom(Service service, Set<Troubles.Kind> kinds, long from, long forSoLong) {
        return service.machine().troubles().quietFrom(kinds, from, forSoLong);
    }
}

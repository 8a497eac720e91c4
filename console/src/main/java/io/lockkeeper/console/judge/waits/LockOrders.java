package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.loops.LastUsed;
import io.lockkeeper.console.ground.mongodb.HeapShare;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The orders in which threads have recently taken the locks of one collection, as seen in its changes: among the last 20,000 exclusive leases, and the
 * last 10,000 pairs that were held together, fewer in a small heap. Contradicting orders can end in a deadlock, unless both were taken under a common
 * third lock. Thread-safe.
 */
public final class LockOrders {

    private static final int MOST_LEASES = HeapShare.entries(20_000, 8 << 10);
    private static final int MOST_PAIRS = MOST_LEASES / 2;
    private static final Duration REMEMBERED = Duration.ofHours(1);
    /** New waiters are at the end of a queue. */
    private static final int NEW_WAITERS = 4;

    /** With how many earlier locks each lock of a thread is compared. */
    private static final int COMPARED = 8;

    private final Map<String, Lease> leases = LastUsed.atMost(MOST_LEASES, this::forget);
    private final Map<AgentThread, SequencedSet<Lease>> byParty = new HashMap<>();
    private final Map<Pair, Orders> pairs = LastUsed.atMost(MOST_PAIRS);

    private record Lease(String lock, String acquirer, AgentThread who, Instant at) {}

    private record Pair(String first, String second) {

        Pair turned() {
            return new Pair(/* first= */ second, /* second= */ first);
        }
    }

    /** The threads that took a pair in this order, and the other locks that they always held then. */
    private static final class Orders {

        private static final int KEPT = 2;
        private final Map<AgentThread, Instant> takers = LastUsed.atMost(KEPT);
        private @Nullable Set<String> under;

        void add(AgentThread who, Instant at, Set<String> others) {
            takers.put(who, at);
            if (under == null) {
                under = new HashSet<>(others);
            } else {
                under.retainAll(others);
            }
        }

        boolean isUnderOneOf(Orders other) {
            Set<String> mine = under == null ? Set.of() : under;
            return other.under != null && other.under.stream().anyMatch(mine::contains);
        }
    }

    /** The locks that were taken in both orders within the last hour. */
    public synchronized List<ContradictingOrders> contradictions(Instant now) {
        List<ContradictingOrders> found = new ArrayList<>();
        Map<Pair, Orders> all = new HashMap<>(pairs); // to look one up there would make it the latest
        all.forEach((pair, orders) -> {
            Orders reverse = pair.first.compareTo(pair.second) < 0 ? all.get(pair.turned()) : null;
            if (reverse != null && !orders.isUnderOneOf(reverse)) {
                contradiction(pair, orders, reverse)
                        .filter(it -> it.isSince(now.minus(REMEMBERED)))
                        .ifPresent(found::add);
            }
        });
        return found;
    }

    /** Leases may have ended unseen, so that nothing taken later was taken under them. */
    public synchronized void readAnew(Collection<Lock> locks) {
        leases.clear();
        byParty.clear();
        locks.stream().sorted(Comparator.comparing(Lock::heldSince)).forEach(this::seen);
    }

    /** A lock changed. */
    public synchronized void seen(Lock lock) {
        Optional<Holder> holder = lock.own().flatMap(LockOrders::exclusive);
        Lease known = leases.get(lock.name());
        if (known != null
                && !holder.map(Holder::acquirer).filter(known.acquirer::equals).isPresent()) {
            leases.remove(lock.name());
            forget(known);
            known = null;
        }
        if (known == null) {
            holder.ifPresent(granted -> granted(lock.name(), granted));
        }
        lock.own().ifPresent(this::asked);
    }

    private void asked(LockDocument lock) {
        lock.queue().stream()
                .skip(Math.max(0, lock.queue().size() - NEW_WAITERS))
                .filter(waiter -> waiter.weight() == lock.capacity())
                .forEach(waiter -> asked(lock.name(), waiter));
    }

    private static Optional<Holder> exclusive(LockDocument lock) {
        return lock.holders().stream()
                .findFirst()
                .filter(holder -> holder.weight() == lock.capacity()
                        && !holder.hasUses() // whose thread is unknown
                        && !AgentThread.isAgentsOwnThread(holder.owner()));
    }

    private void granted(String lock, Holder holder) {
        Lease lease = new Lease(lock, holder.acquirer(), AgentThread.thread(holder.owner()), holder.acquiredAt());
        taken(lock, holder.owner(), holder.acquiredAt());
        byParty.computeIfAbsent(lease.who, who -> new LinkedHashSet<>(2)).add(lease);
        leases.put(lock, lease);
    }

    private void asked(String lock, Waiter waiter) {
        if (!AgentThread.isAgentsOwnThread(waiter.owner())) {
            taken(lock, waiter.owner(), waiter.since());
        }
    }

    private void taken(String lock, Owner owner, Instant at) {
        AgentThread who = AgentThread.thread(owner);
        SequencedSet<Lease> all = byParty.get(who);
        List<Lease> held = all == null
                ? List.of()
                : all.reversed().stream().limit(COMPARED).toList();
        for (Lease before : held) {
            if (!before.lock.equals(lock) && !before.at.isAfter(at)) {
                pairs.computeIfAbsent(new Pair(before.lock, lock), pair -> new Orders())
                        .add(who, at, namesBefore(held, before));
            }
        }
    }

    private static Set<String> namesBefore(List<Lease> held, Lease one) {
        Set<String> names = new HashSet<>();
        held.stream().filter(other -> other.at.isBefore(one.at)).forEach(other -> names.add(other.lock));
        return names;
    }

    private void forget(Lease lease) {
        Set<Lease> held = byParty.get(lease.who);
        if (held != null && held.remove(lease) && held.isEmpty()) {
            byParty.remove(lease.who);
        }
    }

    /** Whether two threads take them in contradicting orders: a single one cannot wait for itself in this way. */
    private static Optional<ContradictingOrders> contradiction(Pair pair, Orders straight, Orders reverse) {
        return straight.takers.entrySet().stream()
                .flatMap(one -> reverse.takers.entrySet().stream()
                        .filter(other -> !other.getKey().equals(one.getKey()))
                        .map(other -> new ContradictingOrders(
                                pair.first,
                                pair.second,
                                new ContradictingOrders.Taken(one.getKey(), one.getValue()),
                                new ContradictingOrders.Taken(other.getKey(), other.getValue()))))
                .reduce((earlier, later) -> later);
    }
}

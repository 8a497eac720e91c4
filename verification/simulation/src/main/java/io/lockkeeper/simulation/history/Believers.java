package io.lockkeeper.simulation.history;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.simulation.machine.Scheduler;
import io.lockkeeper.simulation.machine.Troubles;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What only a simulator sees: who believes at the very moment of a grant, and what a release or a close has left behind. */
final class Believers {

    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(6);
    private static final Duration RETURNS_WITHIN = Duration.ofMillis(500);
    private static final Duration LEARNS_WITHIN = Duration.ofMillis(700);
    /** Where a hint was lost: who was next in line, and others; with the look itself. */
    private static final Duration NEXT_LOOK_WITHIN = Duration.ofMillis(1_100);

    private static final Duration OTHERS_LOOK_WITHIN = Duration.ofMillis(3_100);
    /** With its touches, of which the last may have been before. */
    private static final Duration SEES_THAT_IT_IS_NEXT =
            Service.TTL.dividedBy(3).plusMillis(500);
    /** Before a kept lease rests after a use of so long, its agent looks for it. */
    private static final Duration LOOKED_FOR = Duration.ofMillis(4);
    /** What went wrong so long before a close has no part in it. */
    private static final Duration UNTROUBLED = Duration.ofSeconds(4);

    private final Journal journal;
    private final SimulatedServer server;
    private final Map<String, List<Belief>> byLock = new HashMap<>();
    private final Set<String> evicted = new HashSet<>();
    private final Map<Lease, Boolean> heldWhenReleasing = new HashMap<>();
    /** Of each lock the first and the last token of each such lease: two locks may grant the same tokens. */
    private final Map<String, NavigableMap<Long, Long>> evictedNow = new HashMap<>();
    /** Calls whose locks stay taken for a while. */
    private final Set<String> lingering = new HashSet<>();

    Believers(Journal journal, SimulatedServer server) {
        this.journal = journal;
        this.server = server;
    }

    /** What a lock has of a call. */
    private record Entry(String lock, String what, String call) {
        @Override
        public String toString() {
            return "%s %s %s".formatted(lock, what, call);
        }
    }

    private record Belief(String call, int weight, int capacity, Lease lease, Service service) {}

    /** Locks of which an operator evicted a lease. */
    void evicted(String lock) {
        evicted.add(lock);
    }

    void evictedNow(String lock, long first, long last) {
        evictedNow.computeIfAbsent(lock, unused -> new TreeMap<>()).put(first, last);
    }

    boolean wasEvictedNow(Lease lease) {
        NavigableMap<Long, Long> ofLock = evictedNow.get(lease.name());
        Map.Entry<Long, Long> evicted = ofLock == null ? null : ofLock.floorEntry(lease.token());
        return evicted != null && lease.token() <= evicted.getValue();
    }

    void granted(Service service, Take take, String call, Lease lease) {
        if (lease.isHeld() && service.isClosed() && journal.now() > service.closedAt()) {
            journal.broken("a closed agent hands out nothing", call + " was granted by an agent that had closed");
        }
        checkDelay(service, take, call, lease);
        checkFirstGrant(service, take, call, lease);
        if (take.is("shortest:")) {
            lingering.add(call);
        }
        Scheduler.enterStep(); // looks at all leases at one moment
        compare(service, take, call, lease);
        Scheduler.leaveStep();
    }

    /** Checks that it was woken by its stream or a hint, or by its own look after either was opened: not only by a heartbeat. */
    private void checkDelay(Service service, Take take, String call, Lease lease) {
        long hearsSince = server.listensSince(service.name())
                .orElseGet(() -> server.readsSince(service.name()).orElse(service.isDeaf() ? 0 : journal.now()));
        long granted = server.grantedAt(take.lock(), lease.token()).orElse(journal.now());
        long knowable = Math.max(hearsSince, granted);
        long took = journal.now() - knowable;
        Duration longest =
                server.listensSince(service.name()).isPresent() ? LEARNS_WITHIN : byHint(service, take, call, knowable);
        Set<Troubles.Kind> excused = service.isHinting() || service.isDeaf() ? Troubles.BUT_OF_HINTS : Troubles.ANY;
        if (took > longest.toNanos() && isUntroubled(service, excused, knowable)) {
            journal.broken(
                    "a waiter learns of its grant at once", call + " learned of it after " + Duration.ofNanos(took));
        }
    }

    /** A hint is only as fast as the agent that writes it; where it is lost, the agent looks for itself. */
    private Duration byHint(Service service, Take take, String call, long knowable) {
        boolean hinted = service.world().values().stream()
                .allMatch(each -> each.isHinting() && isUntroubled(each, Troubles.ANY, knowable));
        return hinted
                ? LEARNS_WITHIN
                : server.wasNext(take.lock(), call, knowable - SEES_THAT_IT_IS_NEXT.toNanos())
                        ? NEXT_LOOK_WITHIN
                        : OTHERS_LOOK_WITHIN;
    }

    /** What the lock shows of another lease of the same call was thrown away. */
    private void checkFirstGrant(Service service, Take take, String call, Lease lease) {
        server.firstGrant(take.lock(), call)
                .filter(first -> first.token() != lease.token())
                .filter(first -> isUntroubled(service, Troubles.ANY, first.at()))
                .ifPresent(first -> journal.broken(
                        "a grant is not thrown away",
                        String.format(Locale.ROOT, "%s had the token %d before", call, first.token())));
    }

    private void compare(Service service, Take take, String call, Lease lease) {
        List<Belief> beliefs = byLock.computeIfAbsent(take.lock(), lock -> new ArrayList<>());
        beliefs.add(new Belief(call, take.weight(), take.capacity(), lease, service));
        beliefs.removeIf(each -> !believes(each));
        long weight = beliefs.stream().mapToLong(Belief::weight).sum();
        boolean ofOneKind = beliefs.stream().map(Belief::capacity).distinct().count() <= 1;
        boolean fits =
                beliefs.isEmpty() || (ofOneKind && weight <= beliefs.getFirst().capacity());
        if (!fits && beliefs.stream().noneMatch(each -> wasEvictedNow(each.lease))) {
            journal.broken(
                    "at no instant do more believe than the lock takes",
                    "of %s: %s"
                            .formatted(
                                    take.lock(),
                                    beliefs.stream().map(Belief::call).collect(Collectors.joining(" and "))));
        }
    }

    private static boolean believes(Belief belief) {
        return !belief.service.machine().isDead() && belief.lease.isHeld();
    }

    void releasing(Lease lease) {
        boolean stored = server.document(lease.name()).stream()
                .flatMap(lock -> lock.holders().stream())
                .anyMatch(holder -> holder.token() <= lease.token()
                        && lease.token() <= lastToken(lease, holder)
                        && holder.evicted() == null);
        heldWhenReleasing.put(lease, stored);
    }

    /** The lock's own last token, if it is exclusive, as all kept locks are. */
    private long lastToken(Lease lease, Holder holder) {
        return server.document(lease.name())
                .filter(lock -> lock.capacity() == 1)
                .map(LockDocument::token)
                .orElse(holder.token());
    }

    void released(Service service, Take take, String call, Lease lease, boolean ended) {
        boolean stored = !Boolean.FALSE.equals(heldWhenReleasing.remove(lease));
        boolean asks = take.hold().compareTo(LOOKED_FOR) >= 0
                && !take.is("interrupt:")
                && isUntroubled(service, Troubles.BUT_OF_HINTS, journal.now());
        boolean mayNotKnow = !take.keep().isZero() && (stored || (evicted.contains(take.lock()) && !asks));
        if (ended && !stored && !mayNotKnow) {
            journal.broken(
                    "release answers true only for a lease that it ended",
                    "%s released %s, which had ended before".formatted(call, take.lock()));
        }
    }

    void closed(Service service, long began, Duration grace) {
        long took = journal.now() - began - Math.max(0, grace.toNanos());
        if (took > CLOSES_WITHIN.toNanos() && isUntroubled(service, Troubles.STANDSTILL, service.closeBegan())) {
            journal.broken("close ends within its bound", service.name() + " took " + Duration.ofNanos(took));
        }
        boolean lastCallWell = isUntroubled(service, Troubles.ANY, service.closeBegan());
        List<String> left = entriesOf(service)
                .filter(entry ->
                        lastCallWell || !lingering.contains(entry.call())) // the ends of these are not repeated
                .map(Entry::toString)
                .toList();
        if (!left.isEmpty() && isUntroubled(service, Troubles.BUT_OF_LAST_CALL, service.closeBegan())) {
            journal.broken(
                    "an agent that has closed leaves nothing",
                    "%s has closed and left %s".formatted(service.name(), left));
        }
    }

    /** A caller of a release no longer holds the lease, even if it does not wait for the answer. */
    void left(String call, Lease lease) {
        if (lease.isHeld()) {
            journal.broken("a lease whose release has begun is not held", call + " holds it still");
        }
    }

    /** A try was refused because of a lease that another call of its agent had released before, without waiting. */
    void refusedByOwn(Service service, String call, long began) {
        if (isUntroubled(service, Troubles.BUT_OF_CALLERS, began)) {
            journal.broken(
                    "a request goes behind the releases of its agent",
                    call + " was refused because of a lease that its own agent had released");
        }
    }

    /**
     * A request was refused. An agent that kept the lock unused meanwhile should have released it: if it heard of the request, and if there
     * are no other waiters.
     */
    void refused(Service service, String call, String lock, long began) {
        server.document(lock)
                .filter(each -> each.paused() == null && server.hasQueuedNobodyBut(call, lock, began))
                .flatMap(each -> each.holders().stream().filter(Holder::isKept).findFirst())
                .filter(kept -> server.grantedAt(lock, kept.token()).orElse(began) < began)
                .flatMap(kept -> journal.usedSince(lock, began, Set.of())
                        ? Optional.empty()
                        : Optional.ofNullable(service.world()
                                .get(kept.acquirer()
                                        .substring(0, kept.acquirer().indexOf('.')))))
                .filter(keeper -> !keeper.machine().isDead() && !journal.isAsking(keeper.name(), lock, call))
                .filter(keeper -> isUntroubled(keeper, Troubles.ANY, began)
                        && isUntroubled(service, Troubles.ANY, began)
                        && server.listensSince(keeper.name()).orElse(began) < began)
                .ifPresent(keeper -> journal.broken(
                        "no request is refused because of a lease that nobody uses",
                        "%s was refused while %s kept %s".formatted(call, keeper.name(), lock)));
    }

    /** A try or a release has returned: a caller's thread is never needed for the progress of another caller. */
    void returned(Service service, String call, long began, long heldBefore) {
        long took = journal.now() - began;
        if (took > RETURNS_WITHIN.toNanos()
                && Scheduler.heldSoFar() == heldBefore
                && isUntroubled(service, Troubles.BUT_OF_CALLERS, began)) {
            journal.broken("no caller waits for the thread of another", call + " took " + Duration.ofNanos(took));
        }
    }

    private static boolean isUntroubled(Service service, Set<Troubles.Kind> troubles, long began) {
        return service.machine().troubles().until(troubles) < began - UNTROUBLED.toNanos();
    }

    /** What the locks have of the agent, but for what it left on purpose: leases with a shortest hold, or evicted. */
    private Stream<Entry> entriesOf(Service service) {
        return server.documents().stream().flatMap(lock -> entries(lock, service.name() + ".").stream());
    }

    private static List<Entry> entries(LockDocument lock, String agent) {
        Stream<Entry> held = lock.holders().stream()
                .filter(holder -> holder.acquirer().startsWith(agent))
                .filter(holder -> holder.evicted() == null && !lingers(holder))
                .map(holder -> new Entry(lock.name(), "held by", holder.owner().note()));
        Stream<Entry> waiting = lock.queue().stream()
                .filter(waiter -> waiter.acquirer().startsWith(agent))
                .map(Waiter::owner)
                .map(owner -> new Entry(lock.name(), "waited for by", owner.note()));
        return Stream.concat(held, waiting).toList();
    }

    private static boolean lingers(Holder holder) {
        Duration stored = Duration.between(holder.updatedAt(), holder.expiresAt());
        return !stored.equals(holder.ttl()) && !stored.equals(Duration.ofSeconds(10));
    }

    /** After all agents have closed and a ttl has passed. */
    void end(Instant now) {
        List<String> left = server.documents().stream()
                .flatMap(lock -> Stream.concat(
                                lock.holders().stream()
                                        .filter(holder -> holder.expiresAt().isAfter(now))
                                        .map(holder -> holder.owner().note()),
                                lock.queue().stream()
                                        .filter(waiter -> waiter.expiresAt().isAfter(now))
                                        .map(waiter -> waiter.owner().note()))
                        .map(note -> lock.name() + " " + note))
                .toList();
        if (!left.isEmpty()) {
            journal.broken("no entry outlives its request", String.valueOf(left));
        }
    }
}

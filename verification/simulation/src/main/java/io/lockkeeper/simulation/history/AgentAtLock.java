package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One agent at one lock: its callers without an answer, its entries in the document, and since when each is as it is. */
final class AgentAtLock {

    static final long NEVER = Long.MAX_VALUE;
    /** How long a lease is handed on at most while others wait for it, and how long its agent may take to hear of them. */
    private static final long HANDED_ON =
            Plans.LONGEST_COHORT.plus(Duration.ofMillis(700)).toNanos();

    private final String lock;
    private final String agent;
    private final Map<String, Service> services;
    private final Set<String> open = new HashSet<>();
    /** Those of the open calls that wait. */
    private final Set<String> waiting = new HashSet<>();

    private long waitingSince;
    private boolean queued;
    private long queuedUntil;
    private boolean holds;
    private long heldUntil;
    /** Calls whose callers have a lease and have not released it. */
    private final Set<String> using = new HashSet<>();

    private long usedUntil;
    /** Calls that were granted a lease. While one of them is open, the agent may know neither that lease nor its end. */
    private final Set<String> granted = new HashSet<>();

    /** Its entries in the queue, and whose they are. */
    private Map<String, String> entries = Map.of();
    /** Calls whose entries an operator took out, until they end. Their agent may not know of that yet. */
    private final Set<String> takenOut = new HashSet<>();

    /** The call whose lease others wait for; empty if there is none. */
    private String awaited = "";

    private long awaitedSince;

    AgentAtLock(Event.Asked asked, Map<String, Service> services) {
        this.services = services;
        this.lock = asked.lock();
        this.agent = asked.client();
    }

    boolean isAt(String other) {
        return lock.equals(other);
    }

    String agent() {
        return agent;
    }

    void asks(Event.Asked asked) {
        open.add(asked.call());
        if (asked.waits()) {
            waitingSince = waiting.isEmpty() ? asked.at() : waitingSince;
            waiting.add(asked.call());
        }
    }

    void uses(String call) {
        using.add(call);
    }

    void stopped(String call, long at) {
        if (using.remove(call)) {
            usedUntil = at;
        }
    }

    void answered(String call, long at) {
        open.remove(call);
        waiting.remove(call);
        if (takenOut.remove(call)) {
            queuedUntil = at;
        }
        if (granted.remove(call)) {
            awaitedSince = at;
            heldUntil = at;
        }
    }

    void changed(Optional<LockDocument> document, long at) {
        List<Holder> ours = document.stream()
                .flatMap(each -> each.holders().stream())
                .filter(holder -> isOurs(holder.acquirer()))
                .toList();
        List<String> calls = ours.stream().map(holder -> holder.owner().note()).toList();
        String wanted = document.flatMap(each -> ours.stream()
                        .filter(holder -> HandedOnLeases.othersWait(each, holder, services))
                        .findFirst())
                .map(holder -> holder.owner().note())
                .orElse("");
        queuedUntil = queued ? at : queuedUntil;
        heldUntil = holds ? at : heldUntil;
        awaitedSince = wanted.equals(awaited) ? awaitedSince : at;
        document.stream()
                .flatMap(each -> each.takenOut().stream())
                .map(waiter -> entries.getOrDefault(waiter.acquirer(), ""))
                .filter(open::contains)
                .forEach(takenOut::add);
        entries = document.stream()
                .flatMap(each -> each.queue().stream())
                .filter(waiter -> isOurs(waiter.acquirer()))
                .collect(Collectors.toMap(
                        Waiter::acquirer, waiter -> waiter.owner().note()));
        queued = !entries.isEmpty();
        holds = !calls.isEmpty();
        calls.stream().filter(open::contains).forEach(granted::add);
        awaited = wanted;
    }

    private boolean isOurs(String acquirer) {
        return acquirer.startsWith(agent + ".");
    }

    /**
     * Since when its callers have waited without a place in the queue or a lease that it hands on; {@link #NEVER} if they have one. An
     * unused lease is not handed on.
     */
    long lacksPlaceSince() {
        boolean mayHandOn = !granted.isEmpty() || (holds && awaited.isEmpty() && !using.isEmpty());
        if (waiting.isEmpty() || queued || !takenOut.isEmpty() || mayHandOn) {
            return NEVER;
        }
        return Math.max(handedOnUntil(), Math.max(waitingSince, queuedUntil));
    }

    private long handedOnUntil() {
        if (!holds) {
            return heldUntil;
        }
        return awaited.isEmpty() ? Math.max(usedUntil, heldUntil) : awaitedSince + HANDED_ON;
    }

    /** Restarts the count of a lack that was reported. */
    void reported(long at) {
        queuedUntil = at;
    }

    @Override
    public String toString() {
        return "%s of %s at %s".formatted(waiting, agent, lock);
    }
}

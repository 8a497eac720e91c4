package io.lockkeeper.simulation.history;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.hints.HintingStore;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.simulation.machine.Scheduler;
import io.lockkeeper.simulation.machine.SimulatedMachine;
import io.lockkeeper.simulation.world.Network;
import io.lockkeeper.simulation.world.SimulatedHintChannel;
import io.lockkeeper.simulation.world.SimulatedServer;
import io.lockkeeper.simulation.world.SimulatedStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One process: its agent, its callers, its machine and its network. */
final class Service {

    static final Duration TTL = Duration.ofSeconds(6);
    static final Duration COMMAND = Duration.ofSeconds(1);

    private final Scheduler scheduler;
    private final Journal journal;
    private final SimulatedMachine machine;
    private final Network network;
    private final Believers believers;
    private final Optional<HintPlace> hints;
    private final boolean deaf;
    /** All services, by name. */
    private final Map<String, Service> world;

    private final Set<String> asking = new HashSet<>();
    /** When callers called for releases that they do not wait for. */
    private final Map<String, Long> left = new HashMap<>();

    private @Nullable LockAgent agent;
    private int working;
    private boolean closing;
    private long closeBegan = Long.MAX_VALUE;
    private long closedAt = Long.MAX_VALUE;

    Service(
            Scheduler scheduler,
            SimulatedServer server,
            Journal journal,
            Believers believers,
            String name,
            Optional<HintPlace> hints,
            boolean deaf,
            Map<String, Service> world) {
        this.deaf = deaf;
        this.world = world;
        this.hints = hints;
        this.scheduler = scheduler;
        this.journal = journal;
        this.believers = believers;
        this.machine = new SimulatedMachine(scheduler, name, name.hashCode() * 0x9E3779B97F4A7C15L);
        this.network = new Network(scheduler, server, machine);
    }

    /** Starts its agent and its callers. */
    void start(List<Caller> callers) {
        AgentOptions options = AgentOptions.forService(name())
                .withTtl(TTL)
                .withAnswerTimeout(COMMAND.multipliedBy(3))
                .withPresence(false);
        working = callers.size();
        agent = LockAgent.on(store(), options, machine);
        callers.forEach(caller -> start(SimulatedMachine.CALLER, caller));
    }

    private LockStore store() {
        SimulatedStore store = new SimulatedStore(network, !deaf);
        return isHinting() || deaf
                ? new HintingStore(store, new SimulatedHintChannel(network, hints), name(), machine, () -> 1)
                : store;
    }

    /** Whether nothing wakes it: it is granted neither hints nor a stream. */
    boolean isDeaf() {
        return deaf;
    }

    /** Whether it is woken by hints. */
    boolean isHinting() {
        return hints.isPresent();
    }

    void start(String thread, Runnable action) {
        machine.virtual(thread, action).start();
    }

    void after(Duration delay, Runnable action) {
        var unused = scheduler.after(delay.toNanos(), action);
    }

    LockAgent agent() {
        if (agent == null) {
            throw new IllegalStateException("It has not begun");
        }
        return agent;
    }

    /** Closes the agent on a thread of its own; at once where there is no grace. */
    void close(Duration grace) {
        if (agent != null && !machine.isDead()) {
            closing = true;
            start("closer", () -> {
                long began = scheduler.now();
                closeBegan = Math.min(closeBegan, began);
                if (grace.isNegative()) {
                    agent().close();
                } else {
                    var unused = agent().close(grace);
                }
                closed(began, grace);
            });
        }
    }

    private void closed(long began, Duration grace) {
        closedAt = Math.min(closedAt, scheduler.now());
        believers.closed(this, began, grace);
    }

    void kill() {
        machine.kill();
        journal.add(new Event.Ended(scheduler.now(), name()));
    }

    void asking(String call) {
        asking.add(call);
    }

    void answered(String call) {
        asking.remove(call);
    }

    boolean isAsking(String call) {
        return asking.contains(call);
    }

    void granted(Take take, String call, Lease lease) {
        believers.granted(this, take, call, lease);
    }

    /** Not under a lease that an operator evicted now: what that risks is known. */
    void used(Take take, String call, Lease lease) {
        if (!believers.wasEvictedNow(lease)) {
            journal.used(name(), call, take.lock(), lease.token());
        }
    }

    void returned(String call, long began, long heldBefore) {
        believers.returned(this, call, began, heldBefore);
    }

    void releasing(Lease lease) {
        believers.releasing(lease);
    }

    void released(Take take, String call, Lease lease, boolean ended) {
        believers.released(this, take, call, lease, ended);
    }

    /** The caller has called for the release, and does not wait for it. A lease that was lost before is not released. */
    void left(String call, Lease lease) {
        if (lease.loss().isEmpty()) {
            left.put(call, scheduler.now());
        }
        believers.left(call, lease);
    }

    /** A try is refused that began at that time. */
    void refused(String call, long began, Attempt.Refused refused) {
        boolean byOwn = refused.heldBy().stream()
                .map(holder -> left.get(holder.owner().note()))
                .anyMatch(leftAt -> leftAt != null && leftAt < began);
        String lock = refused.name().value();
        boolean usedNext = journal.usedSince(lock, began, left.keySet())
                || journal.isAsking(name(), lock, call); // whose use may have begun, and who is not named yet
        if (byOwn && !usedNext) {
            believers.refusedByOwn(this, call, began);
        }
        refused(call, lock, began);
    }

    /** Any request that began at that time is refused. */
    void refused(String call, String lock, long began) {
        believers.refused(this, call, lock, began);
    }

    Map<String, Service> world() {
        return world;
    }

    void ended() {
        working--;
    }

    boolean isDone() {
        return working == 0 || machine.isDead();
    }

    boolean isOpen() {
        return agent != null && !closing && !machine.isDead();
    }

    boolean isClosed() {
        return closedAt < Long.MAX_VALUE;
    }

    /** What ends an agent is its first close; those that come later await it. */
    long closeBegan() {
        return closeBegan;
    }

    long closedAt() {
        return closedAt;
    }

    boolean isClosing() {
        return closing && !isClosed() && !machine.isDead();
    }

    String name() {
        return machine.name();
    }

    SimulatedMachine machine() {
        return machine;
    }

    Network network() {
        return network;
    }

    Journal journal() {
        return journal;
    }
}

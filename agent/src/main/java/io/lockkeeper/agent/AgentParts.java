package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Identity;
import io.lockkeeper.agent.calls.OpenRequests;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.closing.Underway;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.upkeep.Removals;
import io.lockkeeper.agent.upkeep.Renewals;
import io.lockkeeper.agent.upkeep.SlowHolds;
import io.lockkeeper.agent.waiting.LocalWaiter;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.agent.waiting.WakeStream;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.MemberClocks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of one agent, put together. */
record AgentParts(
        LeaseUpkeep upkeep,
        Timer background,
        LocalWaiters waiters,
        Requests requests,
        TakeUp takeUp,
        MemberClocks clocks,
        AgentMonitor monitor,
        Closing closing,
        LeaseKeeping<KeptLease> keeping,
        OuterLocks.@Nullable Session outerLocks) {

    /**
     * Puts them together.
     *
     * @param admission what requests pass first, if they do
     * @param database that the store is in, if it is one of MongoDB
     */
    static AgentParts of(
            LockStore store,
            Identity identity,
            AgentOptions options,
            AgentTime time,
            @Nullable Admission admission,
            @Nullable String database) {
        Machine machine = time.machine();
        Gate gate = new Gate(machine);
        Timer deadlines = time.timer("lockkeeper-deadlines"); // nothing that runs there waits for the network
        Timer background = time.timer("lockkeeper-background");
        Timer recalls = time.timer("lockkeeper-recalls"); // where the stream breaks, each lease in use costs a call
        Observing observing = new Observing(machine, options.observer());
        LeaseKeeping<KeptLease> keeping =
                new LeaseKeeping<>(time::nanos, deadlines, options.outerLocks() == null ? options.mostKept() : 0);
        LocalWaiters waiters = new LocalWaiters(time, options.clockSkewAllowance(), keeping::isHandedOn);
        Server server = new Server(options.callTimeouts(), identity, time, store, observing, waiters, deadlines);
        Renewals renewals = new Renewals(server, observing);
        Removals removals = new Removals(server, background);
        LateAttempts lateAttempts = new LateAttempts();
        Underway underway = new Underway(machine);
        HeldLeases leases = new HeldLeases(underway);
        BackgroundReleases releases = new BackgroundReleases(machine, background);
        OpenRequests open = new OpenRequests();
        LeaseLooks looks =
                new LeaseLooks(server, background, () -> store.hints().isPresent());
        WakeStream stream = new WakeStream(
                machine, store, identity.agent(), new WakeReaction(open, waiters, leases, looks, keeping));
        LeaseUpkeep upkeep = new LeaseUpkeep(
                options,
                lateAttempts,
                deadlines,
                renewals,
                new LeaseHolder.Upkeep(
                        server, options.listener(), SlowHolds.of(server, options.slowHoldThreshold(), background)),
                leases,
                open,
                new LeaseEnd.Upkeep(gate, server, removals, underway, releases),
                stream::listen);
        Grants grants = new Grants(new KeptLease.Upkeep(upkeep, recalls, keeping, waiters, looks), Keep.MAX_TOKENS);
        TryAcquire tryAcquire = new TryAcquire(upkeep, grants, waiters);
        OuterLocks.Session outerLocks = options.outerLocks() == null
                ? null
                : options.outerLocks().open(new OuterLocks.Opening(identity.agent(), database, options, time));
        QueuedAcquire acquirer = new QueuedAcquire(waiters, upkeep, grants, tryAcquire);
        Requests requests = new Requests(
                admission,
                gate,
                server,
                observing,
                outerLocks == null ? acquirer : new Nesting(server, gate, outerLocks, acquirer),
                options.recallTime());
        MemberClocks clocks = new MemberClocks();
        return new AgentParts(
                upkeep,
                background,
                waiters,
                requests,
                new TakeUp(upkeep, grants, acquirer),
                clocks,
                new AgentMonitor(store, upkeep, waiters, stream, clocks, keeping, looks),
                new Closing(upkeep, stream, waiters, List.of(recalls, deadlines), keeping),
                keeping,
                outerLocks);
    }

    Gate gate() {
        return upkeep.gate();
    }

    AcquireAll acquireAll() {
        return new AcquireAll(upkeep.server(), requests);
    }

    LongestIdle longestIdle() {
        return new LongestIdle(upkeep.server(), requests, upkeep.releases().background());
    }

    /** Last, because they are released after the leases. */
    void closeOuterLocks() {
        if (outerLocks != null) {
            outerLocks.close();
        }
    }

    /** Called when the clock was moved: renews and wakes what is due before it returns. */
    void clockMoved() {
        if (!closing.hasEnded()) {
            upkeep.renewals().clockMoved();
            waiters.all().forEach(LocalWaiter::clockMoved);
        }
    }
}

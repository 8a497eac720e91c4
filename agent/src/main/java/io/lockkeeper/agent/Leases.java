package io.lockkeeper.agent;

import com.mongodb.MongoException;
import io.lockkeeper.agent.Calls.Call;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases that an agent holds, from grant to end. An ended lease leaves nothing here. */
final class Leases {

    /** How old a lease grows before the agent listens for its eviction; younger ones cost no stream. */
    static final Duration LONG_HELD = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(Leases.class);

    private final Gate gate;
    private final Calls calls;
    private final Timer alarms;
    private final Renewals renewals;
    private final Removals removals;
    private final Runnable listen;
    private final SlowHolds slowHolds;
    private final Map<String, HeldLease> held = new ConcurrentHashMap<>();
    private final Map<String, HeldLease> longHeld = new ConcurrentHashMap<>();
    private final Underway underway;

    /** Where {@code listen} makes sure that the agent's stream is open. */
    Leases(
            Gate gate,
            Calls calls,
            Timer alarms,
            Renewals renewals,
            Removals removals,
            SlowHolds slowHolds,
            Runnable listen) {
        this.gate = gate;
        this.calls = calls;
        this.alarms = alarms;
        this.renewals = renewals;
        this.removals = removals;
        this.slowHolds = slowHolds;
        this.listen = listen;
        this.underway = new Underway(calls.machine());
    }

    /**
     * The lease of a grant; nothing if it has ended by now, or was evicted before anybody knew of it.
     *
     * @throws LockUnavailableException if the agent is being closed; the grant is undone then
     */
    Optional<HeldLease> granted(Bid bid, Grant grant, LockRequest asked) {
        LeaseState state = new LeaseState(calls.ticker(), deadline(grant.touchedAt(), grant.holder()));
        Lingering lingering = new Lingering(asked.shortestHold().orElse(Duration.ZERO), grant.touchedAt());
        HeldLease lease = new HeldLease(
                bid,
                grant.holder(),
                state,
                lingering,
                new LeaseNotices(calls.machine(), calls.options().listener()),
                this,
                alarms);
        if (!state.isHeld() || !grant.counts()) {
            removals.remove(bid);
            return Optional.empty();
        }
        underway.began();
        held.put(bid.acquirer(), lease);
        if (gate.isShut()) { // whoever shuts it from here on sees the lease
            forget(lease);
            removals.removeNow(bid);
            throw new LockUnavailableException(lease.name(), QueuedAcquire.CLOSED, null);
        }
        lease.observe(bid.acquiring().granted(lease, grant.previous()), grant.touchedAt());
        slowHolds.watch(lease, grant.touchedAt());
        watchDeadline(lease, min(LONG_HELD, lease.tellRisk()));
        asked.longestHold().ifPresent(lease.longestHold()::set);
        if (asked.isRenewedByAgent()) {
            renewals.keep(
                    lease, calls.now() + firstBeat(state, lease) - lease.beat().toNanos());
        }
        if (!lease.isHeld()) {
            forget(lease); // lost while it was being noted down
        }
        return Optional.of(lease);
    }

    /** When a third of what it has is over, which is less where that is a claim time: many are released by then. */
    private static long firstBeat(LeaseState state, HeldLease lease) {
        return min(state.remaining().dividedBy(3), lease.beat()).toNanos();
    }

    boolean extend(HeldLease lease, long sentAt, Holder holder) {
        return lease.state().extend(deadline(sentAt, holder));
    }

    void renew(HeldLease lease) {
        touch(lease, calls::touch);
    }

    void downgrade(HeldLease lease) {
        touch(lease, calls::downgrade);
    }

    /** A touch that the holder asked for, and that must have done what it was to do when it returns. */
    private void touch(HeldLease lease, BiFunction<Bid, Duration, Call> how) {
        requireHeld(lease);
        Call call = how.apply(lease.bid(), min(calls.options().commandTimeout(), lease.remaining()));
        switch (call.reply()) {
            case Reply.Answered answered ->
                lease.touched(new LiveEntry.Touch(call.stamp(), call.sentAt(), true), answered.snapshot());
            case Reply.Unknown unknown ->
                throw new LockUnavailableException(lease.name(), "MongoDB did not answer in time", unknown.cause());
            case Reply.Refused refused ->
                throw new LockUnavailableException(lease.name(), "MongoDB refused the renewal", refused.cause());
        }
        requireHeld(lease);
    }

    /** What is owed after a release, where that has been moved to so long from now. */
    Lingering lingering(Lingering before, Duration fromNow) {
        return before.until(calls.now(), fromNow);
    }

    static void requireHeld(HeldLease lease) {
        if (!lease.isHeld()) {
            throw new LeaseLostException(lease.name(), lease.loss());
        }
    }

    /** Ends a lease whose release has begun, and says so if it turns out that it was lost before. An agent that closes awaits it. */
    void release(HeldLease lease) {
        gate.finish(() -> {
            end(lease);
            return lease;
        });
    }

    private void end(HeldLease lease) {
        underway.began();
        try {
            forget(lease);
            lease.state().endRelease(new Release(lease, calls, removals).run());
        } finally {
            underway.ended();
        }
        lease.loss()
                .ifPresentOrElse(
                        loss -> tell(lease, loss), () -> lease.observed().released(lease.heldFor(calls.now())));
    }

    /** The holder's code has closed a lease that it lost before: nothing of it needs to be kept. */
    void letGo(HeldLease lease) {
        if (lease.loss().filter(Leases::leavesTimeToStop).isPresent()) {
            removals.remove(lease.bid());
        }
    }

    /** Whether the lost lease keeps its place until its holder's code has closed, or its time is over. */
    private static boolean leavesTimeToStop(LeaseLoss loss) {
        return loss instanceof LeaseLoss.Evicted || loss instanceof LeaseLoss.HeldTooLong;
    }

    /** An operator marked the lease: the holder is told now, and the place is kept until its code has closed or the quarantine is over. */
    void evicted(HeldLease lease, Eviction eviction, Instant serverTime) {
        removals.removeAfter(Duration.between(serverTime, eviction.until()), lease.bid());
        lease.lose(new LeaseLoss.Evicted(eviction));
    }

    /** The lease has just been lost. */
    void lost(HeldLease lease, LeaseLoss loss) {
        forget(lease);
        if (!leavesTimeToStop(loss)) {
            removals.remove(lease.bid());
        }
        tell(lease, loss);
    }

    private void tell(HeldLease lease, LeaseLoss loss) {
        Duration heldFor = lease.heldFor(calls.now());
        lease.notices().lost(lease, loss);
        lease.observed().lost(loss, heldFor);
        LossLog.lost(calls.machine(), lease, loss, heldFor);
    }

    Collection<HeldLease> all() {
        return List.copyOf(held.values());
    }

    /** Whether a lease is so old that its eviction must be listened for. */
    boolean hasLongHeld() {
        return !longHeld.isEmpty();
    }

    Collection<HeldLease> longHeld() {
        return List.copyOf(longHeld.values());
    }

    int count() {
        return held.size();
    }

    Optional<HeldLease> find(String acquirer) {
        return Optional.ofNullable(held.get(acquirer));
    }

    /** Reads what an event hinted at. A read moves no deadline; but an eviction that it shows has happened. */
    void lookForEvictions(Collection<HeldLease> concerned) {
        try {
            Map<String, Snapshot> locks = calls.read(
                    concerned.stream().map(lease -> lease.bid().lock()).toList());
            concerned.forEach(
                    lease -> Optional.ofNullable(locks.get(lease.name())).ifPresent(lease::checkEviction));
        } catch (MongoException e) {
            log.debug("Evictions could not be looked for; the next renewal will show them", e);
        }
    }

    /** Whether all were released or lost, or are by the end of the time given. */
    boolean awaitNone(Duration longest) {
        return underway.awaitNothing(longest);
    }

    /** Tells every holder that the agent closes, and gives back what they held, all together; how many there were. */
    int close(long giveUpAt) {
        List<HeldLease> open = all().stream()
                .filter(lease -> lease.state().lose(new LeaseLoss.AgentClosed()))
                .toList();
        open.forEach(lease -> {
            forget(lease);
            tell(lease, new LeaseLoss.AgentClosed());
        });
        Map<Boolean, List<HeldLease>> lingers = open.stream()
                .collect(Collectors.partitioningBy(lease -> lease.lingering().isDue(calls.now())));
        removals.endAll(
                lingers.getOrDefault(false, List.of()).stream()
                        .map(HeldLease::bid)
                        .toList(),
                lingers.getOrDefault(true, List.of()).stream()
                        .map(HeldLease::linger)
                        .toList(),
                giveUpAt);
        return open.size();
    }

    /**
     * One alarm a lease: where it comes to be at risk, then at its deadline, and sooner to look how old it has grown. It moves
     * itself while the deadline moves.
     */
    private void watchDeadline(HeldLease lease, Duration delay) {
        lease.alarm(alarms.after(delay, () -> {
            lease.expireIfPast();
            if (lease.isHeld()) {
                watchDeadline(lease, lease.tellRisk());
                longHeld.put(lease.bid().acquirer(), lease);
                listen.run();
            }
            if (!lease.isHeld()) {
                forget(lease);
            }
        }));
    }

    private void forget(HeldLease lease) {
        String acquirer = lease.bid().acquirer();
        renewals.forget(lease);
        slowHolds.forget(lease);
        if (held.remove(acquirer) != null) {
            underway.ended();
        }
        longHeld.remove(acquirer);
        lease.cancelAlarms();
    }

    private long deadline(long sentAt, Holder holder) {
        return LeaseState.deadline(
                sentAt, holder.updatedAt(), holder.expiresAt(), calls.options().clockSkewAllowance());
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}

package io.lockkeeper.agent.keeping;

import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The leases that one agent keeps after their release, to grant them again without the server. A kept lease shuts out all other agents, so
 * the agent keeps one only while it hears at once of every request for the lock: its stream is open, and a call sent since the stream was
 * opened showed no waiters.
 *
 * <p>It takes no lock. A recall may arrive before the agent knows of the lease; it is remembered.
 */
public final class LeaseKeeping<L extends LeaseKeeping.Recallable> {

    /** How long a name is not kept after its lease was recalled without a second use. */
    private static final Duration COLD = Duration.ofSeconds(10);
    /** The most recalls that are remembered for leases not known yet, and the most cold names. */
    private static final int REMEMBERED = 4096;

    private final LongSupplier ticker;
    private final Timer alarms;
    private final int most;
    private final Map<String, Keeper<L>> byAcquirer = new ConcurrentHashMap<>();
    private final Map<LockName, Keeper<L>> byLock = new ConcurrentHashMap<>();
    private final Map<String, Long> recalledBefore = new ConcurrentHashMap<>();
    private final Map<LockName, Long> cold = new ConcurrentHashMap<>();
    private final AtomicLong wantedUntil;
    private final LongAdder uses = new LongAdder();
    private final LongAdder recalls = new LongAdder();
    private volatile @Nullable Listening listening;
    private volatile Runnable wanted = () -> {};
    private volatile boolean shut;

    /** A kept lease. Its methods do not block. */
    public interface Recallable {

        /** Releases an idle lease, and lets one in use end with its use. */
        void recall();

        /** Releases an idle lease. */
        void free();
    }

    /** The stream is open since that time of the agent's clock. */
    private record Listening(long since) {}

    /**
     * @param alarms alarms that no call delays
     * @param most the most leases kept at once; the one that has been idle longest goes first
     */
    public LeaseKeeping(LongSupplier ticker, Timer alarms, int most) {
        this.ticker = ticker;
        this.alarms = alarms;
        this.most = most;
        this.wantedUntil = new AtomicLong(ticker.getAsLong());
    }

    /** Runs this whenever a caller wants a lease kept. */
    public void whenWanted(Runnable runs) {
        wanted = runs;
    }

    /** Records that a caller wants a lease kept for that time: the agent listens from now on. */
    public void isWanted(Duration time) {
        long until = ticker.getAsLong() + time.toNanos();
        if (until - wantedUntil.get() > 0) {
            wantedUntil.accumulateAndGet(until, (one, other) -> one - other > 0 ? one : other);
        }
        wanted.run();
    }

    /** Whether a lease of the lock would be kept if it were asked for now. */
    public boolean mayKeep(LockName lock) {
        return listening != null && !shut && most > 0 && !isCold(lock);
    }

    /** Whether a lease would be handed on if it were asked for now, although it is not kept. */
    public boolean mayHandOn() {
        return !shut && most > 0;
    }

    /** Whether the agent has a lease of the lock that it hands on. */
    public boolean isHandedOn(LockName lock) {
        Keeper<L> keeper = byLock.get(lock);
        return keeper != null && keeper.isHandedOn();
    }

    /** Whether the agent must listen. */
    public boolean isNeeded() {
        return !shut && (!byAcquirer.isEmpty() || wantedUntil.get() - ticker.getAsLong() > 0);
    }

    /** The kept lease of the lock; it may have just ended. */
    public @Nullable Keeper<L> find(LockName lock) {
        return byLock.get(lock);
    }

    /**
     * A new lease, whose first use has begun.
     *
     * @param uses the number of uses that it has tokens for
     * @param stays whether it rests between uses
     * @param handedOn whether uses may follow one another while other agents wait
     */
    public Keeper<L> keeper(LockName lock, String acquirer, int uses, boolean stays, boolean handedOn, L lease) {
        return new Keeper<>(lock, acquirer, uses, stays, handedOn, lease);
    }

    /**
     * Keeps a lease for that time after each use, unless there is a reason to recall it.
     *
     * @param time zero for a lease that is not kept
     * @param sentAt when the call was sent that showed the lease
     * @param alone whether that call shows no waiters
     */
    public void keep(Keeper<L> keeper, Duration time, long sentAt, boolean alone) {
        byAcquirer.put(keeper.acquirer(), keeper);
        byLock.put(keeper.lock(), keeper);
        // From here on a recall, a broken stream, a closing agent and the lease's end find it. What came before is
        // checked.
        if (keeper.hasEnded()) {
            forget(keeper);
            return;
        }
        Listening since = listening;
        boolean heard = since != null && sentAt - since.since > 0;
        boolean recalled = recalledBefore.remove(keeper.acquirer()) != null;
        if (!alone || !heard || recalled || shut || time.isZero()) {
            alarms.after(
                    Duration.ZERO,
                    keeper.lease()::recall); // not on the caller's thread, which others would then wait for
        } else {
            freeAfter(keeper, time.toNanos(), time);
            if (byAcquirer.size() > most) {
                alarms.after(Duration.ZERO, () -> makeRoom(keeper));
            }
        }
    }

    /** Ends the lease that has been idle longest; if all are in use, the one added last. */
    private void makeRoom(Keeper<L> added) {
        while (byAcquirer.size() > most) {
            Optional<Keeper<L>> oldest = byAcquirer.values().stream()
                    .filter(Keeper::isIdle)
                    .min(Comparator.comparingLong(each -> each.idleSince() - added.idleSince()));
            if (oldest.isEmpty()) {
                added.lease().recall();
                return;
            }
            oldest.get().lease().free();
        }
    }

    /** Checks from time to time, so that a use sets no alarm. */
    private void freeAfter(Keeper<L> keeper, long nanos, Duration time) {
        alarms.after(Duration.ofNanos(nanos), () -> {
            if (!keeper.hasEnded()) {
                long left = keeper.isIdle() ? keeper.idleSince() + time.toNanos() - ticker.getAsLong() : time.toNanos();
                if (left <= 0) {
                    keeper.lease().free();
                } else {
                    freeAfter(keeper, left, time);
                }
            }
        });
    }

    /** Another agent wants the lock of this lease, which may not be known yet. */
    public void recalled(String acquirer) {
        Keeper<L> keeper = byAcquirer.get(acquirer);
        if (keeper == null) {
            remember(recalledBefore, acquirer);
            keeper = byAcquirer.get(acquirer);
        }
        if (keeper != null) {
            if (!keeper.isRecalled()) {
                recalls.increment();
            }
            coolDown(keeper);
            keeper.lease().recall();
        }
    }

    /**
     * A caller of this agent has a place in the lock's queue, behind a lease that may be kept here.
     *
     * @param unknown acquirers of leases that will be kept here once the agent knows of them
     */
    public void awaited(LockName lock, List<String> unknown) {
        Keeper<L> keeper = find(lock);
        List<String> kept = keeper == null ? unknown : List.of(keeper.acquirer());
        kept.forEach(this::recallLater);
    }

    /** Recalls on another thread, because others would wait for the caller's. */
    private void recallLater(String acquirer) {
        alarms.after(Duration.ZERO, () -> recalled(acquirer));
    }

    /** Does not keep a name again soon whose lease had no second use: keeping would only delay others. */
    private void coolDown(Keeper<L> keeper) {
        if (keeper.wasUsedOnce()) {
            remember(cold, keeper.lock());
        }
    }

    private <K> void remember(Map<K, Long> many, K one) {
        if (many.size() >= REMEMBERED) {
            many.entrySet().stream()
                    .min(Comparator.comparingLong(each -> each.getValue() - ticker.getAsLong()))
                    .ifPresent(oldest -> many.remove(oldest.getKey()));
        }
        many.put(one, ticker.getAsLong());
    }

    private boolean isCold(LockName lock) {
        Long since = cold.get(lock);
        return since != null && ticker.getAsLong() - since < COLD.toNanos();
    }

    /** Forgets a lease that has ended or is being released. */
    public void forget(Keeper<L> keeper) {
        byAcquirer.remove(keeper.acquirer(), keeper);
        byLock.remove(keeper.lock(), keeper);
    }

    /** The stream is open. */
    public void opened() {
        listening = new Listening(ticker.getAsLong());
    }

    /** The stream is closed: recalls are not heard any more. */
    public void closed() {
        listening = null;
        recallAll();
    }

    /** Keeps no lease from now on. */
    public void shut() {
        shut = true;
        recallAll();
    }

    private void recallAll() {
        all().forEach(keeper -> keeper.lease().recall());
    }

    private Collection<Keeper<L>> all() {
        return List.copyOf(byAcquirer.values());
    }

    /** Counts a use that was granted here. */
    public void used() {
        uses.increment();
    }

    /** The number of kept leases, in use or idle. */
    public int count() {
        return byAcquirer.size();
    }

    /** The number of uses granted here so far. */
    public long uses() {
        return uses.sum();
    }

    /** The number of leases recalled so far because another agent wanted the lock. */
    public long recalls() {
        return recalls.sum();
    }
}

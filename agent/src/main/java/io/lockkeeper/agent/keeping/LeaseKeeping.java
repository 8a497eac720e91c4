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
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The leases that one agent keeps after their release, to grant them again without the server. A kept lease is good for nobody else, so it is
 * kept only while the agent hears at once of everybody who wants the lock: while its stream is open, from a call that was sent
 * since it was opened and that found nobody waiting.
 *
 * <p>It takes no lock. What recalls a lease may come before the agent knows of the lease, and is remembered.
 */
public final class LeaseKeeping<L extends LeaseKeeping.Recallable> {

    /** A name whose lease was recalled before anybody used it again is not kept for so long. */
    private static final Duration COLD = Duration.ofSeconds(10);
    /** How many recalls are remembered of leases that the agent does not know yet, and how many cold names. */
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
    private volatile BooleanSupplier allowed = () -> true;
    private volatile boolean shut;

    /** A kept lease. Its methods wait for nobody. */
    public interface Recallable {

        /** Lets nobody use it any more but who does, and releases it if nobody does. */
        void recall();

        /** Releases it if nobody uses it. */
        void free();
    }

    /** The stream is open since that time of the agent's clock. */
    private record Listening(long since) {}

    /**
     * Where {@code alarms} has alarms that wait for nothing.
     *
     * @param most how many leases are kept at once; the one that was idle longest goes first
     */
    public LeaseKeeping(LongSupplier ticker, Timer alarms, int most) {
        this.ticker = ticker;
        this.alarms = alarms;
        this.most = most;
        this.wantedUntil = new AtomicLong(ticker.getAsLong());
    }

    /** Keeps leases only while that says so. */
    public void onlyIf(BooleanSupplier allows) {
        allowed = allows;
    }

    /** Somebody would have a lease kept for so long: from now on the agent listens. */
    public void isWanted(Duration time) {
        long until = ticker.getAsLong() + time.toNanos();
        if (until - wantedUntil.get() > 0) {
            wantedUntil.accumulateAndGet(until, (one, other) -> one - other > 0 ? one : other);
        }
    }

    /** Whether a lease of the lock may be asked for that is then kept. */
    public boolean mayKeep(LockName lock) {
        return listening != null && !shut && most > 0 && !isCold(lock) && allowed.getAsBoolean();
    }

    /** Whether a lease of a lock may be asked for that is handed on, but does not stay. */
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

    /** The kept lease of the lock; perhaps one that has just ended. */
    public @Nullable Keeper<L> find(LockName lock) {
        return byLock.get(lock);
    }

    /**
     * A new lease, whose first use has begun.
     *
     * @param uses for how many uses it has tokens
     * @param stays whether it rests where no use follows at once
     * @param handedOn whether one use may follow another although others wait
     */
    public Keeper<L> keeper(LockName lock, String acquirer, int uses, boolean stays, boolean handedOn, L lease) {
        return new Keeper<>(lock, acquirer, uses, stays, handedOn, lease);
    }

    /**
     * Keeps a lease for so long after each use, unless there is a reason to recall it.
     *
     * @param time zero for a lease that does not stay
     * @param sentAt when the call was sent that shows the lease
     * @param alone whether that call shows that nobody waits
     */
    public void keep(Keeper<L> keeper, Duration time, long sentAt, boolean alone) {
        byAcquirer.put(keeper.acquirer(), keeper);
        byLock.put(keeper.lock(), keeper);
        // From here on a recall, a broken stream and a closing agent find it; what came before is looked for now.
        Listening since = listening;
        boolean heard = since != null && sentAt - since.since > 0;
        boolean recalled = recalledBefore.remove(keeper.acquirer()) != null;
        if (!alone || !heard || recalled || shut || time.isZero()) {
            alarms.after(
                    Duration.ZERO, keeper.lease()::recall); // not by the caller's thread, for which others would wait
        } else {
            freeAfter(keeper, time.toNanos(), time);
            if (byAcquirer.size() > most) {
                alarms.after(Duration.ZERO, () -> makeRoom(keeper));
            }
        }
    }

    /** Ends the one that was idle longest, or if all are in use the one that came last. */
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

    /** Looks once in a while, so that a use costs no alarm. */
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

    /** Somebody else wants the lock; the lease may not be known yet. */
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

    /** If nobody has used it again: kept once more it would only delay whoever wants it. */
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

    /** The lease has ended, or is being released. */
    public void forget(Keeper<L> keeper) {
        byAcquirer.remove(keeper.acquirer(), keeper);
        byLock.remove(keeper.lock(), keeper);
    }

    /** The stream is open. */
    public void opened() {
        listening = new Listening(ticker.getAsLong());
    }

    /** The stream is closed: who wants a lock is not heard any more. */
    public void closed() {
        listening = null;
        recallAll();
    }

    /** Keeps nothing any more. */
    public void shut() {
        shut = true;
        recallAll();
    }

    /** Ends what is kept now. */
    public void recallAll() {
        all().forEach(keeper -> keeper.lease().recall());
    }

    private Collection<Keeper<L>> all() {
        return List.copyOf(byAcquirer.values());
    }

    /** A use was granted here. */
    public void used() {
        uses.increment();
    }

    /** How many leases are kept, in use or not. */
    public int count() {
        return byAcquirer.size();
    }

    /** How many uses were granted here so far. */
    public long uses() {
        return uses.sum();
    }

    /** How many leases were recalled so far because others wanted the lock. */
    public long recalls() {
        return recalls.sum();
    }
}

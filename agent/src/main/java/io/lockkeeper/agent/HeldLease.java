package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Holding;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A lease as its holder has it: what the server granted, and what is true of it now. */
final class HeldLease implements Lease, LiveEntry {

    private final Bid bid;
    private final long token;
    private volatile Instant acquiredAt;
    private final LeaseState state;
    private final LongestHold longestHold;
    private final LeaseNotices notices;
    private final Leases leases;
    private volatile Holding observed = Holding.IGNORED;
    private volatile long grantedAt;
    private volatile @Nullable Alarm alarm;
    private volatile Lingering lingering;

    HeldLease(
            Bid bid,
            Holder granted,
            LeaseState state,
            Lingering lingering,
            LeaseNotices notices,
            Leases leases,
            Timer alarms) {
        this.bid = bid;
        this.token = granted.token();
        this.acquiredAt = granted.acquiredAt();
        this.state = state;
        this.lingering = lingering;
        this.notices = notices;
        this.leases = leases;
        this.longestHold = new LongestHold(this, alarms);
    }

    @Override
    public String name() {
        return bid.lock().value();
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public Instant acquiredAt() {
        return acquiredAt;
    }

    @Override
    public Duration remaining() {
        return state.remaining();
    }

    @Override
    public boolean isHeld() {
        return state.isHeld();
    }

    @Override
    public Optional<LeaseLoss> loss() {
        expireIfPast();
        return state.loss();
    }

    @Override
    public void renew() {
        leases.renew(this);
    }

    @Override
    public void downgrade() {
        if (bid.request().weight() != Kind.WRITING.weight()) {
            throw new IllegalStateException("The lease of lock \"%s\" is not one to write".formatted(name()));
        }
        leases.downgrade(this);
    }

    @Override
    public void holdAtMost(Duration fromNow) {
        Leases.requireHeld(this);
        longestHold.set(LockRequest.requireLongestHold(fromNow));
    }

    @Override
    public void holdAtLeast(Duration fromNow) {
        Leases.requireHeld(this);
        lingering = leases.lingering(lingering, LockRequest.requireShortestHold(fromNow));
    }

    @Override
    public boolean release() {
        expireIfPast();
        if (state.startRelease()) {
            leases.release(this);
        } else if (state.phase() instanceof LeaseState.Phase.Lost) {
            leases.letGo(this);
        }
        return state.phase() instanceof LeaseState.Phase.Released released && released.heldToTheEnd();
    }

    @Override
    public void close() {
        release();
    }

    @Override
    public void onLoss(LeaseListener listener) {
        notices.add(listener, this);
    }

    @Override
    public Bid bid() {
        return bid;
    }

    @Override
    public Duration beat() {
        return bid.request().ttl().dividedBy(3);
    }

    @Override
    public void touched(Touch touch, Optional<Snapshot> lock) {
        Optional<Holder> holder = lock.flatMap(each -> each.lock().holder(bid.acquirer()));
        if (holder.isEmpty()) {
            if (touch.acknowledged()) {
                lose(gone(lock));
            }
        } else if (holder.get().stamp().equals(touch.stamp()) && holder.get().evicted() == null) {
            extend(touch.sentAt(), holder.get());
        } else {
            checkEviction(lock.orElseThrow());
        }
    }

    @Override
    public void unanswered() {
        Duration left = remaining();
        if (isHeld() && left.compareTo(bid.request().ttl().dividedBy(2)) < 0) {
            notices.late(this, left);
        }
    }

    /** Looks for an eviction in what any read shows: nothing else that it shows counts. */
    void checkEviction(Snapshot snapshot) {
        LockDocument lock = snapshot.lock();
        lock.holder(bid.acquirer())
                .flatMap(holder -> Optional.ofNullable(holder.evicted()))
                .ifPresent(eviction -> leases.evicted(this, eviction, snapshot.serverTime()));
        if (wasEvictedNow(lock)) {
            lose(gone(Optional.of(snapshot)));
        }
    }

    /** Whether this call lost the lease. */
    boolean lose(LeaseLoss loss) {
        boolean lost = state.lose(loss);
        if (lost) {
            leases.lost(this, loss);
        }
        return lost;
    }

    void expireIfPast() {
        if (state.isPastDeadline()) {
            lose(new LeaseLoss.Expired());
        }
    }

    /** Says so if little time is left, and answers when to look again: where it would be little, or is over. */
    Duration tellRisk() {
        Duration left = remaining();
        Duration little = bid.request().ttl().dividedBy(3);
        if (left.compareTo(little) > 0) {
            return left.minus(little);
        }
        notices.atRisk(this, left);
        return left;
    }

    LeaseState state() {
        return state;
    }

    Lingering lingering() {
        return lingering;
    }

    /** What makes its lock stay taken until that is over. */
    Ask.Linger linger() {
        return new Ask.Linger(bid.lock(), bid.acquirer(), lingering.atLeast());
    }

    LeaseNotices notices() {
        return notices;
    }

    /** Before anybody else knows of the lease: {@code grantedAt} is when the call was sent that granted it. */
    void observe(Holding observer, long grantedAt) {
        this.observed = observer;
        this.grantedAt = grantedAt;
    }

    Holding observed() {
        return observed;
    }

    Duration heldFor(long now) {
        return Duration.ofNanos(now - grantedAt);
    }

    void alarm(Alarm next) {
        alarm = next;
    }

    LongestHold longestHold() {
        return longestHold;
    }

    void cancelAlarms() {
        Alarm pending = alarm;
        if (pending != null) {
            pending.cancel();
        }
        longestHold.cancel();
    }

    /** Why the lease is not in its lock's document any more. */
    LeaseLoss gone(Optional<Snapshot> snapshot) {
        if (state.isPastDeadline()) {
            return new LeaseLoss.Expired();
        }
        return snapshot.map(Snapshot::lock)
                .filter(this::wasEvictedNow)
                .flatMap(lock -> Optional.ofNullable(lock.released()))
                .flatMap(released -> Optional.ofNullable(released.evicted()))
                .<LeaseLoss>map(LeaseLoss.Evicted::new)
                .orElseGet(
                        () -> new LeaseLoss.TakenOver(snapshot.map(HeldBy::in).orElseGet(List::of)));
    }

    boolean wasEvictedNow(Optional<Snapshot> snapshot) {
        return snapshot.map(Snapshot::lock).filter(this::wasEvictedNow).isPresent();
    }

    private boolean wasEvictedNow(LockDocument lock) {
        return lock.released() != null
                && lock.released().acquirer().equals(bid.acquirer())
                && lock.released().evicted() != null;
    }

    private void extend(long sentAt, Holder holder) {
        acquiredAt = holder.acquiredAt();
        if (leases.extend(this, sentAt, holder)) {
            notices.inTime();
        } else {
            expireIfPast();
        }
    }

    @Override
    public String toString() {
        return "Lease[%s, token %d, %s]".formatted(name(), token(), state.phase());
    }
}

package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.LiveEntry;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.store.DriverErrors;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The entry of a lease in its lock's document. Decides what each touch or read of it proves. */
final class LeaseEntry implements LiveEntry {

    /** The longest time between two touches of a kept lease: the answer shows the waiters, in case a recall was lost. */
    private static final Duration KEPT = Duration.ofSeconds(10);

    private final HeldLease lease;
    private final Bid bid;
    private final LeaseState state;
    private final long token;
    private final LeaseUpkeep upkeep;
    private volatile Instant acquiredAt;
    /** When the latest call was sent whose answer shows the lease; null where only a hint says that it was granted. */
    private volatile @Nullable Long provenAt;

    LeaseEntry(HeldLease lease, Bid bid, LeaseState state, Grant grant, LeaseUpkeep upkeep) {
        this.lease = lease;
        this.bid = bid;
        this.state = state;
        this.token = grant.holder().token();
        this.acquiredAt = grant.holder().acquiredAt();
        this.provenAt = grant.isHeard() ? null : grant.touchedAt();
        this.upkeep = upkeep;
    }

    @Override
    public Bid bid() {
        return bid;
    }

    @Override
    public Duration beat() {
        Duration third = bid.request().ttl().dividedBy(3);
        boolean often = bid.request().keep() != null && third.compareTo(KEPT) > 0;
        return often ? KEPT : third;
    }

    @Override
    public @Nullable LatestUse use() {
        return lease.user().latestUse();
    }

    /** A third of the remaining time: less than a beat after a hand-off, which gives a claim time. Many leases are released by then. */
    Duration firstBeat() {
        Duration third = state.remaining().dividedBy(3);
        return third.compareTo(beat()) < 0 ? third : beat();
    }

    /** When it was granted, by the server's clock. Exact after the first touch; before, only for a grant outside a batch. */
    Instant acquiredAt() {
        return acquiredAt;
    }

    /** A touch that the holder asked for. It has taken effect when this returns. */
    void touch(Ask touch) {
        ServerCall call = upkeep.server().send(touch, upkeep.server().timeouts().atMost(state.remaining()));
        switch (call.reply()) {
            case Reply.Answered answered ->
                touched(new SentTouch(call.stamp(), call.sentAt(), true), answered.snapshot());
            case Reply.Unknown unknown ->
                throw new LockUnavailableException(lease.name(), "MongoDB did not answer in time", unknown.cause());
            case Reply.Refused refused ->
                throw new LockUnavailableException(
                        lease.name(),
                        DriverErrors.refusal("MongoDB refused the renewal", refused.cause()),
                        refused.cause());
        }
    }

    @Override
    public void touched(SentTouch touch, Optional<Snapshot> lock) {
        Optional<Holder> holder = lock.flatMap(each -> trace().holder(each.lock()));
        if (holder.isEmpty()) {
            if (touch.acknowledged() && lease.lose(gone(lock))) {
                lease.late(LateAttempt.Kind.RENEW);
            }
        } else if (holder.get().stamp().equals(touch.stamp()) && holder.get().evicted() == null) {
            extend(touch.sentAt(), holder.get());
        } else {
            checkEviction(lock.orElseThrow());
        }
        if (lock.filter(LeaseEntry::isAwaited).isPresent()) {
            lease.user().awaited();
        }
    }

    private static boolean isAwaited(Snapshot lock) {
        return !lock.lock().queue().isEmpty() || lock.lock().paused() != null;
    }

    private void extend(long sentAt, Holder holder) {
        acquiredAt = holder.acquiredAt();
        provenAt = sentAt;
        if (state.extend(sentAt, upkeep.options().clockSkewAllowance(), holder)) {
            lease.user().inTime();
        } else {
            lease.expireIfPast();
        }
    }

    @Override
    public void unanswered() {
        Duration left = state.remaining();
        if (state.isHeld() && left.compareTo(bid.request().ttl().dividedBy(2)) < 0) {
            lease.user().late(left);
        }
    }

    boolean isUnproven() {
        return provenAt == null;
    }

    /** Whether a call shows the lease that was sent then or later. */
    boolean isProvenSince(long then) {
        Long at = provenAt;
        return at != null && at - then >= 0;
    }

    /** The lock was read by a call that was sent at that time. A grant known only from a hint is touched if the read does not show it. */
    void shown(Optional<Snapshot> lock, long readAt) {
        lock.ifPresent(this::checkEviction);
        if (trace().isLive(lock)) {
            provenAt = readAt;
        } else if (isUnproven() && state.isHeld()) {
            touchInDoubt();
        }
    }

    private void touchInDoubt() {
        ServerCall call =
                upkeep.server().send(bid.touch(), upkeep.server().timeouts().atMost(state.remaining()));
        if (call.reply() instanceof Reply.Answered answered) {
            touched(new SentTouch(call.stamp(), call.sentAt(), true), answered.snapshot());
        }
    }

    /**
     * Loses the lease if the snapshot shows that it was evicted, or is not there any more, which no later state undoes; nothing else in a read
     * counts. A marked lease keeps its place until its
     * holder closes it, or until the quarantine is over.
     */
    private void checkEviction(Snapshot snapshot) {
        LeaseTrace trace = trace();
        trace.eviction(snapshot.lock()).ifPresent(eviction -> {
            lease.lose(new LeaseLoss.Evicted(eviction)); // before its place is given away, which may be at once
            upkeep.removals().removeAfter(Duration.between(snapshot.serverTime(), eviction.until()), bid);
        });
        if (trace.isGone(snapshot.lock())) {
            lease.lose(gone(Optional.of(snapshot)));
        }
    }

    private LeaseLoss gone(Optional<Snapshot> snapshot) {
        return state.isPastDeadline() ? new LeaseLoss.Expired() : trace().loss(snapshot);
    }

    private LeaseTrace trace() {
        return new LeaseTrace(bid.acquirer(), token);
    }
}

package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.RequestKind;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.upkeep.SlowHolds;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The {@link Lease} that a holder has, from grant to end. Only its {@link LeaseState} decides whether it is held. */
final class HeldLease implements Lease, Losable, LeaseEnd.EndingLease {

    private final Bid bid;
    private final long token;
    private final long grantedAt;
    private final LeaseState state;
    private final LeaseEntry entry;
    private final LeaseUser user;
    private final LeaseAlarms alarms;
    private final LeaseUpkeep upkeep;
    private final LeaseEnd ending;
    /** Whether its holder does not wait for the release when it closes the lease. */
    private final boolean isReleasedInBackground;

    /** The lease of a holder, who is its one user. */
    HeldLease(Bid bid, Grant grant, LockRequest asked, LeaseUpkeep upkeep) {
        this(bid, grant, asked, upkeep, null);
    }

    /** A lease with that user. */
    HeldLease(Bid bid, Grant grant, LockRequest asked, LeaseUpkeep upkeep, @Nullable LeaseUser user) {
        Server server = upkeep.server();
        this.bid = bid;
        this.token = grant.holder().token();
        this.grantedAt = grant.touchedAt();
        this.upkeep = upkeep;
        this.state = LeaseState.granted(server.ticker(), upkeep.options().clockSkewAllowance(), grant);
        this.entry = new LeaseEntry(this, bid, state, grant, upkeep);
        this.alarms = new LeaseAlarms(this, upkeep);
        this.ending = new LeaseEnd(
                bid,
                token,
                this,
                state,
                new LeaseEnd.Lingering(asked.shortestHold().orElse(Duration.ZERO), grantedAt),
                upkeep.releases());
        this.isReleasedInBackground = asked.isReleasedInBackground();
        this.user = user == null
                ? new LeaseHolder(this, bid, () -> bid.request().owner(), upkeep.holders(), grantedAt)
                : user;
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
        return entry.acquiredAt();
    }

    @Override
    public Duration remaining() {
        return state.remaining();
    }

    /** The time until its deadline, in any phase. */
    long remainingNanos() {
        return state.remainingNanos();
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
        requireNotLate();
        entry.touch(bid.touch());
        requireHeld();
    }

    @Override
    public void downgrade() {
        if (bid.request().weight() != RequestKind.WRITING.weight()) {
            throw new IllegalStateException("The lease of lock \"%s\" is not one to write".formatted(name()));
        }
        requireNotLate();
        entry.touch(bid.downgrade());
        requireHeld();
    }

    @Override
    public void holdAtMost(Duration fromNow) {
        requireNotLate();
        alarms.holdAtMost(LockRequest.requireLongestHold(fromNow));
        requireHeld(); // the one before may have been over at that moment
    }

    @Override
    public void holdAtLeast(Duration fromNow) {
        requireHeld();
        ending.holdAtLeast(LockRequest.requireShortestHold(fromNow));
    }

    @Override
    public void refusedAsStale() {
        late(LateAttempt.Kind.WRITE);
    }

    /** Shows operators what was attempted with the lease after its loss. */
    void late(LateAttempt.Kind kind) {
        upkeep.lateAttempts().add(kind, bid, token, loss().orElse(null));
    }

    /** The holder asks for more time. */
    private void requireNotLate() {
        late(LateAttempt.Kind.RENEW);
        requireHeld();
    }

    private void requireHeld() {
        if (!isHeld()) {
            throw new LeaseLostException(name(), loss());
        }
    }

    @Override
    public boolean release() {
        return ending.release();
    }

    @Override
    public CompletableFuture<Boolean> releaseAsync() {
        return ending.releaseAsync();
    }

    @Override
    public void close() {
        if (isReleasedInBackground) {
            var unused = ending.releaseLater();
        } else {
            var unused = ending.release();
        }
    }

    LeaseEnd ending() {
        return ending;
    }

    @Override
    public void tellEnd() {
        loss().ifPresentOrElse(user::lost, user::released);
    }

    LeaseUser user() {
        return user;
    }

    @Override
    public void onLoss(LeaseListener listener) {
        holder().add(listener);
    }

    Bid bid() {
        return bid;
    }

    /** Only a lease without another user is handed to its holder as it is. */
    private LeaseHolder holder() {
        return (LeaseHolder) user;
    }

    /** Reports the grant, and starts renewals, alarms and the watch for a slow hold. */
    HeldLease begin(Grant grant, LockRequest asked, LockObserver.Acquiring acquiring) {
        holder().begin(acquiring, grant.previous());
        alarms.begin();
        asked.longestHold().ifPresent(alarms::holdAtMost);
        beginRenewal(asked);
        return this;
    }

    /** Starts renewals and alarms. */
    void begin(LockRequest asked) {
        alarms.begin();
        beginRenewal(asked);
    }

    private void beginRenewal(LockRequest asked) {
        if (asked.isRenewedByAgent()) {
            upkeep.renewals()
                    .keep(
                            entry,
                            now() + entry.firstBeat().toNanos() - entry.beat().toNanos());
        }
        if (!isHeld()) {
            forget(); // lost in the meantime
        }
    }

    /** A read of its lock, by a call that was sent at that time: the lease is lost if it was evicted, or is not there. */
    void shown(Optional<Snapshot> lock, long readAt) {
        entry.shown(lock, readAt);
    }

    /** Whether only a hint says that it was granted. */
    boolean isUnproven() {
        return entry.isUnproven();
    }

    boolean isProvenSince(long then) {
        return entry.isProvenSince(then);
    }

    @Override
    public void expireIfPast() {
        if (state.isPastDeadline()) {
            lose(new LeaseLoss.Expired());
        }
    }

    @Override
    public boolean lose(LeaseLoss loss) {
        boolean lost = state.lose(loss);
        if (lost) {
            if (LeaseState.leavesTimeToStop(loss)) {
                upkeep.removals().removeByItsEnd(bid);
            } else {
                upkeep.removals().remove(bid);
            }
            forget(); // not before: an agent that closes awaits its leases and then ends what is to be removed
            user.lost(loss);
        }
        return lost;
    }

    /** Whether this call lost the lease because its agent closes, which then removes it together with others. */
    boolean loseToClosing() {
        boolean lost = state.lose(new LeaseLoss.AgentClosed());
        if (lost) {
            forget();
            user.lost(new LeaseLoss.AgentClosed());
        }
        return lost;
    }

    @Override
    public void forget() {
        upkeep.renewals().forget(entry);
        SlowHolds slowHolds = upkeep.holders().slowHolds();
        if (slowHolds != null) {
            slowHolds.forget(bid);
        }
        upkeep.leases().remove(this);
        alarms.cancel();
    }

    Duration heldFor() {
        return Duration.ofNanos(now() - grantedAt);
    }

    private long now() {
        return upkeep.server().now();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "Lease[%s, token %d, %s]", name(), token, state.phase());
    }
}

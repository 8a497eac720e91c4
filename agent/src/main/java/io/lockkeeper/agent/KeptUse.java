package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Identity;
import io.lockkeeper.agent.keeping.Keeper.Rest;
import io.lockkeeper.agent.time.LongestHold;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One use of a {@link KeptLease}, from grant to end: the {@link Lease} in the hands of a caller. */
final class KeptUse implements Lease, Losable {

    /** A shorter use cannot have been lost to an eviction and another holder meanwhile: those are two writes to a majority. */
    private static final long TOO_SHORT_TO_LOSE = Duration.ofMillis(1).toNanos();

    private final KeptLease kept;
    private final int number;
    private final LockRequest asked;
    private final long began;
    private final String thread = Identity.thread();
    private final LeaseHolder holder;
    private volatile boolean begun;
    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicReference<@Nullable LongestHold> longestHold = new AtomicReference<>();

    KeptUse(KeptLease kept, int number, LockRequest asked, long began) {
        this.kept = kept;
        this.number = number;
        this.asked = asked;
        this.began = began;
        LeaseUpkeep upkeep = kept.upkeep();
        this.holder = new LeaseHolder(this, kept.lease().bid(), this::owner, upkeep.holders(), began);
    }

    LeaseHolder holder() {
        return holder;
    }

    long began() {
        return began;
    }

    /** The owner of this use. The document names only that of the first use. */
    Owner owner() {
        return kept.lease().bid().request().owner().asking(thread, asked.note(), asked.details());
    }

    /** The use as recorded in the document. If it is over, the lease has been idle since that time of the agent's clock. */
    LatestUse asLatest(long idleSince, int waiting) {
        boolean over = !isMine() && !kept.keeper().isInUse(); // else the next is about to begin
        Instant since = kept.acquiredAt(over ? idleSince : began);
        return new LatestUse(over, since, thread, asked.note(), number + 1, waiting);
    }

    /** Has the calling thread hold it from now on. */
    void begin(LockObserver.Acquiring acquiring, Optional<Owner> previous) {
        holder.begin(acquiring, previous);
        begun = true;
        asked.longestHold().ifPresent(this::setLongestHold);
        if (!kept.keeper().isInUse()) { // the lease has ended already: a loss could not be notified before
            loss().ifPresent(loss -> lost(number, loss));
        }
    }

    /** The lease was lost during the use of that number. A caller is not notified before it holds the lease. */
    void lost(int use, LeaseLoss loss) {
        if (use == number && begun && told.compareAndSet(false, true)) {
            end();
            holder.lost(loss);
        }
    }

    /** The lease was released during the use of that number. */
    void released(int use) {
        if (use == number && begun) {
            end();
            tellReleased();
        }
    }

    private void tellReleased() {
        if (told.compareAndSet(false, true)) {
            holder.released();
        }
    }

    private void end() {
        holder.end();
        endLongestHold();
    }

    private void endLongestHold() {
        LongestHold longest = longestHold.get();
        if (longest != null) {
            longest.cancel();
        }
    }

    private boolean isMine() {
        return kept.keeper().isUse(number);
    }

    @Override
    public String name() {
        return kept.lease().name();
    }

    @Override
    public long token() {
        return kept.lease().token() + number;
    }

    @Override
    public Instant acquiredAt() {
        return kept.acquiredAt(began);
    }

    @Override
    public Duration remaining() {
        return isMine() ? kept.lease().remaining() : Duration.ZERO;
    }

    @Override
    public boolean isHeld() {
        return isMine() && kept.lease().isHeld();
    }

    @Override
    public Optional<LeaseLoss> loss() {
        return isMine() ? kept.lease().loss() : Optional.empty();
    }

    @Override
    public void renew() {
        requireNotLate();
        kept.lease().renew();
    }

    @Override
    public void downgrade() {
        kept.lease().downgrade(); // refused: a kept lease is of an exclusive lock
    }

    @Override
    public void holdAtMost(Duration fromNow) {
        requireNotLate();
        setLongestHold(LockRequest.requireLongestHold(fromNow));
        requireHeld(); // it may have ended in between
    }

    private void setLongestHold(Duration longest) {
        longestHold.compareAndSet(
                null,
                new LongestHold(
                        kept.upkeep().alarms(),
                        holder::longestHoldNear,
                        over -> lose(new LeaseLoss.HeldTooLong(over))));
        LongestHold mine = longestHold.get();
        if (mine != null) {
            mine.set(longest);
            if (!isHeld()) {
                mine.cancel();
            }
        }
    }

    /** Ends the keeping first: a lease that lingers is not kept. */
    @Override
    public void holdAtLeast(Duration fromNow) {
        requireHeld();
        Duration shortest = LockRequest.requireShortestHold(fromNow);
        kept.awaitRecalled();
        kept.cohort().end();
        requireHeld();
        kept.lease().holdAtLeast(shortest);
    }

    /** Loses the lease with this use, or not at all: no other use follows from here on. */
    @Override
    public boolean lose(LeaseLoss loss) {
        return kept.keeper().letNobodyFollow(number) && kept.lease().lose(loss);
    }

    /** Checks first, because an eviction may have been missed. If that fails the lease ends with this use, and its release is the proof. */
    @Override
    public boolean release() {
        if (isHeld() && mayBeLost() && !kept.looksNow()) {
            var unused = kept.keeper().letNobodyFollow(number);
        }
        Optional<Boolean> rests = rest();
        return rests.isPresent() ? rests.get() : kept.lease().release();
    }

    @Override
    public CompletableFuture<Boolean> releaseAsync() {
        boolean looks = isHeld() && mayBeLost();
        Optional<Boolean> rests = rest();
        if (rests.isEmpty()) {
            return kept.lease().releaseAsync();
        }
        return looks ? kept.proof() : CompletableFuture.completedFuture(rests.get());
    }

    /** No answer, no look. */
    @Override
    public void close() {
        if (rest().isEmpty()) {
            if (asked.isReleasedInBackground()) {
                var unused = kept.lease().releaseAsync();
            } else {
                var unused = kept.lease().release();
            }
        }
    }

    private boolean mayBeLost() {
        return kept.upkeep().server().now() - began >= TOO_SHORT_TO_LOSE;
    }

    /** Ends the use of a lease that stays with its agent. Empty if the lease itself is to be released, or was lost. */
    private Optional<Boolean> rest() {
        if (!isHeld()) {
            return isMine() ? Optional.empty() : Optional.of(true);
        }
        holder.end(); // before another begins
        Rest rest = kept.cohort().rest(number);
        if (rest != Rest.BEFORE) {
            endLongestHold();
        }
        if (rest == Rest.KEPT) {
            tellReleased();
        }
        return rest == Rest.ENDS ? Optional.empty() : Optional.of(true);
    }

    @Override
    public void onLoss(LeaseListener listener) {
        holder.add(listener);
    }

    @Override
    public void refusedAsStale() {
        late(LateAttempt.Kind.WRITE);
    }

    private void late(LateAttempt.Kind kind) {
        kept.upkeep().lateAttempts().add(kind, kept.lease().bid(), token(), loss().orElse(null));
    }

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
    public String toString() {
        return String.format(
                Locale.ROOT,
                "Lease[%s, token %d, use %d of a kept lease, %s]",
                name(),
                token(),
                number + 1,
                isHeld() ? "held" : "ended");
    }
}

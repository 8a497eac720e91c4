package io.lockkeeper.agent.waiting;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.LastQueued;
import io.lockkeeper.agent.calls.LiveEntry;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.WaitingThread;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A caller that waits for a lock. Given a reason to look, it wakes and touches its entry; the answer decides. It needs no look if it is
 * offered a grant that the answer to another touch, or an event with a token, has proven. Offers and reasons come from threads that serve
 * other callers too, so it takes no lock.
 */
public final class LocalWaiter implements LiveEntry {

    public static final Duration NEVER = Duration.ofDays(365);
    private static final Duration JITTER = Duration.ofMillis(200);

    private final Bid bid;
    private final LongSupplier ticker;
    private final Machine machine;
    private final Duration believes;
    private final long since;
    private final WaitingThread thread;
    private volatile boolean cancelled;
    private volatile boolean queued;
    private @Nullable LocalQueue queue;
    private final AtomicReference<@Nullable Grant> offer = new AtomicReference<>();
    private final AtomicReference<@Nullable LastQueued> lastQueued = new AtomicReference<>();
    /** Null while it waits in memory. */
    private final AtomicReference<@Nullable Place> place = new AtomicReference<>();

    private volatile boolean hinted;
    private volatile boolean first;
    private final AtomicLong holderEndsAt;

    /** The source of a waiter's lease, once it no longer waits in memory; or that it has given up. */
    private sealed interface Place {}

    /** A use of a lease of this agent that is on offer to a caller that waits in memory. The caller takes it or gives it back. */
    public interface Use {

        /** Returns the use of a caller that has given up. */
        void giveBack();
    }

    private record InDocument() implements Place {}

    private record Handed(Use use) implements Place {}

    private record Gone() implements Place {}

    /** A grant is believed at its event if at least {@code believes} of its claim time is left. */
    public LocalWaiter(Bid bid, LongSupplier ticker, Machine machine, Duration believes) {
        this.bid = bid;
        this.believes = believes;
        this.ticker = ticker;
        this.machine = machine;
        this.since = ticker.getAsLong();
        this.thread = new WaitingThread(ticker, machine);
        this.holderEndsAt = new AtomicLong(since + NEVER.toNanos());
    }

    @Override
    public Bid bid() {
        return bid;
    }

    @Override
    public int behind() {
        return queue().behind(this);
    }

    @Override
    public Duration beat() {
        Duration ttl = bid.request().ttl();
        return (ttl.compareTo(Waiter.TTL) < 0 ? ttl : Waiter.TTL).dividedBy(3);
    }

    @Override
    public void touched(SentTouch touch, Optional<Snapshot> lock) {
        Optional<Grant> granted = lock.flatMap(each -> grant(touch, each)).filter(Grant::counts);
        Optional<Waiter> waiting = lock.flatMap(each -> each.lock().waiter(bid.acquirer()));
        if (granted.isPresent()) {
            offer(granted.get());
        } else if (waiting.isPresent()) {
            saw(lock.orElseThrow(), touch.stamp(), touch.sentAt());
        } else if (touch.acknowledged()) {
            hint();
        }
    }

    private Optional<Grant> grant(SentTouch touch, Snapshot lock) {
        return lock.lock().holder(bid.acquirer()).map(holder -> Grant.answered(holder, touch, lock));
    }

    @Override
    public void unanswered() {
        // the next touch decides, of the renewal thread or the caller
    }

    public Duration waitingFor() {
        return Duration.ofNanos(ticker.getAsLong() - since);
    }

    public void joins(LocalQueue joined) {
        queue = joined;
    }

    public LocalQueue queue() {
        return Objects.requireNonNull(queue, "stands in no queue yet");
    }

    /** Gives it a place in the lock's document, and returns whether it still waited in memory. */
    public boolean place() {
        return goesTo(new InDocument());
    }

    /** Offers it a use of a lease of this agent, and returns whether it still waited in memory. */
    public boolean takes(Use use) {
        return goesTo(new Handed(use));
    }

    /** Gives up, and returns whether it still waited in memory. */
    public boolean leaves() {
        return goesTo(new Gone());
    }

    private boolean goesTo(Place next) {
        boolean goes = place.compareAndSet(null, next);
        thread.wake();
        return goes;
    }

    public boolean isInMemory() {
        return place.get() == null;
    }

    /** The use that it was offered, if any. */
    public Optional<Use> handed() {
        return place.get() instanceof Handed handed ? Optional.of(handed.use()) : Optional.empty();
    }

    /** Whether its request has a cohort: only one such waiter of an agent has a place in the document. */
    boolean isOfCohort() {
        Keep keep = bid.request().keep();
        return keep != null && keep.cohort();
    }

    /** Whether the last answer showed its request in the lock's queue. */
    public boolean isQueued() {
        return queued;
    }

    public void isQueued(boolean stands) {
        queued = stands;
    }

    /** Offers a grant that the answer to another call of the agent has shown: that call touched this entry too. */
    public void offer(Grant grant) {
        offer.set(grant);
        hint();
    }

    /** Takes the grant that was offered, unless it had ended before the last write that left the request queued. */
    public Optional<Grant> takeOffer() {
        LastQueued last = lastQueued.get();
        return Optional.ofNullable(offer.getAndSet(null))
                .filter(grant -> last == null || grant.holder().token() > last.token());
    }

    /**
     * Offers the grant of an event if its token is later than the last write that left the request queued, and if enough of the claim
     * time is left counted from that write. Otherwise the event is a reason to look.
     *
     * @param tokens how many the lease has, if more than one; else zero
     */
    public void heard(long token, int tokens) {
        LastQueued last = lastQueued.get();
        if (last == null || token <= last.token() || leftOfClaim(last).compareTo(believes) < 0) {
            hint();
        } else {
            offer(Grant.heard(bid.request(), token, tokens, last, last.serverTime(ticker.getAsLong())));
        }
    }

    /** The rest of the claim time, counted from that write, less the possible difference of clocks. */
    private Duration leftOfClaim(LastQueued last) {
        return Grant.claimTime(bid.request()).minusNanos(ticker.getAsLong() - last.sentAt());
    }

    /** Wakes it to check for a grant. */
    public void hint() {
        hinted = true;
        thread.wake();
    }

    /** The clock was moved: checks whether a wait is over. */
    public void clockMoved() {
        thread.wake();
    }

    /** The agent is closed: the caller gives up when it wakes. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** Makes it the first of this agent's waiters for the lock: it also wakes when the holder's lease runs out. */
    void becomeFirst() {
        if (!first) {
            first = true;
            thread.wake();
        }
    }

    /**
     * Records that the lock is held by others, as an answer shows: when the first of their leases, or a pause, would end, and where the
     * call touched the request, that it was queued then.
     */
    public void saw(Snapshot snapshot, String stamp, long sentAt) {
        LockDocument lock = snapshot.lock();
        Optional<Instant> ends = Stream.concat(
                        lock.holders().stream().map(Holder::expiresAt),
                        Stream.ofNullable(lock.paused()).map(Pause::until))
                .min(Comparator.naturalOrder());
        Duration left =
                ends.map(end -> Duration.between(snapshot.serverTime(), end)).orElse(NEVER);
        long jitter = machine.random(0, JITTER.toNanos());
        long endsAt = ticker.getAsLong() + Math.max(0, left.toNanos()) + jitter;
        boolean touched = lock.waiter(bid.acquirer())
                .filter(waiter -> waiter.stamp().equals(stamp))
                .isPresent();
        if (touched) {
            LastQueued seen = LastQueued.in(snapshot, bid.acquirer(), sentAt);
            lastQueued.accumulateAndGet(seen, (last, next) -> isLater(next, last) ? next : last);
        }
        boolean sooner = endsAt - holderEndsAt.getAndSet(endsAt) < 0;
        if (first && sooner) { // no need to wake it for a later time: a waiter that wakes too early sleeps again
            thread.wake();
        }
    }

    private static boolean isLater(LastQueued seen, @Nullable LastQueued last) {
        return last == null || seen.sentAt() - last.sentAt() > 0;
    }

    /** Waits in memory until it has a place or a use, or is cancelled. Returns false if {@code giveUpAt} comes first. */
    public boolean awaitPlace(long giveUpAt) throws InterruptedException {
        return thread.await(() -> !isInMemory() || cancelled, () -> giveUpAt, giveUpAt);
    }

    /** Waits until there is a reason to look. Returns false if {@code giveUpAt} comes first. */
    public boolean awaitReason(long giveUpAt) throws InterruptedException {
        boolean reason = thread.await(
                () -> hinted || (first && holderEndsAt.get() - ticker.getAsLong() <= 0),
                () -> first ? sooner(holderEndsAt.get(), giveUpAt) : giveUpAt,
                giveUpAt);
        hinted = false; // before it looks: what arrives from here on is a reason to look again
        return reason;
    }

    private static long sooner(long one, long other) {
        return one - other < 0 ? one : other;
    }
}

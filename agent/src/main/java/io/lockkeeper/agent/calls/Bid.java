package io.lockkeeper.agent.calls;

import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One request for a lock under one acquirer, and what was sent of it: that decides when a remove undoes it for certain. At most one call that
 * may create its entry is in flight at a time.
 */
public final class Bid {

    private final LockName lock;
    private final Request request;
    private volatile long mayLandUntil;
    private volatile boolean sent;
    private volatile boolean uncertain;
    /** As {@link #uncertain}, until the call is over that its caller no longer waited for. */
    private volatile boolean abandoned;

    private volatile boolean underWay;
    /** When the latest such call was known to be over. */
    private volatile long overAt;

    private volatile boolean hinted;
    private volatile boolean continued;
    private volatile @Nullable Runnable beforeItIsSent;

    public Bid(LockName lock, Request request) {
        this.lock = lock;
        this.request = request;
    }

    public LockName lock() {
        return lock;
    }

    public Request request() {
        return request;
    }

    public RequestKind kind() {
        return new RequestKind(request.weight(), request.capacity());
    }

    public String acquirer() {
        return request.acquirer();
    }

    /** The call for a place in the queue, with so many waiters of the agent behind it. */
    public Ask.Enqueue enqueue(int behind) {
        return new Ask.Enqueue(lock, request, behind);
    }

    /** The call for the lock or nothing, or for so long for the kept lease of another agent. */
    public Ask.TryEnqueue tryEnqueue(Duration recall) {
        return new Ask.TryEnqueue(lock, request, recall);
    }

    public Ask.Touch touch() {
        return new Ask.Touch(lock, acquirer());
    }

    public Ask.Remove remove() {
        return new Ask.Remove(lock, acquirer());
    }

    /** The touch that makes a writer a reader. */
    public Ask.Lighten downgrade() {
        return new Ask.Lighten(lock, acquirer(), RequestKind.READING.weight());
    }

    /** The release after which the lock stays taken until so long after its grant. */
    public Ask.Linger linger(Duration atLeast) {
        return new Ask.Linger(lock, acquirer(), atLeast);
    }

    /** Has the lease end with its release. Not a touch: it moves no deadline. */
    public Ask.EndKeep endKeep() {
        return new Ask.EndKeep(lock, acquirer());
    }

    /** Attaches the stack of the thread that acquired the lease. Not a touch: it moves no deadline. */
    public Ask.Attach attach(Thread.State state, List<String> frames) {
        return new Ask.Attach(lock, acquirer(), state, frames);
    }

    /** Has the action run before the first call is sent that may create its entry. */
    public void beforeItIsSent(Runnable action) {
        beforeItIsSent = action;
    }

    /**
     * The request goes on after another process, which made it: an enqueue of that one may still land. None is sent for it any more, as that
     * would be a second one beside it.
     */
    public void continues(long now, Duration timeout) {
        continued = true;
        uncertain = true;
        overAt = now;
        enqueueSent(now, timeout);
    }

    /** Whether another process made the request, so that it is never enqueued here. */
    public boolean isContinued() {
        return continued;
    }

    /** A call that may create its entry is about to be sent. */
    void enqueueBegins() {
        Runnable action = beforeItIsSent;
        if (action != null) {
            beforeItIsSent = null;
            action.run();
        }
        underWay = true;
    }

    /** Records that the enqueue was not sent. */
    void enqueueNotSent() {
        underWay = false;
    }

    /**
     * Records the answer. Without one the call may still land: the server gives it up {@code timeout} after it left at the latest, which
     * may be longer than the ttl. It may have left only just before {@code now}, as its thread may have stood still.
     */
    void enqueueAnswered(Reply reply, long now, Duration timeout) {
        enqueueSent(now, timeout);
        overAt = now;
        if (reply instanceof Reply.Unknown) {
            uncertain = true;
        }
        underWay = false;
    }

    private void enqueueSent(long now, Duration timeout) {
        sent = true;
        mayLandUntil = now + Math.max(request.ttl().toNanos(), timeout.toNanos());
    }

    /** As {@link #enqueueAbandoned(long, Duration)}, and notes what comes after it; {@code over} is cancelled if it is not sent any more. */
    void enqueueAbandoned(CompletableFuture<ServerCall> over, LongSupplier ticker, Duration timeout) {
        enqueueAbandoned(ticker.getAsLong(), timeout);
        var unused = over.whenComplete((call, failure) -> {
            long now = ticker.getAsLong();
            if (failure instanceof CancellationException) {
                enqueueDropped(now);
            } else {
                enqueueOver(failure == null ? call.reply() : ServerCall.failed(failure), now, timeout);
            }
        });
    }

    /** Records that its caller no longer waits for it, although it may still be under way, or even be sent later. */
    void enqueueAbandoned(long now, Duration timeout) {
        abandoned = true;
        enqueueSent(now, timeout);
    }

    /** The call that was abandoned has ended. If it was answered, or refused, it lands no more. */
    void enqueueOver(Reply reply, long now, Duration timeout) {
        enqueueAnswered(reply, now, timeout);
        abandoned = false;
    }

    /** The call that was abandoned was not sent, and will not be. */
    void enqueueDropped(long now) {
        overAt = now;
        underWay = false;
        abandoned = false;
    }

    /** An event concerns it, or may have gone unheard: its caller looks, should it wait by then. */
    public void hint() {
        hinted = true;
    }

    public boolean wasHinted() {
        return hinted;
    }

    /** Whether a call that may create its entry is under way: none must be sent beside it. */
    public boolean isUnderWay() {
        return underWay;
    }

    /** Whether any such call left the agent. */
    public boolean wasSent() {
        return sent;
    }

    /** Whether the outcome of an enqueue stayed unknown: it may still land, even if later calls were answered. */
    public boolean isUncertain() {
        return uncertain || abandoned;
    }

    /**
     * Whether a remove that was sent at {@code sentAt} and acknowledged leaves nothing behind for certain. One that was sent before a call of
     * the request was over may have come before it, however late its answer is read.
     */
    public boolean isEndedBy(long sentAt) {
        return !underWay && (!sent || sentAt - (isUncertain() ? mayLandUntil : overAt) >= 0);
    }
}

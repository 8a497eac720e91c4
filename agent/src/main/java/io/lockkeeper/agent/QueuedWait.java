package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.CarriedEnqueues;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.RequestKind;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.keeping.KeptOfAnotherKind;
import io.lockkeeper.agent.keeping.RecallBudget;
import io.lockkeeper.agent.store.DriverErrors;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.waiting.LocalWaiter;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.TakenOut;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The wait of one request, from when it joins the agent's waiters to its grant. Two things prove a grant: the answer to a touch of the
 * request's own entry, and an event with a token later than the last such answer. A read never does.
 */
final class QueuedWait {

    /** A request of the process before this one is not in its lock's queue any more. */
    static final class NotQueuedException extends RuntimeException {
        NotQueuedException() {
            super("The request is not queued any more, and is not to be enqueued again", null, false, false);
        }
    }

    /** How long a first enqueue waits for a release to carry it. */
    private static final Duration CARRIED = Duration.ofMillis(50);
    /** How often a request whose time is over looks whether the lease that it recalled is still kept. */
    private static final Duration LOOK = Duration.ofMillis(10);

    private final LocalWaiter waiter;
    private final Acquiring acquiring;
    private final Duration longestWait;
    private final long giveUpAt;
    private final LocalWaiters waiters;
    private final LeaseUpkeep upkeep;
    private final Server server;
    private final Grants grants;
    private final KeptOfAnotherKind kept;
    private final CarriedEnqueues carriedEnqueues;
    /** A wait shorter than the recall time lasts that long while its lock is kept, as a try does. */
    private long recallUntil;
    /** The answer that the request had before it waited, until it is looked at; null if it has not asked. */
    private @Nullable ServerCall first;

    QueuedWait(
            LocalWaiter waiter,
            Acquiring acquiring,
            Duration longestWait,
            long giveUpAt,
            LocalWaiters waiters,
            LeaseUpkeep upkeep,
            Grants grants) {
        this.waiter = waiter;
        this.acquiring = acquiring;
        this.longestWait = longestWait;
        this.giveUpAt = giveUpAt;
        this.recallUntil = giveUpAt;
        this.waiters = waiters;
        this.upkeep = upkeep;
        this.server = upkeep.server();
        this.grants = grants;
        this.carriedEnqueues = new CarriedEnqueues(server);
        this.kept =
                new KeptOfAnotherKind(server, new RecallBudget(upkeep.options().recallTime()));
    }

    /** The lease; nothing if it had ended before the agent learned of its grant. The acquirer is used up then. */
    Optional<Lease> acquire(LockRequest asked) throws InterruptedException {
        waiters.add(waiter);
        return await(asked);
    }

    /** As {@link #acquire}, for a request that has asked first and was not granted at once. */
    Optional<Lease> acquireAfter(ServerCall answered, LockRequest asked) throws InterruptedException {
        first = answered;
        waiter.place(); // its request may stand in the document, so it is offered no use in memory
        waiters.addFirst(waiter);
        return await(asked);
    }

    /** As {@link #acquireAfter}, for a request that the process before this one has made: in its place among the others of that. */
    Optional<Lease> goOn(ServerCall touched, LockRequest asked) throws InterruptedException {
        first = touched;
        waiter.place();
        waiters.addInPlace(
                waiter,
                answer(touched).stream()
                        .flatMap(each -> each.lock().queue().stream())
                        .map(Waiter::acquirer)
                        .toList());
        return await(asked);
    }

    private Optional<Lease> await(LockRequest asked) throws InterruptedException {
        boolean granted = false;
        try {
            Optional<LocalWaiter.Use> handed = awaitPlace();
            if (handed.isPresent()) {
                granted = true;
                return ((Cohort.HandedUse) handed.get()).take(asked, acquiring); // only a cohort hands uses on
            }
            Grant grant = awaitGrant();
            granted = true;
            return grants.granted(waiter.bid(), grant, asked, acquiring);
        } finally {
            if (!granted && !waiter.leaves()) {
                waiter.handed().ifPresent(LocalWaiter.Use::giveBack);
            }
            waiters.remove(waiter);
            upkeep.renewals().forget(waiter);
            if (!granted && waiter.bid().wasSent()) {
                remove();
            }
        }
    }

    /** In the background. The agent's next try waits for the answer: it would be refused, for this request still waits. */
    private void remove() {
        Bid bid = waiter.bid();
        CompletableFuture<Boolean> asked = new CompletableFuture<>();
        if (waiter.isQueued()) {
            upkeep.releases().background().noteRemoval(bid.lock(), asked);
        }
        upkeep.removals().remove(bid, () -> asked.complete(true));
    }

    /** Waits in memory for a place in the document, or for a use of a lease of this agent. */
    private Optional<LocalWaiter.Use> awaitPlace() throws InterruptedException {
        LockName lock = waiter.bid().lock();
        if (waiter.isInMemory()) {
            grants.serve(lock);
            grants.refusal(lock).ifPresent(acquiring::queued);
        }
        if (!waiter.awaitPlace(giveUpAt) && waiter.leaves()) {
            throw tooLong();
        }
        return waiter.handed();
    }

    private Grant awaitGrant() throws InterruptedException {
        Optional<Grant> grant = look();
        while (grant.isEmpty()) {
            if (!waiter.awaitReason(lookAt()) && isOver()) {
                throw tooLong();
            }
            grant = waiter.takeOffer();
            if (grant.isEmpty()) {
                grant = look();
            }
        }
        return grant.get();
    }

    private boolean isOver() {
        long now = server.now();
        return giveUpAt - now <= 0 && recallUntil - now <= 0;
    }

    private long lookAt() {
        long now = server.now();
        return giveUpAt - now > 0 ? giveUpAt : now + Math.min(LOOK.toNanos(), Math.max(0, recallUntil - now));
    }

    private RuntimeException tooLong() {
        return grants.refusal(waiter.bid().lock())
                .<RuntimeException>map(refused -> new LockNotAcquiredException(refused, longestWait))
                .or(() -> Optional.ofNullable(waiter.queue().refusal()).map(told -> told.apply(longestWait)))
                .orElseGet(() -> unavailable("MongoDB did not answer within the longest wait, " + longestWait, null));
    }

    /** The grant if there is one by now; queues, or queues again, where the request is not there. */
    private Optional<Grant> look() throws InterruptedException {
        while (true) {
            ServerCall call = server.untilAnswered(this::ask, () -> giveUpAt - server.now() <= 0);
            Optional<Snapshot> snapshot = answer(call);
            Optional<Grant> grant = Grant.of(waiter.bid(), call);
            if (grant.filter(Grant::isTouchedSince).isPresent()) {
                Optional<Grant> offer = waiter.takeOffer(); // by the answer to the later touch; else asks again
                if (offer.isPresent()) {
                    return offer;
                }
            } else if (grant.isPresent() || isQueued(snapshot, call)) {
                return grant;
            }
        }
    }

    private Optional<Snapshot> answer(ServerCall call) throws InterruptedException {
        return switch (call.reply()) {
            case Reply.Answered answered -> answered.snapshot();
            case Reply.Refused(RuntimeException cause) ->
                throw unavailable(DriverErrors.refusal("MongoDB refused the request", cause), cause);
            case Reply.Unknown(RuntimeException cause) -> {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                throw unavailable("MongoDB did not answer within the longest wait, " + longestWait, cause);
            }
        };
    }

    private ServerCall ask() throws InterruptedException {
        ServerCall earlier = first;
        first = null;
        if (earlier != null) {
            return earlier;
        }
        if (waiter.isCancelled()) {
            throw unavailable(Gate.CLOSED, null);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (waiter.isQueued()) {
            return server.send(waiter.bid().touch(), server.patience(giveUpAt));
        }
        if (waiter.bid().isContinued()) {
            throw new NotQueuedException();
        }
        awaitReleases();
        Optional<ServerCall> carried = mayBeCarried()
                ? carriedEnqueues.await(waiter, waiter.queue(), CARRIED, server.patience(giveUpAt))
                : Optional.empty();
        return carried.isPresent()
                ? carried.get()
                : server.enqueue(waiter.bid(), waiter.bid().enqueue(waiter.behind()), server.patience(giveUpAt));
    }

    /** Waits for the agent's background releases of the lock: a request that overtook one would queue behind its own agent's lease. */
    private void awaitReleases() throws InterruptedException {
        Duration left = Duration.ofNanos(giveUpAt - server.now());
        boolean ended = upkeep.releases().background().await(waiter.bid().lock(), left);
        if (waiter.isCancelled()) {
            throw unavailable(Gate.CLOSED, null);
        }
        if (!ended) {
            throw tooLong();
        }
    }

    /** Whether the answer shows the request in the queue. One that was dropped queues again; one that never got in cannot. */
    private boolean isQueued(Optional<Snapshot> snapshot, ServerCall call) throws InterruptedException {
        boolean wasQueued = waiter.isQueued();
        boolean queued = snapshot.flatMap(
                        each -> each.lock().waiter(waiter.bid().acquirer()))
                .isPresent();
        waiter.isQueued(queued);
        snapshot.ifPresent(lock -> waiter.saw(lock, call.stamp(), call.sentAt()));
        snapshot.flatMap(lock -> lock.lock().takenOut(waiter.bid().acquirer())).ifPresent(this::end);
        if (!queued && !wasQueued) {
            LockDocument lock = snapshot.orElseThrow().lock();
            if (!kept.awaits(lock, waiter.bid().request().capacity())) {
                throw refusal(lock);
            }
        }
        if (queued) {
            remember(snapshot.orElseThrow(), !wasQueued);
        }
        return queued;
    }

    /** An operator has ended the wait: the request is not asked again. */
    private void end(TakenOut takenOut) {
        throw new TakenOutException(waiter.bid().lock().value(), takenOut);
    }

    private void remember(Snapshot snapshot, boolean joined) {
        Attempt.Refused answer = Attempt.Refused.by(waiter.bid().lock(), snapshot);
        waiter.queue().heard(waited -> new LockNotAcquiredException(answer, waited), agentsIn(snapshot.lock()));
        boolean isKept = snapshot.lock().holders().stream().anyMatch(Holder::isKept);
        if (joined && isKept) {
            recallUntil = server.now() + upkeep.options().recallTime().toNanos();
        } else if (!isKept) {
            recallUntil = giveUpAt;
        }
        if (joined) {
            upkeep.renewals().keep(waiter, server.now());
            upkeep.listen().run();
            grants.recall(snapshot.lock(), waiter.bid());
            acquiring.queued(answer);
        }
    }

    /** How many agents share the queue of an exclusive lock; one for other locks, which are granted to many at once. */
    private int agentsIn(LockDocument lock) {
        return lock.capacity() > 1
                ? 1
                : (int) lock.queue().stream()
                        .map(waiter -> waiter.owner().agent())
                        .distinct()
                        .count();
    }

    private LockException refusal(LockDocument lock) {
        RequestKind asked = waiter.bid().kind();
        return lock.capacity() == asked.capacity()
                ? QueueFullException.of(lock, asked)
                : new CapacityMismatchException(lock.name(), lock.capacity(), asked.capacity());
    }

    /** Whether a release of this agent can carry the first enqueue: one comes before its turn if other callers of the agent are ahead. */
    private boolean mayBeCarried() {
        boolean sentBefore = waiter.bid().wasSent();
        boolean hurries = giveUpAt - server.now() < 10 * CARRIED.toNanos();
        return !sentBefore && !hurries && !waiter.queue().next().isEmpty();
    }

    private LockUnavailableException unavailable(String why, @Nullable Throwable cause) {
        return new LockUnavailableException(waiter.bid().lock().value(), why, cause);
    }
}

package io.lockkeeper.agent;

import com.mongodb.MongoException;
import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.RecentRefusals;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.keeping.KeptOfAnotherKind;
import io.lockkeeper.agent.keeping.RecallBudget;
import io.lockkeeper.agent.store.DriverErrors;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquires a lock without waiting, in one round trip unless the server leaves it unanswered. A lock that was refused a moment ago is
 * read first, which costs the server less than half of a change that changes nothing. If it is free by now, acquiring it takes a second
 * round trip.
 */
final class TryAcquire {

    private static final Logger log = LoggerFactory.getLogger(TryAcquire.class);

    private final Server server;
    private final LeaseUpkeep upkeep;
    private final Grants grants;
    private final KeptWait keptWait;
    private final RecentRefusals refusals;

    TryAcquire(LeaseUpkeep upkeep, Grants grants, LocalWaiters waiters) {
        this.server = upkeep.server();
        this.upkeep = upkeep;
        this.grants = grants;
        this.keptWait = new KeptWait(server, waiters, upkeep.listen());
        this.refusals = new RecentRefusals(server.ticker());
    }

    /** One try: the request, its acquirer, and until when it is repeated. */
    private record Trying(LockRequest asked, Acquiring acquiring, Bid bid, long giveUpAt, RecallBudget recall) {}

    Attempt attempt(LockRequest asked, Acquiring acquiring, RecallBudget recall) throws InterruptedException {
        Optional<Attempt> here = grants.attempt(asked, acquiring);
        return here.isPresent() ? here.get() : attemptThere(asked, acquiring, recall);
    }

    private Attempt attemptThere(LockRequest asked, Acquiring acquiring, RecallBudget recall)
            throws InterruptedException {
        long giveUpAt = server.now() + server.timeouts().answer().toNanos();
        upkeep.releases()
                .background()
                .awaitBeforeTry(asked.name(), server.timeouts().answer());
        if (upkeep.gate().isShut()) {
            // its closing ended that wait, and the lock may still be taken by a lease of this agent
            throw new LockUnavailableException(asked.name().value(), Gate.CLOSED, null);
        }
        Optional<Attempt> refusal = refusals.mayHold(asked.name()) ? refusalAgain(asked) : Optional.empty();
        return refusal.isPresent()
                ? refusal.get()
                : ask(new Trying(asked, acquiring, grants.bid(asked, acquiring), giveUpAt, recall));
    }

    /** The refusal, if a majority read shows that the lock is still taken. */
    private Optional<Attempt> refusalAgain(LockRequest asked) {
        try {
            return Optional.ofNullable(
                            server.read(List.of(asked.name())).get(asked.name().value()))
                    .filter(snapshot -> snapshot.isTaken(asked.kind().weight()))
                    .map(snapshot -> refused(asked, Attempt.Refused.by(asked.name(), snapshot), snapshot.lock()));
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            log.debug("{} could not be read, and is asked for", asked.name().value(), e);
            return Optional.empty();
        }
    }

    private Attempt ask(Trying trying) throws InterruptedException {
        upkeep.open().begin(trying.bid);
        try {
            return askUntilAnswered(trying);
        } catch (LockException e) {
            throw e; // it has undone what it left
        } catch (InterruptedException | RuntimeException | Error e) {
            undo(trying.bid);
            throw e;
        } finally {
            upkeep.open().end(trying.bid);
        }
    }

    private Attempt askUntilAnswered(Trying trying) throws InterruptedException {
        KeptOfAnotherKind kept = new KeptOfAnotherKind(server, trying.recall);
        ServerCall call = asked(trying);
        while (call.reply() instanceof Reply.Answered answered
                && kept.awaits(
                        answered.snapshot().orElseThrow().lock(),
                        trying.bid.request().capacity())) {
            call = asked(trying);
        }
        return attempt(trying, call);
    }

    private ServerCall asked(Trying trying) {
        return server.untilAnswered(
                () -> tryEnqueue(trying.bid, trying.recall),
                () -> Thread.currentThread().isInterrupted() || server.now() - trying.giveUpAt >= 0);
    }

    private Attempt attempt(Trying trying, ServerCall call) throws InterruptedException {
        return switch (call.reply()) {
            case Reply.Answered answered ->
                attempted(trying, call, answered.snapshot().orElseThrow());
            case Reply.Refused(RuntimeException cause) ->
                throw givenUp(trying.bid, DriverErrors.refusal("MongoDB refused the request", cause), cause);
            case Reply.Unknown(RuntimeException cause) -> {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                throw givenUp(
                        trying.bid,
                        "MongoDB did not answer within " + server.timeouts().answer(),
                        cause);
            }
        };
    }

    private ServerCall tryEnqueue(Bid bid, RecallBudget recall) {
        if (upkeep.gate().isShut()) {
            throw givenUp(bid, Gate.CLOSED, null);
        }
        return server.enqueue(
                bid, bid.tryEnqueue(recall.left()), server.timeouts().command());
    }

    private LockUnavailableException givenUp(Bid bid, String why, @Nullable Throwable cause) {
        undo(bid);
        return new LockUnavailableException(bid.lock().value(), why, cause);
    }

    /** Removes an entry that may still land. */
    private void undo(Bid bid) {
        if (bid.isUncertain()) {
            upkeep.removals().remove(bid);
        }
    }

    private Attempt attempted(Trying trying, ServerCall call, Snapshot snapshot) throws InterruptedException {
        Bid bid = trying.bid;
        LockDocument lock = snapshot.lock();
        Optional<Grant> grant = Grant.of(bid, call);
        if (grant.isPresent()) {
            return granted(trying, grant.get());
        }
        if (lock.waiter(bid.acquirer()).isPresent()) {
            return recalled(trying, call, snapshot);
        }
        if (bid.isUncertain()) {
            upkeep.removals()
                    .remove(bid); // its first enqueue may land after this refusal, and the lease would stay unnoticed
        }
        return refused(trying.asked, bid, snapshot);
    }

    private Attempt granted(Trying trying, Grant grant) {
        return grants.granted(trying.bid, grant, trying.asked, trying.acquiring)
                .<Attempt>map(Attempt.Granted::new)
                .orElseThrow(() -> new LockUnavailableException(
                        trying.asked.name().value(),
                        "it was granted, but the answer came after the lease's end",
                        null));
    }

    /** The first to want a lease that another agent keeps waits for it a while. */
    private Attempt recalled(Trying trying, ServerCall call, Snapshot snapshot) throws InterruptedException {
        Bid bid = trying.bid;
        long began = server.now();
        boolean over = false;
        try {
            KeptWait.Outcome outcome = keptWait.await(trying.asked, bid, call, snapshot, trying.recall.left());
            trying.recall.spend(Duration.ofNanos(server.now() - began));
            over = outcome.grant().isPresent();
            if (over) {
                return granted(trying, outcome.grant().get());
            }
            over = outcome.last().lock().waiter(bid.acquirer()).isEmpty() && !bid.isUncertain();
            return refused(trying.asked, bid, outcome.last());
        } finally {
            if (!over) {
                upkeep.removals().removeNow(bid);
            }
        }
    }

    private Attempt refused(LockRequest asked, Bid bid, Snapshot snapshot) {
        return refused(asked, Attempt.Refused.by(bid.lock(), bid.acquirer(), snapshot), snapshot.lock());
    }

    private Attempt refused(LockRequest asked, Attempt.Refused refused, LockDocument lock) {
        if (lock.capacity() != asked.kind().capacity()) {
            throw new CapacityMismatchException(
                    lock.name(), lock.capacity(), asked.kind().capacity());
        }
        if (QueueFullException.keepsFrom(lock, asked.kind())) {
            throw QueueFullException.of(lock, asked.kind());
        }
        refusals.refused(asked.name());
        return refused;
    }
}

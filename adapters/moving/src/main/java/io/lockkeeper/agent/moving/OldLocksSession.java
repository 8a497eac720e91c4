package io.lockkeeper.agent.moving;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.OuterLocks.Session;
import io.lockkeeper.agent.OuterLocks.Taking;
import io.lockkeeper.agent.store.DriverErrors;
import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.Awaiting;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/** The old locks of one agent: takes them, has each renewed, and releases what is left when the agent closes. */
final class OldLocksSession implements Session {

    private static final int DUPLICATE_KEY = 11000;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final OldCollection old;
    private final AgentTime time;
    private final OldLockKeeper keeper;
    private final Undoing undoing;
    private final String holders;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, OldLock> taken = new ConcurrentHashMap<>();
    private volatile boolean closed;

    OldLocksSession(OldCollection old, AgentTime time, String holders) {
        this.old = old;
        this.time = time;
        this.keeper = new OldLockKeeper(old, time);
        this.undoing = new Undoing(old, time);
        this.holders = holders;
    }

    @Override
    public Taking tryTake(LockRequest request, Duration timeout) {
        if (closed) {
            return new Taking.Unusable("the agent was closed", null);
        }
        String name = request.name().value();
        String holder = holders + Long.toString(numbers.incrementAndGet(), 36);
        try {
            return tryTake(name, holder, request.ttl().orElse(old.options().ttl()), old.within(timeout));
        } catch (MongoException e) {
            if (isDuplicate(e)) { // inserted at the same time by another client
                return old.within(timeout).find(name).map(this::notOurs).orElseGet(() -> new Taking.Unanswered(e));
            }
            if (DriverErrors.isUnknown(e)) {
                if (mayHaveBeenSent(e)) {
                    undoing.undo(name, holder, Duration.ZERO);
                }
                return new Taking.Unanswered(e);
            }
            return new Taking.Unusable(
                    DriverErrors.refusal("MongoDB refused a command on the old locks in " + old.namespace(), e), e);
        } catch (UnknownFormException e) {
            return new Taking.Unusable(String.valueOf(e.getMessage()), null);
        } catch (IllegalStateException e) {
            return new Taking.Unusable("the MongoClient of the old locks is closed", e);
        }
    }

    private Taking tryTake(String name, String holder, Duration lease, OldCollection within) {
        OldTerms terms = keeper.terms(within);
        Duration shortest = old.options().shortestTtl();
        Optional<Duration> tooShort = terms.indexTtl().filter(ttl -> ttl.compareTo(shortest) < 0);
        if (tooShort.isPresent()) {
            return new Taking.Unusable(tooShort(tooShort.get()), null);
        }
        long sentAt = time.nanos();
        Duration allowance = old.options().clockSkewAllowance();
        BsonDocument found = within.take(
                new OldForm.Take(name, holder, terms.indexTtl().orElse(lease), allowance, terms.expiring()));
        if (!old.isHeldBy(found, holder)) {
            return notOurs(found);
        }
        if (within.isDouble(name)) {
            undoing.undo(name, holder, Duration.ZERO);
            return new Taking.Unusable(
                    "more than one document in %s has its name, so that two clients could hold it; delete all but one"
                            .formatted(old.namespace()),
                    null);
        }
        Optional<Duration> ttl = old.form().ttl(lease, terms, found);
        return taken(new OldLock(name, holder, ttl, keeper.deadline(sentAt, ttl), time::nanos, this::release));
    }

    private Taking taken(OldLock lock) {
        taken.put(lock.holder(), lock);
        keeper.keep(lock);
        if (closed) {
            lock.release(Duration.ZERO); // the agent was closed meanwhile
            return new Taking.Unusable("the agent was closed", null);
        }
        return new Taking.Taken(lock);
    }

    private Taking notOurs(BsonDocument found) {
        return old.form()
                .shape()
                .misfit(found)
                .<Taking>map(why -> new Taking.Unusable(
                        "its document in %s %s: the form of %s does not show who holds it"
                                .formatted(old.namespace(), why, old.form().library()),
                        null))
                .orElseGet(() -> new Taking.Refused(old.form().heldBy(found)));
    }

    /** Whether the command may have been sent: not if no server or connection was found, as while MongoDB is unavailable. */
    private static boolean mayHaveBeenSent(MongoException e) {
        return e instanceof MongoOperationTimeoutException
                || !(e instanceof MongoTimeoutException || e instanceof MongoSocketOpenException);
    }

    private static boolean isDuplicate(MongoException e) {
        return e instanceof DuplicateKeyException
                || (e instanceof MongoCommandException && e.getCode() == DUPLICATE_KEY);
    }

    private String tooShort(Duration ttl) {
        return "the TTL index of %s frees old locks after %s; with a clock skew allowance of %s it must be at least %s"
                .formatted(
                        old.namespace(),
                        ttl,
                        old.options().clockSkewAllowance(),
                        old.options().shortestTtl());
    }

    /** Releases the lock, and returns whether it was held until now. An interrupt is kept for the caller. */
    private boolean release(OldLock lock, Duration atLeast) {
        boolean interrupted = Thread.interrupted();
        try {
            if (atLeast.isPositive() && !old.form().lingers() && !closed) {
                keeper.keepFor(lock, atLeast, () -> releaseNow(lock, Duration.ZERO));
                return true;
            }
            return releaseNow(lock, atLeast);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean releaseNow(OldLock lock, Duration atLeast) {
        keeper.forget(lock);
        taken.remove(lock.holder());
        try {
            return old.release(lock.name(), lock.holder(), atLeast);
        } catch (MongoException | IllegalStateException e) { // the latter if the client is closed
            undoing.undo(lock.name(), lock.holder(), atLeast);
            return false;
        }
    }

    @Override
    public void close() {
        closed = true;
        CompletableFuture<?>[] releases =
                taken.values().stream().map(this::releaseLater).toArray(CompletableFuture<?>[]::new);
        Awaiting.done(time.machine(), CompletableFuture.allOf(releases), CLOSE_WITHIN);
        undoing.close();
        keeper.close();
    }

    private CompletableFuture<Void> releaseLater(OldLock lock) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        time.machine()
                .virtual("lockkeeper-old-locks", () -> {
                    lock.release(Duration.ZERO);
                    releaseNow(lock, Duration.ZERO); // also a lock that is kept for its shortest hold
                    done.complete(null);
                })
                .start();
        return done;
    }
}

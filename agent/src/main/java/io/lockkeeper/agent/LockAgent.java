package io.lockkeeper.agent;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.calls.Identity;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.SystemTime;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

/**
 * Acquires locks for one service instance, renews them while they are held, and notifies their holders when one is lost.
 *
 * <pre>{@code
 * LockAgent agent = LockAgent.connect(mongoClient, "app", AgentOptions.forService("billing"));
 *
 * void send() throws InterruptedException {
 *     try (Lease lease = agent.acquire("send_sms")) {           // waits its turn, renews itself
 *         sms.send(batch, lease.token());
 *     }
 *     agent.tryAcquire("nightly-report").ifPresent(lease -> { try (lease) { report.run(); } });    // "no" is a value
 * }
 * }</pre>
 *
 * <p>A process normally has one agent. Safe for use by any number of threads, platform and virtual. The client stays yours: close it after
 * the agent. An agent has four threads, each started when it is first needed, and up to eight more while calls come faster than answers.
 */
public final class LockAgent implements AutoCloseable {

    private final ReopenableAgent life;
    private final LongConsumer continuesIn;

    LockAgent(ReopenableAgent life, LongConsumer continuesIn) {
        this.life = life;
        this.continuesIn = continuesIn;
    }

    /**
     * Checks the server, the client and the {@code locks} collection, prepares its index as the options say, and opens an agent. Takes at
     * most four times the answer timeout. Changes nothing in a collection that another program uses.
     *
     * @param client stays the caller's, must stay open longer than the agent, and may use at least two connections at a time
     * @param database the database in which all agents that share locks, and their console, find the {@code locks} collection
     * @throws UnsupportedServerException if the server is a standalone or older than 5.0, refuses the client or a privilege that
     *     locks need, or lacks the indexes that the options ask for, if another program uses the collection and no agent does, or if the
     *     client's pool has only one connection
     * @throws ServerUnavailableException if no primary answers in time
     * @throws IllegalArgumentException if the database is {@code admin}, {@code config} or {@code local}, the options' ttl is shorter than ten
     *     times their clock skew allowance, or they name {@linkplain AgentOptions#withOuterLocks outer locks} that the agent cannot use
     */
    public static LockAgent connect(MongoClient client, String database, AgentOptions options) {
        return new AgentConnector(client, database, options, Machine.JVM::nanos).open();
    }

    /**
     * As {@link #connect}, but asks the server nothing yet, so that a service can start without it. The first request has the agent check the
     * server; requests that arrive meanwhile await the same check, each no longer than its longest wait, a try no longer than the answer timeout.
     * A failed check counts for a second: requests are a {@link LockUnavailableException} where no server answered, and an
     * {@link UnsupportedServerException} where one did that is not fit, or the client is not. Indexes that cannot be prepared are then a warning.
     */
    public static LockAgent connectLater(MongoClient client, String database, AgentOptions options) {
        return new AgentConnector(client, database, options, Machine.JVM::nanos).openLater();
    }

    /** Opens an agent on locks that are stored elsewhere than in MongoDB, by a clock of one's own: for tests. Checks nothing. */
    public static LockAgent on(LockStore store, AgentOptions options, AgentTime time) {
        AgentOptions fit = options.requireFit();
        return new LockAgent(
                new ReopenableAgent(() -> {
                    AgentParts parts = AgentParts.of(
                            store, new Identity(fit.service(), fit.instance(), time.machine()), fit, time, null, null);
                    time.onMove(parts::clockMoved);
                    return parts;
                }),
                pid -> {});
    }

    /** As {@link #on(LockStore, AgentOptions, AgentTime)}, by the clock of a machine of one's own: for simulations. */
    public static LockAgent on(LockStore store, AgentOptions options, Machine machine) {
        return on(store, options, new SystemTime(machine::nanos, machine));
    }

    AgentParts parts() {
        return life.parts();
    }

    /** As {@link #acquire(LockRequest)}, for an exclusive lock of that name, however long the wait. */
    public Lease acquire(String name) throws InterruptedException {
        return acquire(LockRequest.of(name));
    }

    /**
     * Waits for its turn and returns the lease. While the server does not answer, the request waits on.
     *
     * @throws LockNotAcquiredException if the longest wait ended first; it names the holder
     * @throws LockUnavailableException if the server refused the command, had not answered when the longest wait ended, or
     *     the agent was closed meanwhile
     * @throws QueueFullException if the lock has as many waiters as it takes
     * @throws CapacityMismatchException if the lock is in use as one of another kind
     * @throws InterruptedException if the thread is interrupted; nothing of the request stays behind
     * @throws IllegalStateException if the agent is closed
     */
    public Lease acquire(LockRequest request) throws InterruptedException {
        try (ReopenableAgent.Inside inside = life.enter()) {
            return inside.parts().requests().acquire(request);
        }
    }

    /**
     * Waits for all of several locks, in the order of their names, and returns their leases. While it waits for one, it holds
     * those before it, so keep such sets small.
     *
     * @param requests of locks of different names; their own longest waits are not regarded
     * @param longestWait for all of them together
     * @throws LockException as {@link #acquire(LockRequest)} does; nothing is held then
     * @throws IllegalArgumentException if a lock is asked for twice, or none is
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    public LeaseSet acquireAll(Collection<LockRequest> requests, Duration longestWait) throws InterruptedException {
        try (ReopenableAgent.Inside inside = life.enter()) {
            return inside.parts().acquireAll().acquire(requests, longestWait);
        }
    }

    /**
     * The leases of several locks if all are free and have no waiters, without waiting.
     *
     * @throws LockException as {@link #attempt} does; nothing is held then
     * @throws IllegalArgumentException if a lock is asked for twice, or none is
     */
    public Optional<LeaseSet> tryAcquireAll(Collection<LockRequest> requests) {
        try (ReopenableAgent.Inside inside = life.enter()) {
            return inside.parts().acquireAll().tryAcquire(requests);
        }
    }

    /**
     * Acquires the free lock, of many, that has been idle longest, without waiting: for services that share many tasks and skip those that
     * another instance works on. One round trip reads all locks, and each lock that is tried costs one more; another instance may
     * acquire a lock in between.
     *
     * @param requests of locks of different names; those never used come first, in the order given
     * @return nothing if all of them are in use
     * @throws LockException as {@link #attempt} does
     */
    public Optional<Lease> tryAcquireLongestIdle(Collection<LockRequest> requests) {
        try (ReopenableAgent.Inside inside = life.enter()) {
            return inside.parts().longestIdle().tryAcquire(requests);
        }
    }

    /**
     * As {@link #acquire(LockRequest)}, without blocking the caller's thread. Cancelling the future gives the request up; a lease that is
     * granted nevertheless is released.
     *
     * @return completes with the lease, or with what {@code acquire} would throw
     */
    public CompletableFuture<Lease> acquireAsync(LockRequest request) {
        AgentParts open = life.parts();
        open.gate().enter();
        LockObserver.Acquiring acquiring = open.requests().begin(request);
        return AsyncAcquire.run(
                open.upkeep().server().machine(),
                () -> open.requests().acquire(request, acquiring),
                open.gate()::leave);
    }

    /**
     * Waits for its turn, does the work, and releases.
     *
     * @return what the work returned, if the lock was held to its end
     * @throws LeaseLostException if the work returned, but the lease had been lost before: somebody else may have had the lock
     *     meanwhile
     * @throws E what the work throws; a loss of the lease is then among its suppressed exceptions
     * @throws InterruptedException if the thread is interrupted while it waits for its turn
     * @throws LockException as {@link #acquire(LockRequest)} does, before the work begins
     */
    public <T, E extends Exception> T withLock(LockRequest request, LockedWork<T, E> work)
            throws E, InterruptedException {
        return WithLock.with(
                acquire(request), work, request.isReleasedInBackground() ? WithLock::closed : Lease::release);
    }

    /** As {@link #withLock(LockRequest, LockedWork)}, for an exclusive lock of that name. */
    public <T, E extends Exception> T withLock(String name, LockedWork<T, E> work) throws E, InterruptedException {
        return withLock(LockRequest.of(name), work);
    }

    /** The lease if the lock is free and has no waiters, without waiting; see {@link #attempt}. */
    public Optional<Lease> tryAcquire(String name) {
        return attempt(LockRequest.of(name)).lease();
    }

    /** The lease if the lock is free and has no waiters, without waiting; see {@link #attempt}. */
    public Optional<Lease> tryAcquire(LockRequest request) {
        return attempt(request).lease();
    }

    /** As {@link #tryAcquire(LockRequest, Duration)}, for an exclusive lock of that name. */
    public Optional<Lease> tryAcquire(String name, Duration longestWait) throws InterruptedException {
        return tryAcquire(LockRequest.of(name), longestWait);
    }

    /**
     * Waits for its turn, but not longer than given: as {@link #acquire(LockRequest)}, where the end of the wait is an answer and no exception.
     *
     * @param longestWait in place of the one in the request; zero does not wait
     * @return nothing if the lock was not granted in time
     * @throws LockException as {@link #acquire(LockRequest)} does, but for the end of the wait
     * @throws InterruptedException if the thread is interrupted; nothing of the request stays behind
     */
    public Optional<Lease> tryAcquire(LockRequest request, Duration longestWait) throws InterruptedException {
        try {
            return Optional.of(acquire(request.withLongestWait(longestWait)));
        } catch (LockNotAcquiredException inUse) {
            return Optional.empty();
        }
    }

    /**
     * Takes the lock if it is free and has no waiters, and says who holds it otherwise. One round trip; a longest wait
     * in the request is not regarded.
     *
     * @throws LockUnavailableException if the server refused the command, or did not answer within the answer timeout; what
     *     the request left is undone in the background
     * @throws QueueFullException if only the bound of 500 holders keeps the lock from the request
     * @throws CapacityMismatchException if the lock is in use as one of another kind
     * @throws IllegalStateException if the agent is closed
     */
    public Attempt attempt(LockRequest request) {
        try (ReopenableAgent.Inside inside = life.enter()) {
            return inside.parts().requests().attempt(request);
        }
    }

    /**
     * Names a command that this process has started and that keeps running under its leases if this process is killed: a host agent then renews
     * them, for an hour at most, and frees them when both have ended. Only of an agent with {@link AgentOptions#withCommand}.
     *
     * @param pid of the command's process
     */
    public void continuesIn(long pid) {
        continuesIn.accept(pid);
    }

    /** The options that the agent was connected with. */
    public AgentOptions options() {
        return life.parts().upkeep().options();
    }

    /**
     * Who holds the lock now, without asking for it: one majority read on the primary, so what it shows has happened, and may
     * be over when the caller reads it.
     *
     * @return empty if the lock is free; an evicted holder until it has stopped
     * @throws LockUnavailableException if the server did not answer in time
     * @throws IllegalStateException if the agent is closed
     */
    public List<HeldBy> heldBy(String name) {
        return heldBy(name, options().answerTimeout());
    }

    /** As {@link #heldBy(String)}, for a caller that waits for the answer no longer than given, and as long as one command at least gets. */
    public List<HeldBy> heldBy(String name, Duration longest) {
        LockRequest request = LockRequest.of(name);
        try (ReopenableAgent.Inside inside = life.enter()) {
            return inside.parts().requests().heldBy(request, longest);
        }
    }

    /** The agent's leases, waiters and state; another monitor after {@link #reopen()}. */
    public AgentMonitor monitor() {
        return life.parts().monitor();
    }

    /**
     * Refuses new requests and those that wait, and gives the holders time to release what they hold, which is renewed until
     * then. Closes after that, or when the time is over.
     *
     * @param grace how long to wait for the holders at most
     * @return whether all was released by its holders
     */
    public boolean close(Duration grace) {
        return life.close(grace);
    }

    /**
     * Closes the agent: refuses new requests, refuses those that wait (their callers get a {@link LockUnavailableException}),
     * awaits requests that are under way, notifies every holder, and releases every lease. What a request is granted meanwhile is
     * given back before its caller gets a {@link LockUnavailableException}.
     *
     * <p>Works also on an interrupted thread, and returns within some seconds also when the server does not answer; what could
     * not be released then ends by its expiry. A call on another thread returns when the agent is closed; further calls do
     * nothing.
     */
    @Override
    public void close() {
        life.close();
    }

    /**
     * Opens a closed agent again, with the same options and client: for frameworks that stop and start what they hold. It starts as a new
     * agent: leases that it lost stay lost. Does nothing if it is open.
     */
    public void reopen() {
        life.reopen();
    }

    @Override
    public String toString() {
        return "LockAgent[%s, %s]".formatted(options().service(), options().instance());
    }
}

package io.lockkeeper.agent;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes locks for one service instance, keeps them while they are needed, and tells when one is lost.
 *
 * <pre>{@code
 * LockAgent agent = LockAgent.connect(mongoClient, "app", AgentOptions.forService("billing"));
 *
 * try (Lease lease = agent.acquire("send_sms")) {               // waits its turn, renews itself
 *     sms.send(batch, lease.token());
 * }
 * agent.tryAcquire("nightly-report").ifPresent(lease -> { try (lease) { report.run(); } });    // "no" is a value
 * }</pre>
 *
 * <p>Normally there is one agent a process. Safe for use by any number of threads, platform and virtual. The client stays
 * the caller's: close it after the agent. An agent has four threads of its own at the most, each started when it is first
 * needed, whatever the number of leases.
 */
public final class LockAgent implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LockAgent.class);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final Calls calls;
    /** For deadlines alone: nothing that runs here waits for the network. */
    private final Alarms deadlines = new Alarms("lockkeeper-deadlines");

    private final Alarms background = new Alarms("lockkeeper-background");
    private final Waits waits = new Waits();
    private final Renewals renewals;
    private final Removals removals;
    private final Leases leases;
    private final Tries tries;
    private final Queueing queueing;
    private final Together together;
    private final Rotation rotation;
    private final WakeStream stream;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LockAgent(LockStore store, Identity identity, AgentOptions options, LongSupplier ticker) {
        calls = new Calls(options, identity, ticker, store);
        renewals = new Renewals(calls);
        removals = new Removals(calls, background);
        stream = new WakeStream(store.collection(), identity.agent(), this::needsStream, this::lookAtAll, this::lookAt);
        leases = new Leases(calls, deadlines, renewals, removals, stream::listen);
        tries = new Tries(calls, removals, leases);
        queueing = new Queueing(calls, waits, renewals, removals, leases, stream::listen);
        together = new Together(ticker, queueing, tries);
        rotation = new Rotation(calls, tries);
    }

    /**
     * Checks the server, prepares the {@code locks} collection's indexes as the options say, and opens an agent. Takes at most
     * twice the answer timeout.
     *
     * @param client stays the caller's, and must stay open longer than the agent
     * @param database the database in which all agents that share locks, and their console, find the {@code locks} collection
     * @throws UnsupportedServerException if the server does not answer in time, is a standalone or older than 5.0, or lacks
     *     the indexes that the options ask for
     */
    public static LockAgent connect(MongoClient client, String database, AgentOptions options) {
        return connect(client, database, options, System::nanoTime);
    }

    static LockAgent connect(MongoClient client, String databaseName, AgentOptions options, LongSupplier ticker) {
        MongoDatabase database = client.getDatabase(databaseName);
        ServerCheck check = new ServerCheck(database, options.answerTimeout());
        check.requireSupported();
        LockStore store = new LockStore(client, database);
        check.prepare(options.indexes(), store.collection());
        LockAgent agent = new LockAgent(store, new Identity(options), options, ticker);
        new ClockWatch(database, options, ticker, agent.background).start();
        return agent;
    }

    /**
     * Waits for its turn, however long, and returns the lease.
     *
     * @throws InterruptedException if the thread is interrupted; nothing of the request stays behind
     * @throws LockException as {@link #acquire(LockRequest)} does
     */
    public Lease acquire(String name) throws InterruptedException {
        return acquire(LockRequest.of(name));
    }

    /**
     * Waits for its turn and returns the lease. While the server does not answer, the request waits on.
     *
     * @throws LockNotAcquiredException if the longest wait ran out; it names the holder
     * @throws LockUnavailableException if the server refused the command, had not answered when the longest wait ran out, or
     *     the agent was closed meanwhile
     * @throws QueueFullException if the lock has as many waiters as it takes
     * @throws CapacityMismatchException if the lock is in use as one of another kind
     * @throws InterruptedException if the thread is interrupted; nothing of the request stays behind
     * @throws IllegalStateException if the agent is closed
     */
    public Lease acquire(LockRequest request) throws InterruptedException {
        requireOpen();
        if (request.longestWait().filter(Duration::isZero).isPresent()) {
            return switch (tries.attempt(request)) {
                case Attempt.Granted granted -> granted.granted();
                case Attempt.Refused refused -> throw new LockNotAcquiredException(refused, Duration.ZERO);
            };
        }
        return queueing.acquire(request);
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
        requireOpen();
        return together.acquire(requests, longestWait);
    }

    /**
     * The leases of several locks if all are free and nobody waits for them, without waiting.
     *
     * @throws LockException as {@link #attempt} does; nothing is held then
     * @throws IllegalArgumentException if a lock is asked for twice, or none is
     */
    public Optional<LeaseSet> tryAcquireAll(Collection<LockRequest> requests) {
        requireOpen();
        return together.tryAcquire(requests);
    }

    /**
     * Of many locks the free one that has been idle longest, without waiting: for services that compete to work through many
     * things in turn, and skip what another instance works on. One round trip to look at all, one for each lock that is tried;
     * another instance may take a lock in between, which costs one more.
     *
     * @param requests of locks of different names; those never used come first, in the order given
     * @return nothing if all of them are in use
     * @throws LockException as {@link #attempt} does
     */
    public Optional<Lease> tryAcquireLongestIdle(Collection<LockRequest> requests) {
        requireOpen();
        return rotation.tryAcquire(requests);
    }

    /**
     * As {@link #acquire(LockRequest)}, without a thread of the caller that waits. To cancel the future gives the request up;
     * a lease that comes nevertheless is released.
     *
     * @return completes with the lease, or with what {@code acquire} would throw
     */
    public CompletableFuture<Lease> acquireAsync(LockRequest request) {
        requireOpen();
        return Later.run(() -> acquire(request));
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
        return Working.with(acquire(request), work);
    }

    /** As {@link #withLock(LockRequest, LockedWork)}, for an exclusive lock of that name. */
    public <T, E extends Exception> T withLock(String name, LockedWork<T, E> work) throws E, InterruptedException {
        return withLock(LockRequest.of(name), work);
    }

    /** The lease if the lock is free and nobody waits for it, without waiting; see {@link #attempt}. */
    public Optional<Lease> tryAcquire(String name) {
        return attempt(LockRequest.of(name)).lease();
    }

    /** The lease if the lock is free and nobody waits for it, without waiting; see {@link #attempt}. */
    public Optional<Lease> tryAcquire(LockRequest request) {
        return attempt(request).lease();
    }

    /**
     * Takes the lock if it is free and nobody waits for it, and says who holds it otherwise. One round trip; a longest wait
     * in the request is not regarded.
     *
     * @throws LockUnavailableException if the server refused the command, or did not answer within the answer timeout; whatever
     *     the request left is undone in the background
     * @throws CapacityMismatchException if the lock is in use as one of another kind
     * @throws IllegalStateException if the agent is closed
     */
    public Attempt attempt(LockRequest request) {
        requireOpen();
        return tries.attempt(request);
    }

    /**
     * Who holds the lock now, without asking for it: one majority read on the primary, so what it shows has happened, and may
     * be over when the caller reads it.
     *
     * @return nobody if the lock is free; an evicted holder until it has stopped
     * @throws LockUnavailableException if the server did not answer in time
     * @throws IllegalStateException if the agent is closed
     */
    public List<HeldBy> heldBy(String name) {
        requireOpen();
        return tries.heldBy(LockRequest.of(name));
    }

    /**
     * Works also on an interrupted thread. Releases every lease, after telling its holder, and cancels every wait: those callers get a
     * {@link LockUnavailableException}. Returns within some seconds also when the server does not answer; what could not be
     * released then ends by its expiry. Further calls do nothing.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // would cut off the releases, which are what is still to be done
        try {
            releaseAll();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void releaseAll() {
        stream.close();
        renewals.close();
        List<Bid> open = new ArrayList<>(leases.close());
        waits.close().forEach(wait -> open.add(wait.bid()));
        removals.removeAll(open);
        removals.close(CLOSE_WITHIN);
        deadlines.stop(Duration.ZERO);
        log.debug("Closed with {} leases and waits", open.size());
    }

    private boolean needsStream() {
        return !waits.isEmpty() || leases.hasLongHeld();
    }

    /** The stream was opened: what happened before, nobody heard. */
    private void lookAtAll() {
        waits.all().forEach(Wait::hint);
        lookForEvictions(leases.longHeld());
    }

    private void lookAt(String acquirer) {
        waits.find(acquirer).ifPresent(Wait::hint);
        lookForEvictions(leases.find(acquirer).stream().toList());
    }

    private void lookForEvictions(Collection<HeldLease> concerned) {
        if (!concerned.isEmpty()) {
            background.after(Duration.ZERO, () -> leases.lookForEvictions(concerned));
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("The agent is closed");
        }
    }
}

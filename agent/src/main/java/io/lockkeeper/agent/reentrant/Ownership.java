package io.lockkeeper.agent.reentrant;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.LockUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An owner of locks that is not a thread: a handle that you pass to everything that works on one task, on any number of threads, executors
 * and virtual threads. Code with the handle enters the locks that it holds again, without a round trip and under the same token; everybody
 * else waits.
 *
 * <pre>{@code
 * Ownership order = Ownership.of(agent, "order 17");
 *
 * void process() throws InterruptedException, ExecutionException {
 *     try (OwnershipEntry entry = order.acquire(LockRequest.of("order:17"))) {    // the first entry acquires the lease
 *         executor.submit(() -> book(order)).get();                      // may acquire "order:17" again
 *     }                                                                  // the last exit releases it
 * }
 * }</pre>
 *
 * <p>It does not keep those inside apart from each other. A lock that is not held uses no memory here. Safe for use by any number of threads.
 */
public final class Ownership {

    private static final Logger log = LoggerFactory.getLogger(Ownership.class);
    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final LockAgent agent;
    private final String label;
    /** Never held while a thread waits for the network. */
    private final ReentrantLock guard = new ReentrantLock();

    private final Map<String, Hold> holds = new HashMap<>();

    private Ownership(LockAgent agent, String label) {
        this.agent = agent;
        this.label = label;
    }

    /**
     * A new ownership that holds nothing.
     *
     * @param label what it is for; operators see it as the note of requests that have none. May be empty
     */
    public static Ownership of(LockAgent agent, String label) {
        return new Ownership(agent, label);
    }

    /**
     * Enters the lock: at once if this ownership holds it, else when it is its turn. Of several first entries at the same time
     * one acquires the lease, and the others wait for it with their own longest waits.
     *
     * @throws LeaseLostException if the lease is lost and not all have left it yet
     * @throws IllegalStateException if the lock is held to read and asked for to write, which would wait forever; or held as
     *     another kind; or the agent is closed
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws LockException as {@link LockAgent#acquire(LockRequest)} does
     */
    public OwnershipEntry acquire(LockRequest request) throws InterruptedException {
        long askedAt = System.nanoTime();
        LockRequest asked = noted(request);
        while (true) {
            Hold mine = new Hold(asked);
            Hold hold = claim(mine, asked);
            LockRequest next = asked;
            Optional<OwnershipEntry> entry =
                    hold == mine ? open(mine, asked, () -> Optional.of(agent.acquire(next))) : join(hold, asked);
            if (entry.isPresent()) {
                return entry.get();
            }
            asked = whatIsLeft(noted(request), askedAt);
        }
    }

    /**
     * Enters the lock if this ownership holds it, or if it is free and has no waiters; without waiting.
     *
     * @throws LeaseLostException as {@link #acquire} does
     * @throws IllegalStateException as {@link #acquire} does
     * @throws LockException as {@link LockAgent#attempt} does
     */
    public Optional<OwnershipEntry> tryAcquire(LockRequest request) {
        LockRequest asked = noted(request);
        while (true) {
            Hold mine = new Hold(asked);
            Hold hold = claim(mine, asked);
            if (hold == mine) {
                return open(mine, asked, () -> agent.tryAcquire(asked));
            }
            if (!hold.isSettled()) {
                return Optional.empty();
            }
            Optional<OwnershipEntry> entry = enter(hold, asked);
            if (entry.isPresent()) {
                return entry;
            }
        }
    }

    /** The locks that it holds, and the names of the threads that entered each, in that order. */
    public Map<String, List<String>> inside() {
        return guarded(() -> {
            Map<String, List<String>> inside = new TreeMap<>();
            holds.forEach((name, hold) -> inside.put(name, hold.enteredBy()));
            inside.values().removeIf(List::isEmpty);
            return inside;
        });
    }

    boolean leave(OwnershipEntry entry) {
        Hold hold = entry.hold();
        Hold.After after = guarded(() -> {
            Hold.After next = hold.leave(entry);
            if (next == Hold.After.RELEASE) {
                holds.remove(hold.name());
            }
            return next;
        });
        return switch (after) {
            case RELEASE -> entry.lease().release();
            case DOWNGRADE -> downgrade(entry.lease());
            case NOTHING -> entry.lease().isHeld();
        };
    }

    /** The hold that exists already, or the caller's, which the caller must then open or abandon. */
    private Hold claim(Hold mine, LockRequest asked) {
        return guarded(() -> {
            Hold there = holds.putIfAbsent(mine.name(), mine);
            if (there == null) {
                return mine;
            }
            there.requireCovers(asked);
            return there;
        });
    }

    private <E extends Exception> Optional<OwnershipEntry> open(
            Hold hold, LockRequest asked, Acquisition<E> acquisition) throws E {
        Optional<Lease> lease = Optional.empty();
        try {
            lease = acquisition.run();
        } finally {
            if (lease.isEmpty()) {
                abandon(hold);
            }
        }
        return lease.map(granted -> guarded(() -> {
            OwnershipEntry entry = hold.enter(this, asked, granted);
            hold.settle();
            return entry;
        }));
    }

    /** Gives the hold up: those that wait for its lease try again, and the first of them acquires it. */
    private void abandon(Hold hold) {
        guarded(() -> {
            holds.remove(hold.name());
            hold.settle();
            return hold;
        });
    }

    private Optional<OwnershipEntry> join(Hold hold, LockRequest asked) throws InterruptedException {
        Duration longestWait = asked.longestWait().orElse(FOR_EVER);
        if (!hold.awaitSettled(longestWait)) {
            Attempt.Refused refused = new Attempt.Refused(asked.name(), agent.heldBy(hold.name(), Duration.ZERO), 1);
            throw new LockNotAcquiredException(refused, longestWait);
        }
        return enter(hold, asked);
    }

    /** An entry into the hold; empty if all have left meanwhile. */
    private Optional<OwnershipEntry> enter(Hold hold, LockRequest asked) {
        return guarded(() -> {
            if (holds.get(hold.name()) != hold) {
                return Optional.empty();
            }
            if (!hold.lease().isHeld()) {
                throw OwnershipEntry.lost(hold.lease());
            }
            hold.requireCovers(asked);
            return Optional.of(hold.enter(this, asked, hold.lease()));
        });
    }

    private static boolean downgrade(Lease lease) {
        boolean interrupted =
                Thread.interrupted(); // would cut off the call, and is no reason to keep other readers out
        try {
            lease.downgrade();
        } catch (LeaseLostException e) {
            return false;
        } catch (LockUnavailableException e) {
            log.warn("Readers elsewhere may have to wait until it is released", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return lease.isHeld();
    }

    private LockRequest noted(LockRequest request) {
        return request.note().isEmpty() ? request.withNote(label) : request;
    }

    private static LockRequest whatIsLeft(LockRequest request, long askedAt) {
        Duration waited = Duration.ofNanos(System.nanoTime() - askedAt);
        return request.longestWait()
                .map(longest -> longest.minus(waited))
                .map(left -> request.withLongestWait(left.isNegative() ? Duration.ZERO : left))
                .orElse(request);
    }

    /** Acquires a lease, with or without waiting. */
    private interface Acquisition<E extends Exception> {
        Optional<Lease> run() throws E;
    }

    private <T> T guarded(Supplier<T> action) {
        guard.lock();
        try {
            return action.get();
        } finally {
            guard.unlock();
        }
    }

    @Override
    public String toString() {
        return "Ownership[%s, %s]".formatted(label, inside());
    }
}

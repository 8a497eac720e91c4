package io.lockkeeper.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One grant of a lock, held until it is released or lost. Safe for use by any number of threads, not only the one that acquired it.
 *
 * <p>A lease is a claim with an end. Between the moment in which it is lost and the moment in which its holder notices,
 * somebody else may hold the lock: give {@link #token()} to what the lock protects, and let that refuse a token lower
 * than one it has seen.
 */
public interface Lease extends AutoCloseable {

    /** The lock's name. */
    String name();

    /** The fencing token: greater than that of every earlier lease of this lock. */
    long token();

    /**
     * When the lease was granted, by the server's clock. Accurate to a few milliseconds until the first renewal, and exact from then on.
     */
    Instant acquiredAt();

    /** The time until the lease is lost unless it is renewed; zero once it has ended. Counted on this machine's monotonic clock. */
    Duration remaining();

    /** Whether the lease is held now. Compares the clock at each call and needs no network. */
    boolean isHeld();

    /** Why the lease was lost; empty while it is held and after it was released. */
    Optional<LeaseLoss> loss();

    /**
     * Renews the lease for its ttl from now. Leases renew themselves unless {@link LockRequest#withManualRenewal()} was
     * asked for; calling this is then harmless.
     *
     * @throws LeaseLostException if the lease has ended
     * @throws LockUnavailableException if the server did not answer in time; the lease is still held until {@link #remaining()} is
     *     zero, and may be renewed by another call
     */
    void renew();

    /**
     * Atomically downgrades a write lease to a read lease: no other writer comes in between, and waiting readers have the
     * lock too. The token stays. Calling it again is harmless.
     *
     * @throws IllegalStateException if the lease is not one to write
     * @throws LeaseLostException if the lease has ended
     * @throws LockUnavailableException if the server did not answer in time; the lease is still held, to write or to read, and
     *     another call settles it
     */
    void downgrade();

    /**
     * Moves the longest hold: the lease is lost that long from now, unless it has ended before. Replaces what its request or an
     * earlier call said, and needs no network.
     *
     * @throws IllegalArgumentException if it is not positive
     * @throws LeaseLostException if the lease has ended
     */
    void holdAtMost(Duration fromNow);

    /**
     * Moves the shortest hold: the lock stays taken for that long from now, also if it is released before. Replaces what its
     * request or an earlier call said, and needs no network before the release.
     *
     * @throws IllegalArgumentException if it is negative or longer than 24 hours
     * @throws LeaseLostException if the lease has ended
     */
    void holdAtLeast(Duration fromNow);

    /**
     * Releases the lock and hands it to the next waiter. Works also on an interrupted thread. Never releases a lease of somebody else.
     *
     * @return whether the lease was held to its end: the release was acknowledged before the lease was lost. After
     *     {@code false} somebody else may have held the lock before this call. Further calls return the same.
     */
    boolean release();

    /**
     * As {@link #release()}, without waiting for the server: the agent sends the release at once, in its next batch, and repeats it like one
     * that is waited for. {@link #isHeld()} is false from the call on. Later requests of this agent for the lock go behind the release, and
     * {@link LockAgent#close()} awaits it. If the process dies before the release has left, the lock stays taken for what is left of the ttl.
     *
     * @return completes, on a thread of its own, with what {@code release()} would return; never exceptionally
     */
    CompletableFuture<Boolean> releaseAsync();

    /**
     * Releases the lease if it is still held; without waiting for the server if its request says so
     * ({@link LockRequest#withBackgroundRelease()}).
     */
    @Override
    void close();

    /**
     * Adds a listener for the loss of this lease; called at once if it is lost already, never after a release. Called on a
     * thread of its own.
     */
    void onLoss(LeaseListener listener);

    /**
     * Reports that {@link #token()} was refused as stale, by a resource that checks tokens itself: the console then shows operators that
     * this process still acts although it has lost the lease. Guarded collections, tables and fences report it themselves. Changes nothing
     * else, needs no network, and does nothing while the lease is held.
     */
    default void refusedAsStale() {}
}

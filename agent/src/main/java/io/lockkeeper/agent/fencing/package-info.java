/**
 * Fencing: what a lock protects refuses the late write of a holder that has lost its lease and does not know it yet.
 * Several writes that belong together: {@link io.lockkeeper.agent.fencing.Fences} and
 * {@link io.lockkeeper.agent.fencing.JdbcFences}; one document or row: {@link io.lockkeeper.agent.fencing.GuardedCollection} and
 * {@link io.lockkeeper.agent.fencing.GuardedTable}.
 *
 * <p>All of it is for leases of which one at a time is live: an exclusive lock's, or the writer's of a read-write lock. Holders
 * that share a lock (readers, a semaphore's) have different tokens at the same time, and the one with the lower token would be
 * refused although it is live. A fence field belongs to one lock: tokens of different locks do not compare.
 */
@NullMarked
package io.lockkeeper.agent.fencing;

import org.jspecify.annotations.NullMarked;

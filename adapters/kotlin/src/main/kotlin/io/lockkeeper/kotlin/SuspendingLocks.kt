package io.lockkeeper.kotlin

import io.lockkeeper.agent.Lease
import io.lockkeeper.agent.LeaseLostException
import io.lockkeeper.agent.LockAgent
import io.lockkeeper.agent.LockNotAcquiredException
import io.lockkeeper.agent.LockRequest
import kotlin.coroutines.resumeWithException
import kotlin.time.Duration
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.cancel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.future.await
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withContext

/** An agent for coroutines: they suspend while they wait, and no thread of theirs is blocked. */
public class SuspendingLocks(private val agent: LockAgent) {

    /**
     * The lease, when the lock is granted; release it with [release]. A coroutine that is cancelled while it waits withdraws its request, and a
     * lease that was granted meanwhile is released. Throws what [LockAgent.acquire] does.
     */
    public suspend fun acquire(request: LockRequest): Lease = suspendCancellableCoroutine { waiting ->
        val asked = agent.acquireAsync(request)
        waiting.invokeOnCancellation { asked.cancel(false) }
        asked.whenComplete { lease, failure ->
            if (failure == null) {
                waiting.resume(lease) { _, late, _ -> late.releaseAsync() }
            } else {
                waiting.resumeWithException(failure)
            }
        }
    }

    /** The lease of the exclusive lock of that name, when it is granted. */
    public suspend fun acquire(name: String): Lease = acquire(LockRequest.of(name))

    /** The lease if it is granted within the longest wait; null if not. By default it does not wait, and waiters go first. */
    public suspend fun tryAcquire(request: LockRequest, longestWait: Duration = Duration.ZERO): Lease? =
        try {
            acquire(request.withLongestWait(longestWait))
        } catch (_: LockNotAcquiredException) {
            null
        }

    /** Whether the lease was held to its end. Also a cancelled coroutine waits for that. */
    public suspend fun release(lease: Lease): Boolean =
        withContext(NonCancellable) { lease.releaseAsync().await() }

    /**
     * Does the work under the lock, and releases when it has ended, failed or been cancelled. If the lease is lost meanwhile, the work is cancelled,
     * and this throws a [LeaseLostException]; what the work throws itself has that among its suppressed exceptions.
     */
    public suspend fun <T> withLock(request: LockRequest, work: suspend (Lease) -> T): T {
        val lease = acquire(request)
        val result = try {
            untilLost(lease, work)
        } catch (failure: Throwable) {
            if (!release(lease) && failure !is LeaseLostException) {
                failure.addSuppressed(lost(lease))
            }
            throw failure
        }
        if (!release(lease)) {
            throw lost(lease)
        }
        return result
    }

    /** Does the work under the exclusive lock of that name. */
    public suspend fun <T> withLock(name: String, work: suspend (Lease) -> T): T = withLock(LockRequest.of(name), work)

    private suspend fun <T> untilLost(lease: Lease, work: suspend (Lease) -> T): T =
        try {
            coroutineScope {
                lease.onLoss { _, loss -> cancel("Lock \"${lease.name()}\" is no longer held: $loss") }
                work(lease)
            }
        } catch (cancelled: CancellationException) {
            currentCoroutineContext().ensureActive() // cancelled from outside
            throw if (lease.loss().isPresent) lost(lease) else cancelled
        }

    private fun lost(lease: Lease) = LeaseLostException(lease.name(), lease.loss())
}

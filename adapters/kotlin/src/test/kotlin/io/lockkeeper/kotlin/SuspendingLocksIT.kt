package io.lockkeeper.kotlin

import io.lockkeeper.agent.AgentOptions
import io.lockkeeper.agent.Lease
import io.lockkeeper.agent.LeaseLostException
import io.lockkeeper.agent.LockAgent
import io.lockkeeper.agent.LockRequest
import io.lockkeeper.test.MongoServer
import java.io.IOException
import java.time.Duration
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.awaitility.Awaitility.await
import org.bson.Document
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

/** Coroutines that take locks, and another service beside them. */
@Timeout(60)
class SuspendingLocksIT {

    private val database = MongoServer.shared().freshDatabase()
    private val agent = agent("billing")
    private val other = agent("other")
    private val locks = SuspendingLocks(agent)

    @AfterEach
    fun close() {
        agent.close()
        other.close()
        database.drop()
    }

    @Test
    fun theBlockRunsUnderTheLockAndTheLockIsFreeAfterwards() = test {
        val result = locks.withLock("sms") { lease ->
            assertThat(other.tryAcquire("sms")).isEmpty()
            assertThat(lease.isHeld()).isTrue()
            "sent"
        }
        assertThat(result).isEqualTo("sent")
        assertFree("sms")
    }

    @Test
    fun coroutinesRunTheBlockOneAfterTheOther() = test {
        val inside = AtomicInteger()
        val most = (1..20).map {
            async(Dispatchers.Default) {
                locks.withLock("sms") {
                    val now = inside.incrementAndGet()
                    yield()
                    inside.decrementAndGet()
                    now
                }
            }
        }.awaitAll().max()
        assertThat(most).isEqualTo(1)
    }

    @Test
    fun aWaitThatRanOutIsNull() = test {
        val held = other.acquire("sms")
        assertThat(locks.tryAcquire(LockRequest.of("sms"), 50.milliseconds)).isNull()
        held.release()
        assertThat(locks.tryAcquire(LockRequest.of("sms"), 50.milliseconds)).isNotNull()
    }

    @Test
    fun aCancelledWaiterLeavesTheQueue() = test {
        val held = other.acquire("sms")
        val waiting = launch(Dispatchers.Default) { locks.withLock("sms") { } }
        await().until { queued("sms") == 1 }
        waiting.cancelAndJoin()
        await().until { queued("sms") == 0 }
        held.release()
        assertFree("sms")
    }

    @Test
    fun aCancelledBlockReleasesBeforeItsCoroutineEnds() = test {
        val inside = CompletableDeferred<Lease>()
        val work = launch(Dispatchers.Default) {
            locks.withLock("sms") {
                inside.complete(it)
                awaitCancellation()
            }
        }
        inside.await()
        work.cancelAndJoin()
        assertFree("sms")
    }

    /** Wherever the cancellation meets the request: before it is sent, in the queue, at the grant, in the block. */
    @Test
    fun aCancellationAtAnyMomentLeavesNoLockBehind() = test {
        repeat(40) { round ->
            val waiting = launch(Dispatchers.Default) { locks.withLock("sms") { awaitCancellation() } }
            repeat(round) { yield() }
            if (round % 2 == 0) {
                await().pollDelay(Duration.ZERO).until { agent.heldBy("sms").isNotEmpty() }
            }
            waiting.cancelAndJoin()
        }
        await().untilAsserted { assertFree("sms") }
    }

    @Test
    fun aLostLeaseCancelsTheBlock() = test {
        assertThatThrownBy {
            runBlocking {
                locks.withLock("sms") { lease ->
                    agent.monitor().evict("sms", lease.token(), "ann", "it hangs")
                    awaitCancellation()
                }
            }
        }.isInstanceOf(LeaseLostException::class.java).hasMessageContaining("ann")
    }

    @Test
    fun aBlockThatEndsAfterItsLeaseWasLostHasNoResult() = test {
        assertThatThrownBy {
            runBlocking {
                locks.withLock("sms") { lease ->
                    agent.monitor().evict("sms", lease.token(), "ann", "it hangs")
                    "written"
                }
            }
        }.isInstanceOf(LeaseLostException::class.java)
    }

    @Test
    fun whatTheBlockThrowsPasses() = test {
        val failure = IOException("disk full")
        assertThatThrownBy { runBlocking { locks.withLock("sms") { throw failure } } }
            .isInstanceOf(IOException::class.java)
            .hasMessage("disk full")
        assertFree("sms")
    }

    @Test
    fun itsOwnTimeoutIsACancellationAndNoLoss() = test {
        assertThatThrownBy { runBlocking { withTimeout(50) { locks.withLock("sms") { awaitCancellation() } } } }
            .isInstanceOf(CancellationException::class.java)
        assertFree("sms")
    }

    @Test
    fun aLockThatIsHeldIsNull() = test {
        val held = other.acquire("sms")
        assertThat(locks.tryAcquire(LockRequest.of("sms"))).isNull()
        held.release()
        val lease = locks.tryAcquire(LockRequest.of("sms"))
        assertThat(lease?.isHeld()).isTrue()
        assertThat(locks.release(lease!!)).isTrue()
    }

    private fun test(body: suspend CoroutineScope.() -> Unit) = runBlocking { body() }

    private fun assertFree(lock: String) {
        assertThat(other.heldBy(lock)).isEmpty()
        assertThat(queued(lock)).isZero()
    }

    private fun queued(lock: String): Int =
        database.getCollection("locks").find(Document("_id", lock)).first()
            ?.getList("queue", Document::class.java)?.size ?: 0

    private fun agent(service: String): LockAgent =
        LockAgent.connect(MongoServer.shared().client(), database.name, AgentOptions.forService(service))
}

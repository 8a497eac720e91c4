package io.lockkeeper.kotlin

import io.lockkeeper.agent.AgentOptions
import io.lockkeeper.agent.LockRequest
import kotlin.time.Duration
import kotlin.time.toJavaDuration

/** How long the lease lasts without a renewal. */
public fun LockRequest.withTtl(ttl: Duration): LockRequest = withTtl(ttl.toJavaDuration())

/** The longest wait; zero does not wait. */
public fun LockRequest.withLongestWait(longestWait: Duration): LockRequest = withLongestWait(longestWait.toJavaDuration())

/** The longest hold: then the lease is lost. */
public fun LockRequest.withLongestHold(longestHold: Duration): LockRequest = withLongestHold(longestHold.toJavaDuration())

/** The shortest hold: the lock stays held so long, also after a release. */
public fun LockRequest.withShortestHold(shortestHold: Duration): LockRequest = withShortestHold(shortestHold.toJavaDuration())

/** How long the agent keeps the lease after its release. */
public fun LockRequest.withKeep(keep: Duration): LockRequest = withKeep(keep.toJavaDuration())

/** How long the agent hands a kept lease on among its own requests while others wait. */
public fun LockRequest.withCohort(cohort: Duration): LockRequest = withCohort(cohort.toJavaDuration())

/** How long leases last without a renewal. */
public fun AgentOptions.withTtl(ttl: Duration): AgentOptions = withTtl(ttl.toJavaDuration())

/** How long a call that does not wait for its turn is retried while the server does not answer. */
public fun AgentOptions.withAnswerTimeout(answerTimeout: Duration): AgentOptions =
    withAnswerTimeout(answerTimeout.toJavaDuration())

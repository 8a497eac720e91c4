package io.lockkeeper.kotlin

import io.lockkeeper.agent.AgentOptions
import io.lockkeeper.agent.LockRequest
import java.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class DurationsTest {

    private val request = LockRequest.of("sms")

    @Test
    fun requestsTakeDurationsOfKotlin() {
        val asked = request.withTtl(20.seconds).withLongestWait(5.seconds)
            .withLongestHold(10.minutes).withKeep(30.seconds).withCohort(1.seconds)
        assertThat(listOf(asked.ttl(), asked.longestWait(), asked.longestHold(), asked.keep(), asked.cohort()).map { it.get() })
            .containsExactly(
                Duration.ofSeconds(20),
                Duration.ofSeconds(5),
                Duration.ofMinutes(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1),
            )
        assertThat(request.withShortestHold(1.minutes).shortestHold()).contains(Duration.ofMinutes(1))
    }

    @Test
    fun optionsTakeDurationsOfKotlin() {
        val options = AgentOptions.forService("billing").withTtl(20.seconds).withAnswerTimeout(3.seconds)
        assertThat(options.ttl()).isEqualTo(Duration.ofSeconds(20))
        assertThat(options.answerTimeout()).isEqualTo(Duration.ofSeconds(3))
    }
}

package io.lockkeeper.kotlin

import io.lockkeeper.test.PublishedJar
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class PublishedJarIT {

    @Test
    fun theJarIsAModuleThatExportsItsApiAndRequiresWhatItUses() {
        val jar = PublishedJar.of(SuspendingLocks::class.java)

        jar.isModule("io.lockkeeper.kotlin", "io.lockkeeper.kotlin")
        assertThat(jar.required()).contains("io.lockkeeper.agent", "kotlin.stdlib", "kotlinx.coroutines.core")
    }
}

package io.lockkeeper.kotlin

import io.lockkeeper.test.ModuleName
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class ModuleNameIT {

    @Test
    fun onTheModulePathTheJarHasANameThatStays() {
        assertThat(ModuleName.of(SuspendingLocks::class.java)).startsWith("io.lockkeeper.kotlin@")
    }
}

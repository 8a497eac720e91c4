package io.lockkeeper.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.ModuleName;
import org.junit.jupiter.api.Test;

class ModuleNameIT {

    @Test
    void onTheModulePathTheJarHasANameThatStays() {
        assertThat(ModuleName.of(InMemoryLocks.class)).startsWith("io.lockkeeper.testing@");
    }
}

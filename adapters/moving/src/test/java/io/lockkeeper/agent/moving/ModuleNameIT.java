package io.lockkeeper.agent.moving;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.ModuleName;
import org.junit.jupiter.api.Test;

class ModuleNameIT {

    @Test
    void onTheModulePathTheJarHasANameThatStays() {
        assertThat(ModuleName.of(OldLocks.class)).startsWith("io.lockkeeper.moving@");
    }
}

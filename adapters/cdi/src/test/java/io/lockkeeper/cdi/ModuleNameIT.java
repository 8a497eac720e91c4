package io.lockkeeper.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.ModuleName;
import org.junit.jupiter.api.Test;

class ModuleNameIT {

    @Test
    void onTheModulePathTheJarHasANameThatStays() {
        assertThat(ModuleName.of(LockedBinding.class)).startsWith("io.lockkeeper.cdi@");
    }
}

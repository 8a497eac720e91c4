package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.ModuleName;
import org.junit.jupiter.api.Test;

class ModuleNameIT {

    @Test
    void onTheModulePathTheJarHasANameThatStays() {
        assertThat(ModuleName.of(LockDocument.class)).startsWith("io.lockkeeper.model@");
    }
}

package io.lockkeeper.console.ground.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import org.junit.jupiter.api.Test;

class StoreNameTest {

    @Test
    void itStandsBesideTheDatabaseOfTheLocksUnlessOneIsNamed() {
        assertThat(StoreName.of("", "app").value()).isEqualTo("app_console");
        assertThat(StoreName.of(" ops ", "app").value()).isEqualTo("ops");
    }

    @Test
    void theDatabaseOfTheLocksIsRefusedBecauseServicesMayWriteThere() {
        assertThatThrownBy(() -> StoreName.of("app", "app"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("could make themselves administrators");
    }

    @Test
    void aNameThatMongoDbDoesNotTakeIsRefused() {
        assertThatThrownBy(() -> StoreName.of("", "a".repeat(60))).hasMessageContaining("up to 63 bytes");
        assertThatThrownBy(() -> StoreName.of("admin", "app")).hasMessageContaining("a database of MongoDB itself");
        assertThatThrownBy(() -> StoreName.of("a.b", "app")).hasMessageContaining("\"a.b\"");
    }
}

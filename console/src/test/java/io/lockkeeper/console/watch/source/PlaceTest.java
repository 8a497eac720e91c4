package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceTest {

    @ParameterizedTest
    @ValueSource(strings = {"$cmd", "a$b", "system.users", "", "a\u0000b"})
    void aNameThatNoCollectionOfSomebodysOwnHasIsRefusedWithTheRule(String collection) {
        assertThatThrownBy(() -> Place.own("zoo", collection))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no $ and no NUL");
    }

    @Test
    void anyOtherNameIsACollections() {
        assertThat(Place.own("zoo", "locks.of.the zoo")).hasToString("zoo.locks.of.the zoo");
    }
}

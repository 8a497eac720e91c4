package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JdkTest {

    @Test
    void aJdkThatPinsInMonitorsIsRefusedWithASentence() {
        assertThatThrownBy(() -> Jdk.require(23)).hasMessageContaining("needs JDK 24 or newer, and this is 23");
        assertThatCode(() -> Jdk.require(24)).doesNotThrowAnyException();
    }
}

package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ThisHostTest {

    @Test
    void theKernelKnowsTheNameThatNoNameServerKnows() {
        assertThat(ThisHost.first("node-7\n", Map.of("HOSTNAME", "other"))).contains("node-7");
    }

    @Test
    void whereTheKernelIsNotReadableTheEnvironmentHasIt() {
        assertThat(ThisHost.first("", Map.of("HOSTNAME", "pod-3", "COMPUTERNAME", " ")))
                .contains("pod-3");
        assertThat(ThisHost.first("", Map.of("COMPUTERNAME", "DESK-1"))).contains("DESK-1");
        assertThat(ThisHost.first(" ", Map.of())).isEmpty();
    }

    @Test
    void thisMachineHasAName() {
        assertThat(ThisHost.name()).isNotBlank().isNotEqualTo("unknown host");
    }
}

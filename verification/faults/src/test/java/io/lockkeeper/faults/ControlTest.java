package io.lockkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.faults.nemesis.Fault;
import io.lockkeeper.faults.nemesis.Nemesis;
import io.lockkeeper.faults.overlay.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each control names faults that exist, and its patches fit the sources of today. */
class ControlTest {

    private static final List<String> FAULTS =
            Nemesis.known().stream().map(Fault::name).toList();

    @Test
    void eachControlFitsTheSources() throws IOException {
        assertThat(Control.all()).extracting(Control::name).doesNotHaveDuplicates();
        for (Control each : Control.all()) {
            assertThat(FAULTS).as(each.name()).containsAll(each.faults());
            try (Overlay overlay = Overlay.compile(each.patches())) {
                assertThat(Files.exists(overlay.folder().resolve("io")))
                        .as(each.name())
                        .isEqualTo(!each.patches().isEmpty());
            }
        }
    }
}

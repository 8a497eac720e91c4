package io.lockkeeper.faults.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockkeeper.faults.overlay.Overlay;
import io.lockkeeper.faults.overlay.Patch;
import io.lockkeeper.faults.scenario.Scenario;
import io.lockkeeper.faults.scenario.Scenarios;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MutantsTest {

    static List<Mutant> everyMutant() {
        return Mutants.all();
    }

    @ParameterizedTest
    @MethodSource("everyMutant")
    void theMutantFitsTheProductOfToday(Mutant mutant) {
        try (Overlay overlay = Overlay.compile(mutant.patches())) {
            assertThat(overlay.folder()).isNotEmptyDirectory();
        }
    }

    @Test
    void theTroubleOfEachScenarioFitsTheProductOfToday() {
        for (Scenario scenario : Scenarios.all()) {
            try (Overlay overlay = Overlay.compile(scenario.trouble())) {
                assertThat(overlay.folder()).isDirectory();
            }
        }
    }

    @Test
    void namesAreUnique() {
        assertThat(Mutants.all()).extracting(Mutant::name).doesNotHaveDuplicates();
        assertThat(Scenarios.all()).extracting(each -> each.name()).doesNotHaveDuplicates();
    }

    @Test
    void aPatchThatNoLongerFitsSaysSo() {
        Patch patch = new Patch("shared-model/src/main/java/io/lockkeeper/model/Settle.java", "never stood there", "");

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> Overlay.compile(List.of(patch)))
                .withMessageContaining("out of date")
                .withMessageContaining("never stood there");
    }
}

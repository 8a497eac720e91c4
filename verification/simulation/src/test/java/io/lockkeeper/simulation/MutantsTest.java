package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.lockkeeper.faults.overlay.Overlay;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MutantsTest {

    static List<Mutant> mutants() {
        return Mutants.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void eachStillFitsTheSourcesAndCompiles(Mutant mutant) {
        assertThatCode(() -> Overlay.compile(mutant.patches()).close()).doesNotThrowAnyException();
    }
}

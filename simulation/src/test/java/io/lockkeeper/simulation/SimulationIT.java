package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two mutants that must not get away. */
@Timeout(600)
class SimulationIT {

    @Test
    void agentsWithoutARuleAreFound() {
        List<String> names = List.of("no-local-deadline", "close-does-not-await-requests");
        Mutants.all().stream()
                .filter(mutant -> names.contains(mutant.name()))
                .forEach(mutant -> assertThat(
                                new Hunt(Simulator.open(mutant.patches()), 3, 1).next(Duration.ofMinutes(3)))
                        .as(mutant.name())
                        .isPresent());
    }
}

package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.simulation.shared.Bounds;
import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Size;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four mutants that must not get away, and clocks beyond the allowance, which must be noticed. */
@Timeout(600)
@Tag("nightly")
class SimulationIT {

    private static final Bounds MOST = Bounds.of(5_000);

    @Test
    void agentsWithoutARuleAreFound() {
        List<String> names = List.of(
                "no-local-deadline", "forgotten-in-memory", "renewal-sees-nobody", "another-kind-recalls-nobody");
        Mutants.all().stream()
                .filter(mutant -> names.contains(mutant.name()))
                .forEach(mutant -> assertThat(new Hunt(Simulator.open(mutant.patches()), Size.of(3), 1, MOST).next())
                        .as(mutant.name())
                        .isPresent());
    }

    @Test
    void clocksBeyondTheAllowanceLetTwoBelieveAtOnce() {
        Histories histories = Simulator.open(List.of());
        Size apart = Size.of(3).withClocksApart(6_000);
        assertThat(LongStream.range(0, 5_000).mapToObj(seed -> histories.random(seed, apart)))
                .anyMatch(history -> history.breaks("at no instant do more believe than the lock takes"));
    }
}

package io.lockkeeper.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.Repeats;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories of a host agent's leases: as it is, it breaks no promise; with any one rule taken out, it does. */
@Timeout(300)
class HostHuntIT {

    private static final int HISTORIES = 1_000;

    /** The first histories that need these rules come late: their hunts begin shortly before. */
    private static final Map<String, Long> RARE = Map.of(
            "belief-from-the-answer", 220L,
            "not-scheduled-is-asleep", 400L);

    static List<HostMutant> mutants() {
        return HostMutant.all();
    }

    @ParameterizedTest
    @EnumSource
    void theHostAgentBreaksNoPromise(HostHunt.Of histories) {
        assertThat(HostHunt.of(histories, List.of(), 20_261_127).next(Repeats.of(300)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void eachRuleIsNeeded(HostMutant mutant) {
        assertThat(HostHunt.of(mutant.histories(), mutant.patches(), RARE.getOrDefault(mutant.name(), 1L))
                        .next(HISTORIES))
                .as(mutant.rule())
                .isPresent();
    }

    @Test
    void aSeedRepeatsItsHistory() {
        HostMutant one = HostMutant.all().getFirst();
        assertThat(HostHunt.of(one.histories(), one.patches(), 1).next(HISTORIES))
                .isEqualTo(HostHunt.of(one.histories(), one.patches(), 1).next(HISTORIES));
    }
}

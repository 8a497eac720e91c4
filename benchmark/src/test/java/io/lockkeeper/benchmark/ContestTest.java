package io.lockkeeper.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.benchmark.Contest.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContestTest {

    @Test
    void bothTakeTurnsAndWhoGoesFirstAlternates() throws Exception {
        List<String> ran = new ArrayList<>();
        new Contest(0, 2, 2)
                .between(
                        () -> {
                            ran.add("agent");
                            return 1;
                        },
                        () -> {
                            ran.add("bare");
                            return 1;
                        });
        assertThat(ran).containsExactly("agent", "agent", "bare", "bare", "bare", "bare", "agent", "agent");
    }

    @Test
    void warmUpIsNotCounted() throws Exception {
        Outcome outcome = new Contest(3, 5, 2).between(() -> 1, () -> 1);
        assertThat(outcome.agent().count()).isEqualTo(10);
        assertThat(outcome.bare().count()).isEqualTo(10);
    }

    @Test
    void ratiosAreOfTheAgentToTheBareDriver() throws Exception {
        Outcome outcome = new Contest(0, 5, 2).between(() -> 300, () -> 200);
        assertThat(outcome.ratioOfMedians()).isEqualTo(1.5);
        assertThat(outcome.medianOfRatios()).isEqualTo(1.5);
    }

    @Test
    void aQuantileIsOneOfTheSamples() {
        Samples samples = new Samples(5, 1, 4, 2, 3);
        assertThat(samples.quantile(0)).isEqualTo(1);
        assertThat(samples.median()).isEqualTo(3);
        assertThat(samples.quantile(0.99)).isEqualTo(5);
    }
}

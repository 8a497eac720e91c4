package io.lockkeeper.console.ground.loops;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RestartPauseTest {

    private static final Duration SHORTEST = Duration.ofMillis(500);

    private final RestartPause pause = new RestartPause(SHORTEST);

    @Test
    void whatIsRefusedAgainAndAgainIsTriedLessAndLessOften() {
        assertThat(Stream.generate(() -> refused(Duration.ZERO)).limit(9).map(Duration::toMillis))
                .containsExactly(500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L);
    }

    @Test
    void whatIsRefusedSecondsAfterItBeganCountsAsRefusedAgain() {
        assertThat(Stream.generate(() -> refused(Duration.ofSeconds(3)))
                        .limit(3)
                        .map(Duration::toMillis))
                .containsExactly(500L, 1_000L, 2_000L);
        assertThat(refused(Duration.ofHours(1))).isEqualTo(SHORTEST);
    }

    @Test
    void whileMongoDbIsSilentAndAfterAnEndThatIsNoFailureItStartsAgainAtOnce() {
        refused(Duration.ZERO);
        refused(Duration.ZERO);
        assertThat(pause.after(Duration.ZERO)).isEqualTo(SHORTEST);
        assertThat(pause.after(Duration.ZERO)).isEqualTo(SHORTEST);
    }

    private Duration refused(Duration went) {
        pause.failed();
        return pause.after(went);
    }
}

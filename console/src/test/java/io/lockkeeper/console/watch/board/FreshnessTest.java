package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.board.Freshness.State;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FreshnessTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void upToTwoSecondsOldIsLiveEvenWhileTheServerIsSilent() {
        assertThat(Freshness.at(NOW, NOW.minusSeconds(2), false).state()).isEqualTo(State.LIVE);
        assertThat(Freshness.at(NOW, NOW.plusMillis(40), true).behind()).isZero();
    }

    @Test
    void olderIsBehindWhileTheServerAnswersAndDisconnectedOtherwise() {
        Freshness behind = Freshness.at(NOW, NOW.minusSeconds(14), true);
        assertThat(behind.state()).isEqualTo(State.BEHIND);
        assertThat(behind.behind()).isEqualTo(Duration.ofSeconds(14));
        assertThat(Freshness.at(NOW, NOW.minusSeconds(14), false).state()).isEqualTo(State.DISCONNECTED);
    }

    @Test
    void beforeTheFirstReadNothingIsKnown() {
        assertThat(Freshness.at(NOW, null, true).state()).isEqualTo(State.STARTING);
        assertThat(Freshness.at(NOW, null, false).state()).isEqualTo(State.DISCONNECTED);
    }
}

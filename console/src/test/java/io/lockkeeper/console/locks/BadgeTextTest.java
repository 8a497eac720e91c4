package io.lockkeeper.console.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.board.Freshness;
import io.lockkeeper.console.board.Freshness.State;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BadgeTextTest {

    private static final Instant AS_OF = Instant.parse("2026-11-21T12:00:41Z");

    @Test
    void theBadgeSaysHowFreshThePageIs() {
        assertThat(words(State.LIVE)).isEqualTo("● live");
        assertThat(words(State.BEHIND)).isEqualTo("◐ behind by 14 s");
        assertThat(words(State.DISCONNECTED)).isEqualTo("○ disconnected since 12:00:41, showing the last known state");
    }

    private static String words(State state) {
        return BadgeText.of(new Freshness(state, AS_OF, Duration.ofSeconds(14))).words();
    }
}

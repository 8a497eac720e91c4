package io.lockkeeper.console.watch.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Freshness.State;
import io.lockkeeper.console.watch.board.Progress;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BadgeTextTest {

    private static final Instant AS_OF = Instant.parse("2026-11-21T12:00:41Z");

    @Test
    void theBadgeSaysHowFreshThePageIs() {
        assertThat(words(State.LIVE)).isEqualTo("● live");
        assertThat(words(State.BEHIND)).isEqualTo("◐ behind by 14 s");
        assertThat(words(State.DISCONNECTED))
                .isEqualTo("○ disconnected since 12:00:41 UTC, showing the last known state");
    }

    @Test
    void findingsThatAreOlderThanTheLocksAreNeverCalledLive() {
        assertThat(words(State.LIVE, "judged 40 s ago")).isEqualTo("◐ judged 40 s ago");
        assertThat(words(State.BEHIND, "judged 40 s ago")).isEqualTo("◐ behind by 14 s");
    }

    @Test
    void aReadingThatTakesLongSaysHowFarItIs() {
        Freshness starting = new Freshness(State.STARTING, null, Duration.ZERO, new Progress(4_200_000, 15_000_000));
        assertThat(FreshnessBadge.BadgeText.of(starting, "").words())
                .isEqualTo("◐ reading the locks: 4,200,000 of 15,000,000");
        Freshness again = new Freshness(State.BEHIND, AS_OF, Duration.ofSeconds(14), new Progress(10, 300_000));
        assertThat(FreshnessBadge.BadgeText.of(again, "").words())
                .isEqualTo("◐ behind by 14 s, reading the locks: 10 of 300,000");
    }

    private static String words(State state) {
        return words(state, "");
    }

    private static String words(State state, String late) {
        return FreshnessBadge.BadgeText.of(new Freshness(state, AS_OF, Duration.ofSeconds(14), null), late)
                .words();
    }
}

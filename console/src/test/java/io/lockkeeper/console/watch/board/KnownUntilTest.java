package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class KnownUntilTest {

    private static final Instant T = Instant.parse("2026-11-26T03:00:00Z");

    private final Pulse.KnownUntil known = new Pulse.KnownUntil();

    @Test
    void theFirstNewsEndNoOutage() {
        assertThat(known.advance(T)).isEmpty();
        assertThat(known.lastOutage()).isEqualTo(Outage.NONE);
    }

    @Test
    void newsThatComeInTimeEndNoOutage() {
        known.advance(T);
        assertThat(known.advance(T.plusSeconds(5))).isEmpty();
        assertThat(known.advance(T.plusSeconds(4))).isEmpty();
    }

    @Test
    void moreThanFiveSecondsWithoutNewsWereAnOutage() {
        known.advance(T);
        Outage outage = new Outage(T, T.plusSeconds(6));
        assertThat(known.advance(T.plusSeconds(6))).contains(outage);
        assertThat(known.advance(T.plusSeconds(7))).isEmpty();
        assertThat(known.lastOutage()).isEqualTo(outage);
    }
}

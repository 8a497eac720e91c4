package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnownTimeTest {

    private static final Instant UNTIL = Instant.parse("2026-11-29T12:00:00Z");
    private static final Instant FROM = UNTIL.minus(Duration.ofDays(7));

    @Test
    void beforeTheHistoryBeganNothingIsKnown() {
        assertThat(length(UNTIL.minus(Duration.ofDays(1)), UNTIL)).isEqualTo(Duration.ofDays(1));
        assertThat(length(FROM.minusSeconds(9), UNTIL)).isEqualTo(Duration.ofDays(7));
        assertThat(length(null, null)).isEqualTo(Duration.ofDays(7));
        assertThat(length(UNTIL.plusSeconds(1), UNTIL)).isZero();
    }

    @Test
    void norIsItOnceTheRecorderHasStopped() {
        assertThat(length(null, FROM.plusSeconds(60))).isEqualTo(Duration.ofSeconds(60));
        assertThat(length(null, UNTIL.plusSeconds(60))).isEqualTo(Duration.ofDays(7));
        assertThat(length(null, FROM.minusSeconds(60))).isZero();
    }

    @Test
    void gapsAreLeftOutAlsoWhereTheyOverlap() {
        Gap first = Records.gap(FROM.minusSeconds(30), FROM.plusSeconds(60), "off");
        Gap second = Records.gap(FROM.plusSeconds(30), FROM.plusSeconds(90), "off");
        Gap last = Records.gap(UNTIL.minusSeconds(10), UNTIL.plusSeconds(10), "off");
        assertThat(length(null, UNTIL, first, second, last))
                .isEqualTo(Duration.ofDays(7).minusSeconds(100));
    }

    private static Duration length(@Nullable Instant begun, @Nullable Instant recordedTo, Gap... gaps) {
        return KnownTime.of(FROM, UNTIL, begun, recordedTo, List.of(gaps)).length();
    }
}

package io.lockkeeper.console.face.historypage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class DayTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void aDayBeginsWhenTheClocksOfItsZoneDo() {
        Day day = Day.of(Instant.parse("2026-11-21T23:30:00Z"), BERLIN);
        assertThat(day.begin()).isEqualTo("2026-11-21T23:00:00Z");
        assertThat(day.minutes()).isEqualTo(1_440);
        assertThat(day.minute(Instant.parse("2026-11-22T02:12:00Z"))).isEqualTo(192);
        assertThat(day.at(192)).isEqualTo("2026-11-22T02:12:00Z");
        assertThat(day.hours().map(Day.Hour::words))
                .startsWith("00:00", "03:00")
                .endsWith("24:00");
    }

    @Test
    void theDayOnWhichTheClocksArePutBackHasTwentyFiveHours() {
        Day day = Day.of(Instant.parse("2026-10-25T12:00:00Z"), BERLIN);
        assertThat(day.minutes()).isEqualTo(1_500);
        assertThat(day.at(150)).isEqualTo("2026-10-25T00:30:00Z");
        assertThat(day.at(210)).isEqualTo("2026-10-25T01:30:00Z");
        assertThat(day.hours().toList().get(1)).isEqualTo(new Day.Hour("03:00", 16));
    }

    @Test
    void theDayOnWhichTheyArePutForwardHasTwentyThree() {
        Day day = Day.of(Instant.parse("2026-03-29T12:00:00Z"), BERLIN);
        assertThat(day.minutes()).isEqualTo(1_380);
        assertThat(day.at(120)).isEqualTo("2026-03-29T01:00:00Z");
        assertThat(day.percent(day.end())).isEqualTo(100);
        assertThat(day.percent(day.begin().minusSeconds(60))).isZero();
    }

    @Test
    void aDayWithoutAMidnightBeginsAtItsFirstInstant() {
        Day day = Day.of(Instant.parse("2026-03-08T12:00:00Z"), ZoneId.of("America/Havana"));
        assertThat(day.begin()).isEqualTo("2026-03-08T05:00:00Z");
        assertThat(day.minutes()).isEqualTo(1_380);
    }
}

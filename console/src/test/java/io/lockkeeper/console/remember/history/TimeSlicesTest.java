package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeSlicesTest {

    private static final Instant UNTIL = Instant.parse("2026-11-29T12:07:30Z");

    @Test
    void aDayIsCutAtQuartersOfAnHourAndAtItsEnds() {
        TimeSlices day = slices(Duration.ofDays(1), 96);
        assertThat(day.each()).isEqualTo(Duration.ofMinutes(15));
        assertThat(day.count()).isEqualTo(97);
        assertThat(day.begin(0)).isEqualTo("2026-11-28T12:07:30Z");
        assertThat(day.end(0)).isEqualTo("2026-11-28T12:15:00Z");
        assertThat(day.begin(96)).isEqualTo("2026-11-29T12:00:00Z");
        assertThat(day.end(96)).isEqualTo(UNTIL);
        assertThat(day.of(Instant.parse("2026-11-28T12:15:00Z"))).isEqualTo(1);
        assertThat(day.of(UNTIL.plusSeconds(1))).isEqualTo(96);
        assertThat(day.of(UNTIL.minus(Duration.ofDays(2)))).isZero();
    }

    @Test
    void anyTimeHasAboutSoManySlicesAtMost() {
        for (long seconds = 1; seconds < Duration.ofDays(31).toSeconds(); seconds += 1 + seconds / 7) {
            TimeSlices slices = slices(Duration.ofSeconds(seconds), 30);
            assertThat(slices.count()).as("%s s", seconds).isBetween(1, 32);
            assertThat(slices.end(slices.count() - 1)).isEqualTo(UNTIL);
        }
    }

    @Test
    void whatIsNotRecordedIsNoSliceWithoutLeases() {
        Instant from = UNTIL.minusSeconds(3_600);
        Gap gap = Records.gap(from.plusSeconds(600), from.plusSeconds(1_215), "off");
        TimeSlices hour = TimeSlices.of(from, UNTIL, 60, List.of(KnownTime.of(from, UNTIL, from, UNTIL, List.of(gap))));
        assertThat(hour.known().get(10)).isEqualTo(KnownTime.Extent.PART);
        assertThat(hour.known().get(11)).isEqualTo(KnownTime.Extent.NONE);
        assertThat(hour.known().get(20)).isEqualTo(KnownTime.Extent.PART);
        assertThat(hour.known().get(21)).isEqualTo(KnownTime.Extent.WHOLE);
        assertThat(hour.unrecorded()).isEqualTo(Duration.ofMinutes(9));
    }

    private static TimeSlices slices(Duration length, int most) {
        return TimeSlices.of(UNTIL.minus(length), UNTIL, most, List.of());
    }
}

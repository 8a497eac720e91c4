package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class QuietHoursTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void theyLastFromTheirBeginningToTheirEndAlsoOverMidnight() {
        QuietHours night = quiet("22:00", "07:00");
        assertThat(night.isQuiet(at("2026-11-22T20:59:59Z"))).isFalse();
        assertThat(night.isQuiet(at("2026-11-22T21:00:00Z"))).isTrue();
        assertThat(night.isQuiet(at("2026-11-23T05:59:59Z"))).isTrue();
        assertThat(night.isQuiet(at("2026-11-23T06:00:00Z"))).isFalse();
        QuietHours noon = quiet("12:00", "13:00");
        assertThat(noon.isQuiet(at("2026-11-22T11:30:00Z"))).isTrue();
        assertThat(noon.isQuiet(at("2026-11-22T12:00:00Z"))).isFalse();
    }

    /** On 2026-03-29 Berlin's clock went from 02:00 to 03:00. */
    @Test
    void inTheNightThatIsAnHourShorterTheyEndWhenTheClockSaysSo() {
        QuietHours night = quiet("22:00", "07:00");
        assertThat(night.isQuiet(at("2026-03-29T04:59:00Z"))).isTrue();
        assertThat(night.isQuiet(at("2026-03-29T05:00:00Z"))).isFalse();
    }

    @Test
    void anEndThatIsLeftOutIsLaterByAsMuchAsTheClockIsMoved() {
        QuietHours night = quiet("22:00", "02:30");
        assertThat(night.isQuiet(at("2026-03-29T01:29:00Z"))).isTrue();
        assertThat(night.isQuiet(at("2026-03-29T01:30:00Z"))).isFalse();
    }

    /** On 2026-10-25 Berlin's clock went from 03:00 back to 02:00. */
    @Test
    void anEndThatComesTwiceIsTheFirstAndDoesNotBeginAgain() {
        QuietHours night = quiet("22:00", "02:30");
        assertThat(night.isQuiet(at("2026-10-25T00:29:00Z"))).isTrue();
        assertThat(night.isQuiet(at("2026-10-25T00:30:00Z"))).isFalse();
        assertThat(night.isQuiet(at("2026-10-25T01:10:00Z"))).isFalse();
    }

    @Test
    void noneAndAllDayAreNotWrittenTheSame() {
        assertThatThrownBy(() -> quiet("22:00", "22:00")).hasMessageContaining("Choose another end");
    }

    private static QuietHours quiet(String from, String to) {
        return QuietHours.of(LocalTime.parse(from), LocalTime.parse(to), BERLIN);
    }

    private static Instant at(String time) {
        return Instant.parse(time);
    }
}

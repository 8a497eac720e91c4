package io.lockkeeper.console.ground.components;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.formats.Formats;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

    private static final Instant AT = Instant.parse("2026-11-21T12:01:07.456Z");

    private final Times berlin = new Times(ZoneId.of("Europe/Berlin"));
    private final Times utc = new Times(ZoneId.of("UTC"));

    @Test
    void instantsNameTheirZone() {
        assertThat(utc.exact(AT)).isEqualTo(Formats.exact(AT));
        assertThat(berlin.exact(AT)).isEqualTo("2026-11-21 13:01:07.456 UTC+1");
        assertThat(berlin.named(AT)).isEqualTo("2026-11-21 13:01:07 UTC+1");
        assertThat(berlin.clock(AT)).isEqualTo("13:01:07 UTC+1");
        assertThat(berlin.seconds(AT)).isEqualTo("2026-11-21 13:01:07");
    }

    @Test
    void aMomentOfAnotherDayNamesTheDay() {
        Instant now = Instant.parse("2026-11-22T00:05:00Z");
        Instant before = Instant.parse("2026-11-21T23:59:07Z");
        assertThat(utc.moment(Instant.parse("2026-11-22T00:01:07Z"), now)).isEqualTo("00:01:07 UTC");
        assertThat(utc.moment(before, now)).isEqualTo("2026-11-21 23:59:07 UTC");
        assertThat(berlin.moment(before, now)).isEqualTo("00:59:07 UTC+1");
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, UTC, UTC",
        "Etc/UTC, UTC, UTC",
        "Europe/Berlin, Berlin, UTC+1",
        "America/New_York, New York, UTC-5",
        "America/Argentina/Buenos_Aires, Buenos Aires, UTC-3",
        "Asia/Kolkata, Kolkata, UTC+5:30",
        "Pacific/Marquesas, Marquesas, UTC-9:30",
        "Pacific/Kiritimati, Kiritimati, UTC+14",
        // this one's name has the sign the other way round
        "Etc/GMT+5, UTC-5, UTC-5"
    })
    void aZoneIsItsPlaceAndItsDistanceFromUtc(String zone, String place, String distance) {
        Times times = new Times(ZoneId.of(zone));
        assertThat(times.titled("When")).isEqualTo("When (" + place + ")");
        assertThat(times.clock(AT)).endsWith(" " + distance);
    }

    @Test
    void aTimeThatComesTwiceSaysWhich() {
        Instant first = Instant.parse("2026-10-25T00:30:00Z");
        Instant second = Instant.parse("2026-10-25T01:30:00Z");
        assertThat(berlin.seconds(first)).isEqualTo("2026-10-25 02:30:00 UTC+2");
        assertThat(berlin.seconds(second)).isEqualTo("2026-10-25 02:30:00 UTC+1");
        assertThat(berlin.seconds(second.plusSeconds(1_800))).isEqualTo("2026-10-25 03:00:00");
        assertThat(berlin.of("2026-10-25T02:30:00", first)).isEqualTo(first);
        assertThat(berlin.of("2026-10-25T02:30:00", second)).isEqualTo(second);
        assertThat(berlin.of("2026-10-25 02:30:00", second)).isEqualTo(second);
        assertThat(berlin.field(first)).isEqualTo(berlin.field(second)).isEqualTo("2026-10-25 02:30:00");
    }

    @Test
    void aTimeThatNoClockShowsIsAsLongAfterTheLastBeforeIt() {
        Instant meant = Instant.parse("2026-03-29T01:30:00Z");
        assertThat(berlin.of("2026-03-29T02:30", AT)).isEqualTo(meant);
        assertThat(berlin.named(meant)).isEqualTo("2026-03-29 03:30:00 UTC+2");
    }

    @Test
    void whatIsNoTimeMeansNone() {
        assertThat(berlin.of("", AT)).isNull();
        assertThat(berlin.of("2026-13-01T00:00", AT)).isNull();
        assertThat(berlin.of("+999999999-12-31T23:59:59.999999999", AT)).isNotNull();
    }

    @Test
    void sentencesThatAreKeptInUtcAreRetold() {
        String kept = "It is paused by \\$1 until %s.".formatted(Formats.exact(AT));
        assertThat(utc.in(kept)).isEqualTo(kept);
        assertThat(berlin.in(kept)).isEqualTo("It is paused by \\$1 until 2026-11-21 13:01:07.456 UTC+1.");
        assertThat(berlin.in("at 2026-13-41 25:61:61.000 UTC")).isEqualTo("at 2026-13-41 25:61:61.000 UTC");
    }
}

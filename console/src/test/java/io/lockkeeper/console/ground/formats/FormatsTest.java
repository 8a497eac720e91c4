package io.lockkeeper.console.ground.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FormatsTest {

    @Test
    void durationsHaveTwoUnitsAtMost() {
        assertThat(Formats.duration(Duration.ofMillis(-5))).isEqualTo("0 s");
        assertThat(Formats.duration(Duration.ofMillis(21_900))).isEqualTo("21 s");
        assertThat(Formats.duration(Duration.ofSeconds(252))).isEqualTo("4 min 12 s");
        assertThat(Formats.duration(Duration.ofSeconds(62))).isEqualTo("1 min 02 s");
        assertThat(Formats.duration(Duration.ofMinutes(182))).isEqualTo("3 h 02 min");
        assertThat(Formats.duration(Duration.ofHours(52))).isEqualTo("2 d 04 h");
    }

    @Test
    void instantsNameTheirZone() {
        assertThat(Formats.exact(Instant.parse("2026-11-21T12:01:07.456Z"))).isEqualTo("2026-11-21 12:01:07.456 UTC");
    }

    @Test
    void whatCannotBeSeenIsMadeVisible() {
        assertThat(Formats.visible("a\u202Eb\tc")).isEqualTo("a\\u{202E}b\\u{9}c");
        assertThat(Formats.visible("שלום 🔒 <b>")).isEqualTo("שלום 🔒 <b>");
    }
}

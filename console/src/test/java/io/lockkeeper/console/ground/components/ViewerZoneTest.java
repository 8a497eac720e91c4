package io.lockkeeper.console.ground.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ViewerZoneTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void aBrowserTellsItsZoneAndWhetherItsViewerChoseUtc() {
        assertThat(ViewerZone.of("Europe/Berlin").id()).isEqualTo(BERLIN);
        assertThat(ViewerZone.of("Europe/Berlin~utc").id()).isEqualTo(ZoneId.of("UTC"));
        assertThat(ViewerZone.of("Europe/Berlin~utc").browser()).isEqualTo(BERLIN);
        assertThat(ViewerZone.of("Europe/Berlin").isElsewhere()).isTrue();
        assertThat(ViewerZone.of("Etc/GMT+5").isElsewhere()).isTrue();
        assertThat(ViewerZone.of("Etc/UTC").isElsewhere()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "~utc",
                "Mars/Olympus",
                "+18:00",
                "UTC+01:00",
                "europe/berlin",
                "undefined",
                "<script>alert(1)</script>",
                "../../etc/passwd"
            })
    void whatIsNoZonesNameIsUtc(String told) {
        assertThat(ViewerZone.of(told)).isEqualTo(ViewerZone.UTC);
    }

    @Test
    void aThreadHasTheZoneThatItCarriesAndElseUtc() {
        ViewerZone berlin = ViewerZone.of("Europe/Berlin");
        assertThat(ViewerZone.present()).isEqualTo(ViewerZone.UTC);
        ViewerZone carried = berlin.carry(ViewerZone::present);
        assertThat(carried).isEqualTo(berlin);
        assertThatIllegalStateException()
                .isThrownBy(() -> berlin.carry(() -> {
                    throw new IllegalStateException("on purpose");
                }));
        assertThat(ViewerZone.present()).isEqualTo(ViewerZone.UTC);
    }
}

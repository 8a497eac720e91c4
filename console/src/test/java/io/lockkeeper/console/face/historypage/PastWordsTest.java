package io.lockkeeper.console.face.historypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.remember.history.KnownTime.Extent;
import io.lockkeeper.console.remember.history.LeaseDensity;
import io.lockkeeper.console.remember.history.LeaseDensity.Count;
import io.lockkeeper.console.remember.history.TimeSlices;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PastWordsTest {

    private static final Instant FROM = Instant.parse("2026-11-22T03:00:00Z");

    @Test
    void theDensityNamesWhatIsNotRecordedAndCallsNothingOfItFree() {
        LeaseDensity density = density(Extent.WHOLE, Extent.PART, Extent.NONE);
        assertThat(PastWords.density(density))
                .isEqualTo("3 granted, at most 7 leases in 1 min 00 s, nothing is recorded of 1 min 00 s");
        assertThat(PastWords.slice(density, 0)).isEqualTo("7 held, 2 of them granted");
        assertThat(PastWords.slice(density, 1)).isEqualTo("at least 5 held, 1 of them granted: not all is recorded");
        assertThat(PastWords.slice(density, 2)).isEqualTo("not recorded");
        assertThat(PastWords.density(density(Extent.NONE, Extent.NONE, Extent.NONE)))
                .isEqualTo("nothing is recorded");
    }

    private static LeaseDensity density(Extent... known) {
        return new LeaseDensity(
                new TimeSlices(FROM, FROM.plusSeconds(180), Duration.ofMinutes(1), List.of(known)),
                List.of(new Count(7, 2), new Count(5, 1), new Count(0, 0)));
    }
}

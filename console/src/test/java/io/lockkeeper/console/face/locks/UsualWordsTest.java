package io.lockkeeper.console.face.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.remember.history.Usual.Quantiles;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UsualWordsTest {

    @Test
    void ofFewerThanTwentyLeasesOnlyTheLongestIsSaid() {
        assertThat(HistoryBand.UsualWords.of(usual(4, times(1, 12), null)))
                .isEqualTo("By its last lease: held for at most 12 s.")
                .doesNotContain("95 of 100");
        assertThat(HistoryBand.UsualWords.of(usual(19, times(19, 12), times(19, 3))))
                .isEqualTo("By its last 19 leases: held for at most 12 s; waited for at most 3.0 s.");
    }

    @Test
    void eachFigureSaysHowManyLeasesItCounts() {
        assertThat(HistoryBand.UsualWords.of(usual(90, times(40, 60), times(91, 30))))
                .isEqualTo(
                        "By its last 40 leases: held for 6.0 s, 95 of 100 for less than 30 s, the longest 1 min 00 s;"
                                + " by its last 91 grants: waited for 3.0 s, 95 of 100 for less than 15 s, the longest 30 s.");
    }

    @Test
    void withoutALeaseThatEndedNothingIsUsual() {
        assertThat(HistoryBand.UsualWords.of(Usual.NOTHING_KNOWN))
                .isEqualTo("No lease has ended since recording began.");
    }

    private static Usual usual(int leases, Quantiles hold, @Nullable Quantiles waiting) {
        return new Usual(leases, 0, hold, waiting, 0);
    }

    private static Quantiles times(long count, long longest) {
        Duration most = Duration.ofSeconds(longest);
        return new Quantiles(count, most.dividedBy(10), most.dividedBy(2), most);
    }
}

package io.lockkeeper.console.face.historypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.costs.CostKey;
import io.lockkeeper.console.remember.costs.CostsBefore;
import io.lockkeeper.console.remember.history.KnownTime.Extent;
import io.lockkeeper.console.remember.history.PastQuestion;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostWordsTest {

    private static final CostKey DEAR = new CostKey("", "", "import", "shop");
    private static final CostKey OTHER = new CostKey("", "", "import", "billing");

    @Test
    void aCostIsComparedWithWhatWasRecordedAWeekBefore() {
        assertThat(CostWords.before(DEAR, before(Extent.WHOLE))).isEqualTo("40 min 00 s");
        assertThat(CostWords.before(OTHER, before(Extent.WHOLE))).isEqualTo("none");
        assertThat(CostWords.compared(before(Extent.WHOLE)))
                .isEqualTo("The week before is from 2026-11-15 03:00:00 UTC to 2026-11-15 04:00:00 UTC.");
    }

    @Test
    void whatWasRecordedInPartIsALeastAndNoWaitInItIsUnknown() {
        assertThat(CostWords.before(DEAR, before(Extent.PART))).isEqualTo("at least 40 min 00 s");
        assertThat(CostWords.before(OTHER, before(Extent.PART))).isEqualTo("unknown");
        assertThat(CostWords.compared(before(Extent.PART))).endsWith(", of which not all is known.");
    }

    @Test
    void whatWasNotRecordedIsUnknown() {
        assertThat(CostWords.before(DEAR, before(Extent.NONE))).isEqualTo("unknown");
        assertThat(CostWords.compared(before(Extent.NONE))).startsWith("Nothing was recorded a week before, from ");
    }

    private static CostsBefore before(Extent known) {
        Instant until = Instant.parse("2026-11-15T04:00:00Z");
        PastQuestion asked = new PastQuestion(LockScope.EVERYTHING, until, Duration.ofHours(1), "", "", "", "");
        return new CostsBefore(asked, known, Map.of(DEAR, Duration.ofMinutes(40).toMillis()));
    }
}

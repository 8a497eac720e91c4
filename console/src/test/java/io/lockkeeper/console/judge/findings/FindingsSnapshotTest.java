package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsSnapshotTest {

    private static final Instant JUDGED = Instant.parse("2026-11-23T12:00:00Z");
    private static final Finding HANGING = new Finding("1", Kind.HANGING, "order:1", "", JUDGED, JUDGED, null);

    private final FindingsSnapshot judged =
            FindingsSnapshot.of(JUDGED, true, List.of(HANGING), List.of(), Duration.ofMillis(3));

    @Test
    void whatWasJustJudgedIsAsItWasFound() {
        assertThat(after(12)).isSameAs(judged);
        assertThat(judged.late(JUDGED.plusSeconds(12))).isEmpty();
    }

    @Test
    void whileNoLaterPassEndsTheFindingsAreNotCurrentAndTheTimeSinceIsCountedOn() {
        assertThat(after(40).current()).isFalse();
        assertThat(after(40).findings()).containsExactly(HANGING);
        assertThat(judged.late(JUDGED.plusSeconds(40))).isEqualTo("judged 40 s ago");
        assertThat(judged.late(JUDGED.plusSeconds(480))).isEqualTo("judged 8 min 00 s ago");
    }

    @Test
    void afterAMinuteThatIsAFindingWhichAlertsAreSentAbout() {
        List<Finding> found = after(61).within(LockScope.EVERYTHING).findings();
        assertThat(found).extracting(Finding::kind).containsExactly(Kind.HANGING, Kind.STREAM_BEHIND);
        assertThat(found.getLast().evidence()).startsWith("No finding was judged since 2026-11-23 12:00:00.000 UTC");
        assertThat(found.getLast().lock()).isNull();
        assertThat(found.getLast().id())
                .isEqualTo(after(900).findings().getLast().id());
    }

    @Test
    void beforeTheFirstPassNothingIsKnown() {
        assertThat(FindingsSnapshot.NONE.at(JUDGED)).isSameAs(FindingsSnapshot.NONE);
        assertThat(FindingsSnapshot.NONE.late(JUDGED)).isEmpty();
    }

    private FindingsSnapshot after(int seconds) {
        return judged.at(JUDGED.plusSeconds(seconds));
    }
}

package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KnownTimeTest {

    private static final Instant UNTIL = Instant.parse("2026-11-29T12:00:00Z");
    private static final Instant FROM = UNTIL.minus(Duration.ofDays(7));

    @Test
    void beforeTheHistoryBeganNothingIsKnown() {
        assertThat(length(UNTIL.minus(Duration.ofDays(1)), UNTIL)).isEqualTo(Duration.ofDays(1));
        assertThat(length(FROM.minusSeconds(9), UNTIL)).isEqualTo(Duration.ofDays(7));
        assertThat(length(UNTIL.plusSeconds(1), UNTIL)).isZero();
    }

    @Test
    void norIsItOnceTheRecorderHasStopped() {
        assertThat(length(FROM, FROM.plusSeconds(60))).isEqualTo(Duration.ofSeconds(60));
        assertThat(length(FROM, UNTIL.plusSeconds(60))).isEqualTo(Duration.ofDays(7));
        assertThat(length(FROM, FROM.minusSeconds(60))).isZero();
    }

    @Test
    void gapsAreLeftOutAlsoWhereTheyOverlap() {
        Gap first = Records.gap(FROM.minusSeconds(30), FROM.plusSeconds(60), "off");
        Gap second = Records.gap(FROM.plusSeconds(30), FROM.plusSeconds(90), "off");
        Gap last = Records.gap(UNTIL.minusSeconds(10), UNTIL.plusSeconds(10), "off");
        assertThat(length(FROM, UNTIL, first, second, last))
                .isEqualTo(Duration.ofDays(7).minusSeconds(100));
    }

    /** More gaps than parts are regarded: what was not recorded stays unknown, else it would count as time in which a lock was free. */
    @Test
    void noTimeInAGapIsKnownHoweverManyGapsThereAre() {
        Gap[] hourly = IntStream.range(0, 7 * 24)
                .mapToObj(hour -> FROM.plus(Duration.ofHours(hour)))
                .map(from -> Records.gap(from, from.plus(Duration.ofMinutes(50)), "off"))
                .toArray(Gap[]::new);
        assertThat(length(FROM, UNTIL, hourly)).isEqualTo(Duration.ofMinutes(100 * 10));
        KnownTime known = KnownTime.of(FROM, UNTIL, FROM, UNTIL, List.of(hourly));
        assertThat(extent(known, 0, 50)).isEqualTo(KnownTime.Extent.NONE);
        assertThat(extent(known, 49, 51)).isEqualTo(KnownTime.Extent.PART);
        assertThat(extent(known, 51, 60)).isEqualTo(KnownTime.Extent.WHOLE);
    }

    @Test
    void ofSeveralSourcesATimeIsKnownInPartWhereOneHasAGap() {
        KnownTime whole = KnownTime.of(FROM, UNTIL, FROM, UNTIL, List.of());
        assertThat(KnownTime.extent(List.of(whole, KnownTime.NONE), FROM, UNTIL))
                .isEqualTo(KnownTime.Extent.PART);
        assertThat(KnownTime.extent(List.of(whole, whole), FROM, UNTIL)).isEqualTo(KnownTime.Extent.WHOLE);
        assertThat(KnownTime.extent(List.of(), FROM, UNTIL)).isEqualTo(KnownTime.Extent.NONE);
    }

    private static KnownTime.Extent extent(KnownTime known, int from, int until) {
        return KnownTime.extent(
                List.of(known), FROM.plus(Duration.ofMinutes(from)), FROM.plus(Duration.ofMinutes(until)));
    }

    private static Duration length(Instant begun, Instant recordedTo, Gap... gaps) {
        return KnownTime.of(FROM, UNTIL, begun, recordedTo, List.of(gaps)).length();
    }
}

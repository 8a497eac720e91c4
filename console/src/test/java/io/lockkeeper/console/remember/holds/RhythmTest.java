package io.lockkeeper.console.remember.holds;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Records;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.LockWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How often a lock is acquired, how long its runs take, and how long it is to last: what is known of each, and from when on. */
class RhythmTest {

    private static final int HOUR = 3_600;
    private static final Dialect SHED_LOCK =
            ForeignDocuments.dialects().find("shedlock").orElseThrow();
    private static final LockSource SOURCE = new LockSource(
            "app.shedLock/shedlock", null, "app", "shedLock", "shedlock", at(0), "boss", null, null, null, null);
    private static final LockId LOCK = new LockId("app.shedLock/shedlock", "report");

    private final RunLimits limits = new RunLimits();

    @Test
    void aLockIsSilentAfterThreeTimesTheLongestOfFiveIntervalsAndAnHour() {
        Rhythm hourly = Rhythm.of(held(6, HOUR, 5, Ending.RELEASED));
        assertThat(hourly.usualInterval()).hasValue(Duration.ofHours(1));
        assertThat(hourly.silence(at(0), at(3 * HOUR))).isEmpty();
        assertThat(hourly.silence(at(0), at(3 * HOUR + 1))).hasValue(Duration.ofSeconds(3 * HOUR + 1));
        assertThat(Rhythm.of(held(5, HOUR, 5, Ending.RELEASED)).silence(at(0), at(100 * HOUR)))
                .isEmpty();
        Rhythm often = Rhythm.of(held(6, 10, 5, Ending.RELEASED));
        assertThat(often.silence(at(0), at(HOUR - 1))).isEmpty();
        assertThat(often.silence(at(0), at(HOUR))).isPresent();
    }

    @Test
    void aHoldThatExpiredTellsNoLengthOfARunAndTwoOfOneMomentNoInterval() {
        Rhythm expired = Rhythm.of(held(25, HOUR, 60, Ending.EXPIRED));
        assertThat(expired.intervals()).isEqualTo(24);
        assertThat(expired.tellsRuns()).isFalse();
        assertThat(Rhythm.of(held(19, HOUR, 60, Ending.RELEASED)).tellsRuns()).isFalse();
        assertThat(Rhythm.of(held(20, HOUR, 60, Ending.RELEASED)).tellsRuns()).isTrue();
        assertThat(Rhythm.of(held(20, 0, 60, Ending.RELEASED)).intervals()).isZero();
        assertThat(Rhythm.of(List.of())).isEqualTo(Rhythm.UNKNOWN);
    }

    @Test
    void howLongALockIsToLastIsToldByItsAcquisitionNotByItsRelease() {
        wrote(null, shedLock(0, 60));
        wrote(shedLock(0, 60), shedLock(0, 7));
        assertThat(limits.of(LOCK)).map(RunLimit::length).hasValue(Duration.ofSeconds(60));
        assertThat(limits.of(LOCK)).map(RunLimit::extended).hasValue(false);
        wrote(shedLock(100, 160), shedLock(100, 220));
        assertThat(limits.of(LOCK)).map(RunLimit::extended).hasValue(true);
        assertThat(limits.of(LOCK)).map(RunLimit::length).hasValue(Duration.ofSeconds(60));
    }

    /** Of a short run the release may be all that is seen, which shortens the expiry. */
    @Test
    void theLongestOfTheLastFiveAcquisitionsCounts() {
        wrote(shedLock(0, 1), shedLock(100, 160));
        for (int i = 2; i <= 5; i++) {
            wrote(shedLock(0, 1), shedLock(i * 100, i * 100 + 30));
        }
        assertThat(limits.of(LOCK)).map(RunLimit::length).hasValue(Duration.ofSeconds(60));
        wrote(shedLock(0, 1), shedLock(600, 630));
        assertThat(limits.of(LOCK)).map(RunLimit::length).hasValue(Duration.ofSeconds(30));
        wrote(shedLock(0, 1), shedLock(550, 700));
        assertThat(limits.of(LOCK))
                .as("what is told late does not replace what is newer")
                .map(RunLimit::length)
                .hasValue(Duration.ofSeconds(30));
    }

    private void wrote(@Nullable String before, String after) {
        DialectLock lock = read(after);
        limits.changed(
                SOURCE,
                new Board(SHED_LOCK),
                new LockWrite(
                        lock.id(),
                        Optional.ofNullable(before).map(RhythmTest::read),
                        Optional.of(lock),
                        false,
                        at(0),
                        new BsonTimestamp(1, 1)));
    }

    private static DialectLock read(String document) {
        return SHED_LOCK
                .read(BsonDocument.parse(document), TtlIndexes.UNREADABLE)
                .orElseThrow();
    }

    private static String shedLock(int from, int until) {
        return "{ _id: 'report', lockedAt: ISODate('%s'), lockUntil: ISODate('%s'), lockedBy: 'app-1' }"
                .formatted(at(from), at(until));
    }

    private static List<LeaseRecord> held(int times, int every, int each, Ending end) {
        return IntStream.range(0, times)
                .mapToObj(i -> Records.lease(
                        new LeaseKey("report", i + 1),
                        Party.UNKNOWN,
                        at(i * every),
                        at(i * every),
                        at(i * every + each),
                        end,
                        null))
                .toList();
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }
}

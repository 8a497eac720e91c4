package io.lockkeeper.console.face.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ask.locks.Grouping;
import io.lockkeeper.console.ask.locks.JobMark;
import io.lockkeeper.console.ask.locks.ListColumn;
import io.lockkeeper.console.ask.locks.LockSearch;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.console.watch.source.ListedJobs;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A lock of another library among those of the list: what its document does not tell is unknown, and nothing is made up. */
class LibraryLockTest {

    private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");
    private static final Dialect SHEDLOCK = dialect("shedlock");
    private static final Lock HELD = shedLock("report:nightly", -600, 3_000);
    private static final Lock FREE = shedLock("report:weekly", -7_200, -3_600);
    /** Its library writes neither a holder nor an expiry. */
    private static final Lock BARE = Lock.of(
                    new BsonDocument("_id", new BsonObjectId()).append("createdAt", at(-300)),
                    dialect("migrate-mongo"),
                    TtlIndexes.UNREADABLE)
            .orElseThrow();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            report          | true
            pod-7           | true
            held>5m         | true
            held>15m        | false
            expires<1h      | true
            expires<10m     | false
            waiting>0       | false
            waiting<3       | false
            service:pod-7   | false
            """)
    void itIsFoundByWhatItsDocumentTells(String search, boolean found) {
        assertThat(LockSearch.of(search).at(NOW).test(HELD)).isEqualTo(found);
    }

    @Test
    void itsStateIsOneOfTheListsAndFreeOnceItsExpiryHasPassed() {
        assertThat(HELD.state(NOW)).isEqualTo(LockState.HELD);
        assertThat(HELD.isHeld(NOW)).isTrue();
        assertThat(FREE.state(NOW)).isEqualTo(LockState.FREE);
        assertThat(FREE.isHeld(NOW)).isFalse();
        assertThat(ShownState.of(LockState.HELD, null, SHEDLOCK.heldMeans()).brief())
                .isEqualTo("held or cooling down");
    }

    @Test
    void itsRowSaysUnknownWhereThereIsNoFigure() {
        LockRow row = LockRow.of(HELD, 0, null, "held", NOW);
        assertThat(row.texts().holder()).isEqualTo("pod-7");
        assertThat(row.clock().since()).isEqualTo(NOW.minusSeconds(600).toEpochMilli());
        assertThat(row.shownWaiters()).isEqualTo("unknown");
        assertThat(row.text(ListColumn.HOST)).isEmpty();
        LockRow bare = LockRow.of(BARE, 0, null, "held", NOW);
        assertThat(bare.texts().holder()).isEqualTo("unknown");
        assertThat(bare.told().left()).isIn("never", "unknown");
        assertThat(bare.clock().expires()).isZero();
    }

    @Test
    void aFileHasItsFieldsAmongThoseOfOurLocks() {
        Map<String, @Nullable Object> fields = LockFields.of(
                        "shop.shedLock/shedlock",
                        HELD,
                        null,
                        JobMark.of(HELD, Optional.of(SHEDLOCK), ListedJobs.Known.NOTHING, NOW),
                        NOW)
                .findFirst()
                .orElseThrow();
        assertThat(fields).containsOnlyKeys(LockFields.NAMES);
        assertThat(fields)
                .containsEntry("source", "shop.shedLock/shedlock")
                .containsEntry("holder", "pod-7")
                .containsEntry("heldMillis", 600_000L)
                .containsEntry("expiry", "at")
                .containsEntry("waiters", null)
                .containsEntry("service", null)
                .containsEntry("jobLastRun", NOW.minusSeconds(600).toString())
                .containsEntry("jobNextRun", null);
    }

    @Test
    void itIsPutTogetherWithTheOthersOfItsHolder() {
        assertThat(Grouping.SERVICE.of(HELD)).isEqualTo("pod-7");
        assertThat(Grouping.PREFIX.of(HELD)).isEqualTo("report:");
    }

    private static Lock shedLock(String name, int since, int until) {
        BsonDocument document = new BsonDocument("_id", new BsonString(name))
                .append("lockUntil", at(until))
                .append("lockedAt", at(since))
                .append("lockedBy", new BsonString("pod-7"));
        return Lock.of(document, SHEDLOCK, TtlIndexes.UNREADABLE).orElseThrow();
    }

    private static BsonDateTime at(int seconds) {
        return new BsonDateTime(NOW.plusSeconds(seconds).toEpochMilli());
    }

    private static Dialect dialect(String id) {
        return ForeignDocuments.dialects().find(id).orElseThrow();
    }
}

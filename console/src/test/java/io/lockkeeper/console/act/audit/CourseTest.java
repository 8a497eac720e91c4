package io.lockkeeper.console.act.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionState.HolderLives;
import io.lockkeeper.console.watch.board.EvictionState.NoLateWrite;
import io.lockkeeper.console.watch.board.EvictionState.NothingChanged;
import io.lockkeeper.console.watch.board.EvictionState.Quarantine;
import io.lockkeeper.console.watch.board.EvictionState.Stopped;
import io.lockkeeper.console.watch.board.EvictionState.Unconfirmed;
import io.lockkeeper.console.watch.board.EvictionState.Unknown;
import io.lockkeeper.console.watch.board.EvictionState.Watched;
import io.lockkeeper.console.watch.board.EvictionState.Why;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CourseTest {

    private static final Instant ASKED = Instant.parse("2026-11-22T12:00:00Z");
    private static final Instant MARKED = ASKED.plusMillis(300);
    private static final Eviction OURS = new Eviction("olga", "hung", MARKED, MARKED.plusSeconds(15));
    private static final Eviction OTHERS = new Eviction("ann", "hung", MARKED, MARKED.plusSeconds(15));
    private static final Owner OWNER = new Owner("agent", "billing", "bill-1", "host", 1, "main", "");
    private static final Course UNCONFIRMED = answered(Outcome.NOT_CONFIRMED);

    @Test
    void whatMongoDbDidNotConfirmResolvesItselfWhenTheLockShowsTheMark() {
        assertThat(UNCONFIRMED.state()).isEqualTo(new Unconfirmed());
        assertThat(UNCONFIRMED.saw(held("request", OURS), MARKED).state())
                .isEqualTo(new Quarantine(OURS, ASKED.plusSeconds(3_600)));
    }

    @Test
    void itMayStillBeMarkedUntilTheTimeIsOverInWhichTheServerTakesIt() {
        assertThat(UNCONFIRMED.saw(held("s", null), ASKED.plusSeconds(30)).state())
                .isEqualTo(new Unconfirmed());
        assertThat(UNCONFIRMED.saw(held("s", null), ASKED.plusSeconds(36)).state())
                .isEqualTo(new NothingChanged(Why.NEVER_APPLIED));
    }

    @Test
    void theMarkOfAnotherIsNotOurs() {
        assertThat(UNCONFIRMED.saw(held("other", OTHERS), MARKED).state())
                .isEqualTo(new NothingChanged(Why.ALREADY_MARKED));
    }

    @Test
    void aMarkOfTheSameOperatorAndReasonFromAnHourBeforeIsNotOurs() {
        Eviction earlier = new Eviction("olga", "hung", ASKED.minusSeconds(3_600), ASKED.minusSeconds(3_585));
        assertThat(UNCONFIRMED.saw(held("other", earlier), MARKED).state())
                .isEqualTo(new NothingChanged(Why.ALREADY_MARKED));
    }

    @Test
    void theEndOfTheLeaseTellsWhatNobodyRecorded() {
        Course found = Course.recorded(entry(null));
        assertThat(found.saw(ended(MARKED.plusMillis(100), "request", OURS), MARKED.plusSeconds(60))
                        .state())
                .isEqualTo(new Stopped(Duration.ofMillis(100)));
        assertThat(found.saw(ended(MARKED, "request", null), MARKED.plusSeconds(60))
                        .state())
                .isEqualTo(new NothingChanged(Why.GONE));
    }

    @Test
    void whereLaterLeasesHideTheEndItIsUnknown() {
        assertThat(UNCONFIRMED.saw(null, MARKED).state()).isEqualTo(new Unknown());
        assertThat(answered(Outcome.MARKED)
                        .saw(ended(MARKED, "a later lease", null), MARKED)
                        .state())
                .isEqualTo(new Unknown());
    }

    @Test
    void aBoardThatIsBehindDoesNotUnmarkWhatMongoDbAcknowledged() {
        Course marked = answered(Outcome.MARKED);
        assertThat(marked.saw(held("s", null), MARKED)).isEqualTo(marked);
    }

    @Test
    void whileMongoDbHasNotAnsweredTheLockAloneCannotRefuse() {
        Course sent = Course.begun(entry(null));
        assertThat(sent.saw(held("s", null), ASKED.plusSeconds(60))).isEqualTo(sent);
        assertThat(sent.saw(null, MARKED)).isEqualTo(sent);
        assertThat(sent.saw(held("request", OURS), MARKED).state())
                .isEqualTo(new Quarantine(OURS, ASKED.plusSeconds(3_600)));
    }

    @Test
    void anEndIsReadAsItWasRecorded() {
        for (EvictionState state : List.of(
                new Stopped(Duration.ofMillis(100)),
                new EvictionState.NeverConfirmed(),
                new EvictionState.Removed(),
                new NothingChanged(Why.NEVER_APPLIED),
                new Unknown())) {
            Course course = new Course(entry(null), state);
            assertThat(UNCONFIRMED.ended(course.end(MARKED)).state()).isEqualTo(state);
        }
    }

    @Test
    void whereTheDocumentTellsNoEndTheOldHoldersWritesAreWatchedFor() {
        AuditEntry asked = foreign();
        Course released = Course.begun(asked).answered(new Result(MARKED, Outcome.ENDED, "", ""));
        Instant until = MARKED.plus(Course.WATCHED);
        assertThat(released.state()).isEqualTo(new Watched(false, until));
        assertThat(released.saw(held("s", null), ASKED.plusSeconds(60))).isEqualTo(released);
        assertThat(released.at(until.minusMillis(1))).isEqualTo(released);
        Course unseen = released.at(until);
        Course late = released.late(MARKED.plusSeconds(3));
        assertThat(unseen.state()).isEqualTo(new NoLateWrite(false, Course.WATCHED));
        assertThat(late.state()).isEqualTo(new HolderLives(false, MARKED.plusSeconds(3), Duration.ofSeconds(3)));
        for (Course last : List.of(unseen, late)) {
            assertThat(released.ended(last.end(until)).state()).isEqualTo(last.state());
        }
    }

    @Test
    void whatMongoDbDidNotConfirmOfAnotherLibrarysLockStaysUnconfirmed() {
        Course course = Course.begun(foreign()).answered(new Result(MARKED, Outcome.NOT_CONFIRMED, "", ""));
        assertThat(course.saw(null, ASKED.plusSeconds(60)).state()).isEqualTo(new Unconfirmed());
        assertThat(course.isOpen()).isFalse();
    }

    /** The mark carries the time of the lock's cluster, the entry that of the console's. */
    @Test
    void aMarkInAClusterWhoseClockIsBehindIsOursAllTheSame() {
        Duration behind = Duration.ofMinutes(1);
        Eviction mark = new Eviction(
                "olga", "hung", MARKED.minus(behind), MARKED.minus(behind).plusSeconds(15));
        assertThat(UNCONFIRMED
                        .saw(held("other", mark), MARKED.minus(behind), behind)
                        .state())
                .isEqualTo(new Quarantine(mark, ASKED.plusSeconds(3_600)));
        assertThat(UNCONFIRMED
                        .saw(held("s", null), ASKED.minus(behind).plusSeconds(36), behind)
                        .state())
                .isEqualTo(new NothingChanged(Why.NEVER_APPLIED));
    }

    private static AuditEntry foreign() {
        Acquisition seen = new Acquisition(new BsonString("lock"), List.of(new BsonString("app-1")));
        return AskedEvictions.entry(
                "request",
                ASKED,
                "olga",
                "ip",
                new LockId("app.shedLock/shedlock", "lock"),
                seen.text(),
                0,
                "holder",
                "hung");
    }

    private static Course answered(Outcome outcome) {
        return Course.begun(entry(null)).answered(new Result(MARKED, outcome, "", ""));
    }

    private static AuditEntry entry(@Nullable Result result) {
        AuditEntry asked = AskedEvictions.entry(
                "request", ASKED, "olga", "ip", LockId.first("lock"), "acquirer", 7, "holder", "hung");
        return AskedEvictions.ended(asked, result, null);
    }

    private static LockDocument held(String stamp, @Nullable Eviction mark) {
        Instant since = ASKED.minusSeconds(60);
        Instant expiry = ASKED.plusSeconds(3_600);
        Holder holder = new Holder("acquirer", 1, 7, Duration.ofHours(1), since, since, expiry, stamp, OWNER, mark);
        return new LockDocument("lock", 1, 7, List.of(holder), List.of(), null, null, expiry);
    }

    private static LockDocument ended(Instant at, String acquirer, @Nullable Eviction mark) {
        Released released = new Released(at, acquirer.equals("request") ? "acquirer" : acquirer, 7, OWNER, "s", mark);
        return new LockDocument("lock", 1, 7, List.of(), List.of(), released, null, at);
    }
}

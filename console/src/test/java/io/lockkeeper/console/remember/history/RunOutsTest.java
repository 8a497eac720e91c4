package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lease of six seconds whose process is gone. */
class RunOutsTest {

    private static final Duration TTL = Duration.ofSeconds(6);
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");

    private long nanos;
    private final Board board = new Board();
    private final ServerClock clock = new ServerClock(() -> nanos);
    private final Pulse pulse = new Pulse(clock);
    private final RunOuts runOuts = new RunOuts(board, pulse, clock);
    private final Instant granted = clock.now().truncatedTo(ChronoUnit.MILLIS);
    private final LeaseRecord recorded =
            Records.lease(new LeaseKey("night", 7), Party.of(OWNER), granted, granted, null, null, null);

    @BeforeEach
    void itsDocumentIsLeftBehind() {
        Holder holder = new Holder("a", 1, 7, TTL, granted, granted, granted.plus(TTL), "s", OWNER, null);
        Waiter waiter = new Waiter("w", 1, TTL, granted, granted, granted.plusSeconds(3), "s", OWNER, 0);
        board.put(
                Lock.of(new LockDocument("night", 1, 7, List.of(holder), List.of(waiter), null, null, granted)),
                granted);
    }

    @Test
    void anHourLaterItEndedAtItsExpiry() {
        passes(Duration.ofHours(1));
        LeaseRecord known = runOuts.known(recorded);
        assertThat(known.endedAt()).isEqualTo(granted.plus(TTL));
        assertThat(known.ending()).isEqualTo(Ending.EXPIRED);
        assertThat(known.heldMillis()).isEqualTo(TTL.toMillis());
        assertThat(LeaseWords.held(known)).isEqualTo("6.0 s");
        assertThat(known.holder()).isEqualTo(recorded.holder());
    }

    @Test
    void untilThenItIsHeld() {
        passes(TTL.minusMillis(1));
        assertThat(runOuts.known(recorded)).isEqualTo(recorded);
    }

    @Test
    void ofABoardThatStandsStillNothingRunsOut() {
        pulse.completeAt(granted.plusSeconds(5));
        nanos += Duration.ofHours(1).toNanos();
        assertThat(runOuts.known(recorded)).isEqualTo(recorded);
        assertThat(runOuts.between(Instant.EPOCH, runOuts.knownTo()))
                .singleElement()
                .isInstanceOf(HistoryEvent.Left.class);
    }

    @Test
    void anotherLeaseOfTheLockIsNotMistakenForIt() {
        passes(Duration.ofHours(1));
        LeaseRecord next = Records.lease(new LeaseKey("night", 8), Party.of(OWNER), granted, granted, null, null, null);
        assertThat(runOuts.known(next).endedAt()).isNull();
    }

    @Test
    void eachEndIsBroughtToTheRecorderOnce() {
        passes(Duration.ofHours(1));
        Instant first = granted.plusSeconds(4);
        assertThat(runOuts.between(Instant.EPOCH, first)).singleElement().isInstanceOf(HistoryEvent.Left.class);
        assertThat(runOuts.between(first, runOuts.knownTo())).singleElement().isInstanceOf(HistoryEvent.Ended.class);
        assertThat(runOuts.between(runOuts.knownTo(), runOuts.knownTo())).isEmpty();
    }

    @Test
    void ofAThousandThatAreHeldOnlyThoseAreLookedAtOfWhichTimeHasChangedSomething() {
        IntStream.range(0, 1_000).forEach(i -> put("held:" + i, Duration.ofHours(2)));
        passes(Duration.ofHours(1));
        assertThat(board.runningOut(Instant.EPOCH, runOuts.knownTo()))
                .extracting(Lock::name)
                .containsExactly("night");
    }

    @Test
    void anEndIsBroughtAlsoWhereTheBoardHasJudgedALaterOneOfTheSameLock() {
        board.remove(new BsonString("night"));
        put("rooms", Duration.ofSeconds(2), Duration.ofSeconds(5));
        passes(Duration.ofHours(1));
        assertThat(board.live(runOuts.knownTo())).hasSize(1);
        Instant between = granted.plusSeconds(3);
        assertThat(runOuts.between(Instant.EPOCH, between)).hasSize(1);
        assertThat(runOuts.between(between, runOuts.knownTo())).hasSize(1);
    }

    private void put(String name, Duration... ttls) {
        List<Holder> holders = Stream.of(ttls)
                .map(ttl -> new Holder("of" + ttl, 1, 7, ttl, granted, granted, granted.plus(ttl), "s", OWNER, null))
                .toList();
        board.put(Lock.of(new LockDocument(name, 9, 7, holders, List.of(), null, null, granted)), granted);
    }

    @Test
    void aMomentAfterItsEndIsNotAnsweredWithIt() {
        passes(Duration.ofHours(1));
        LeaseRecord known = runOuts.known(recorded);
        assertThat(at(granted.plusSeconds(5)).asksFor(known)).isTrue();
        assertThat(at(granted.plusSeconds(7)).asksFor(known)).isFalse();
    }

    private static PastQuestion at(Instant moment) {
        return new PastQuestion(LockScope.EVERYTHING, moment, null, "", "", "", "");
    }

    private void passes(Duration time) {
        nanos += time.toNanos();
        pulse.completeAt(granted.plus(time));
    }
}

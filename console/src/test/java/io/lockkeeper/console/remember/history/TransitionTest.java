package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TransitionTest {

    private static final Instant T = Instant.parse("2026-11-22T03:12:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final Holder HOLDER = holder("a", 7, T, T.plus(TTL));

    @Test
    void aGrantOnALockThatHadNoDocumentWaitedForNothing() {
        assertThat(new Transition(Transition.idle("x"), lock(null, HOLDER), false, T).events())
                .containsExactly(new HistoryEvent.Granted("x", HOLDER, T));
    }

    @Test
    void ofALockThatIsNotKnownTheWaitIsUnknownToo() {
        assertThat(new Transition(null, lock(null, HOLDER), false, T).events())
                .containsExactly(new HistoryEvent.Granted("x", HOLDER, null));
    }

    @Test
    void aTouchIsNoHistory() {
        Holder touched = holder("a", 7, T.plusSeconds(10), T.plusSeconds(40));
        assertThat(new Transition(lock(null, HOLDER), lock(null, touched), false, T.plusSeconds(10)).events())
                .isEmpty();
    }

    @Test
    void aReleaseAfterTheShortestHoldIsARelease() {
        Holder lingering = new Holder("a", 1, 7, Duration.ZERO, T, T, T.plusSeconds(5), "s", OWNER, null);
        Released told = new Released(T.plusSeconds(5), "a", 7, OWNER, "s", null);
        assertThat(endingOf(lingering, told, false)).isEqualTo(Ending.RELEASED);
    }

    @Test
    void aGrantThatNobodyClaimedRanOut() {
        Holder unclaimed = holder("a", 7, T, T.plusSeconds(10));
        assertThat(endingOf(unclaimed, new Released(T.plusSeconds(10), "a", 7, OWNER, "s", null), false))
                .isEqualTo(Ending.EXPIRED);
    }

    @Test
    void ofSeveralLeasesThatEndTogetherThoseThatWereNotToldAreJudgedByTheirTime() {
        assertThat(endingOf(HOLDER, new Released(T, "another", 7, OWNER, "s", null), false))
                .isEqualTo(Ending.RELEASED);
        Holder old = holder("a", 7, T.minusSeconds(60), T.minusSeconds(30));
        assertThat(endingOf(old, new Released(T, "another", 7, OWNER, "s", null), false))
                .isEqualTo(Ending.EXPIRED);
    }

    @Test
    void aLiveLeaseWhoseDocumentIsDeletedEndedNobodyKnowsHow() {
        assertThat(endingOf(HOLDER, null, true)).isEqualTo(Ending.UNKNOWN);
    }

    @Test
    void whatRanOutHasEndedAtItsExpiryAlthoughNoWriteTellsIt() {
        Waiter gone = new Waiter("w", 1, TTL, T, T, T.plusSeconds(20), "s", OWNER, 0);
        LockDocument lock = new LockDocument("x", 1, 7, List.of(HOLDER), List.of(gone), null, null, T);
        assertThat(Transition.runOut(lock, T.plusSeconds(20)).events())
                .containsExactly(new HistoryEvent.Left("x", gone, T.plusSeconds(20), true, null));
        assertThat(Transition.runOut(lock, T.plus(Duration.ofHours(1))).events())
                .containsExactly(
                        new HistoryEvent.Ended("x", HOLDER, T.plus(TTL), Ending.EXPIRED, null),
                        new HistoryEvent.Left("x", gone, T.plusSeconds(20), true, null));
    }

    @Test
    void anEvictedLeaseThatRanOutWasEvictedAndALingeringOneReleased() {
        Eviction mark = new Eviction("olga", "hung", T, T.plusSeconds(15));
        Holder evicted = new Holder("a", 1, 7, TTL, T, T, T.plus(TTL), "s", OWNER, mark);
        Holder lingering = new Holder("b", 1, 8, Duration.ZERO, T, T, T.plusSeconds(5), "s", OWNER, null);
        assertThat(Transition.runOut(lock(null, evicted, lingering), T.plusSeconds(60))
                        .ended())
                .extracting(HistoryEvent.Ended::how, HistoryEvent.Ended::at)
                .containsExactly(tuple(Ending.EVICTED, T.plus(TTL)), tuple(Ending.RELEASED, T.plusSeconds(5)));
    }

    private static Ending endingOf(Holder holder, @Nullable Released told, boolean deleted) {
        Instant at = T.plusSeconds(1);
        List<HistoryEvent> events = new Transition(lock(null, holder), lock(told), deleted, at).events();
        assertThat(events).hasSize(1);
        return ((HistoryEvent.Ended) events.getFirst()).how();
    }

    private static Holder holder(String acquirer, long token, Instant touched, Instant expires) {
        return new Holder(acquirer, 1, token, TTL, T, touched, expires, "s", OWNER, null);
    }

    private static LockDocument lock(@Nullable Released released, Holder... holders) {
        return new LockDocument("x", 1, 7, List.of(holders), List.of(), released, null, T);
    }
}

package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LockTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner OWNER = new Owner("agent", "billing", "bill-1", "host", 1, "main", "");

    @Test
    void aLeaseTouchedInTimeIsHeld() {
        assertThat(lock("a", 0, touched(14)).state(NOW)).isEqualTo(LockState.HELD);
    }

    @Test
    void aLeaseOfWhichHalfIsGoneIsLate() {
        assertThat(lock("a", 0, touched(16)).state(NOW)).isEqualTo(LockState.RENEWAL_LATE);
    }

    @Test
    void aLeaseThatHasRunOutIsExpiredAndNotHeld() {
        Lock lock = lock("a", 0, touched(30));
        assertThat(lock.state(NOW)).isEqualTo(LockState.EXPIRED);
        assertThat(lock.isHeld(NOW)).isFalse();
    }

    @Test
    void anEvictedLeaseIsEvictedUntilItsQuarantineEnds() {
        Holder marked = holder(NOW.minusSeconds(29), new Eviction("olga", "hung", NOW, NOW.plusSeconds(15)));
        assertThat(lock("a", 0, marked).state(NOW)).isEqualTo(LockState.EVICTED);
        assertThat(lock("a", 0, marked).state(NOW.plusSeconds(1))).isEqualTo(LockState.EXPIRED);
    }

    @Test
    void oneLiveLeaseIsEnoughForALockNotToBeExpired() {
        assertThat(lock("a", 0, touched(40), touched(1)).state(NOW)).isEqualTo(LockState.HELD);
        assertThat(lock("a", 0, touched(1), touched(20)).state(NOW)).isEqualTo(LockState.RENEWAL_LATE);
    }

    @Test
    void aKeptLeaseThatNobodyUsesIsHeldByNobodySinceAnyTime() {
        Lock idle = lock("a", 0, used(true));
        assertThat(idle.state(NOW)).isEqualTo(LockState.KEPT);
        assertThat(idle.isHeld(NOW)).isTrue();
        assertThat(idle.heldSince()).isEqualTo(Instant.MAX);
        Lock used = lock("a", 0, used(false));
        assertThat(used.state(NOW)).isEqualTo(LockState.HELD);
        assertThat(used.heldSince()).isEqualTo(NOW.minusSeconds(5));
        assertThat(lock("a", 0, used(true)).state(NOW.plusSeconds(20))).isEqualTo(LockState.RENEWAL_LATE);
    }

    private static Holder used(boolean idle) {
        LatestUse use = new LatestUse(idle, NOW.minusSeconds(5), "worker-2", "", 12, 0);
        Instant granted = NOW.minusSeconds(3_600);
        return new Holder("a", 1, 5, TTL, granted, NOW, NOW.plus(TTL), "s", OWNER, null, null, null, use);
    }

    @Test
    void withoutALeaseALockIsWaitedForOrFree() {
        assertThat(lock("a", 1).state(NOW)).isEqualTo(LockState.WAITING);
        assertThat(lock("a", 0).state(NOW)).isEqualTo(LockState.FREE);
    }

    @Test
    void aBrokenLockDocumentIsDamagedUnderItsName() {
        Lock lock = Lock.of(BsonDocument.parse("{ _id: 'broken', holders: 'none' }"));
        assertThat(lock.name()).isEqualTo("broken");
        assertThat(lock.state(NOW)).isEqualTo(LockState.DAMAGED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ _id: 'cron', locked: true } | cron",
                "{ _id: 42, holders: [] } | 42",
                "{ _id: { $numberLong: '42' } } | 42",
                "{ _id: 42.0 } | 42",
                "{ _id: 4.5 } | 4.5",
                "{ _id: { $oid: '507f1f77bcf86cd799439011' } } | 507f1f77bcf86cd799439011",
                "{ _id: { a: 1 } } | {\"a\": 1}"
            })
    void whatAnotherProgramKeepsIsForeignUnderAPlainName(String document, String name) {
        Lock lock = Lock.of(BsonDocument.parse(document));
        assertThat(lock.name()).isEqualTo(name);
        assertThat(lock.state(NOW)).isEqualTo(LockState.FOREIGN);
    }

    @Test
    void whatWorriesStandsFirst() {
        Lock damaged = Lock.of(BsonDocument.parse("{ _id: 'damaged', holders: 1 }"));
        Lock abandoned = lock("abandoned", 0, touched(100));
        Lock wanted = lock("wanted", 1, touched(100));
        Lock late = lock("late", 3, touched(20));
        Lock busy = lock("busy", 2, touched(1));
        Lock old = lock("old", 0, touched(5));
        Lock young = lock("young", 0, touched(1));
        Lock foreign = Lock.of(BsonDocument.parse("{ _id: 'foreign' }"));
        Board all = new Board();
        List.of(foreign, abandoned, young, old, busy, damaged, wanted, late).forEach(lock -> all.put(lock, NOW));
        BoardSnapshot board = BoardSnapshot.of(all, NOW, Freshness.at(NOW, NOW, true), LockScope.EVERYTHING, "");
        assertThat(board.locks())
                .extracting(Lock::name)
                .containsExactly("late", "wanted", "damaged", "busy", "old", "young", "abandoned", "foreign");
        assertThat(board.held()).isEqualTo(4);
        assertThat(board.waiting()).isEqualTo(6);
    }

    private static Lock lock(String name, int waiters, Holder... holders) {
        Waiter waiter = new Waiter("w", 1, TTL, NOW, NOW, NOW.plus(TTL), "s", OWNER, 0);
        return Lock.of(
                new LockDocument(name, 1, 5, List.of(holders), Collections.nCopies(waiters, waiter), null, null, NOW));
    }

    private static Holder touched(long secondsAgo) {
        return holder(NOW.minusSeconds(secondsAgo), null);
    }

    private static Holder holder(Instant touched, @Nullable Eviction evicted) {
        return new Holder("a", 1, 5, TTL, touched, touched, touched.plus(TTL), "s", OWNER, evicted);
    }
}

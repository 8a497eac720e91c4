package io.lockkeeper.model;

import static io.lockkeeper.model.SettledLock.OWNER;
import static io.lockkeeper.model.SettledLock.START;
import static io.lockkeeper.model.SettledLock.TTL;
import static io.lockkeeper.model.SettledLock.exclusive;
import static io.lockkeeper.model.SettledLock.holders;
import static io.lockkeeper.model.SettledLock.released;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** How leases and waits go on and end: touch, expiry, eviction, on a real server whose clock the test sets. */
class SettleExpiryIT {

    private final SettledLock lock = new SettledLock("$orders.4711");

    @Test
    void whoIsGrantedByAnotherGetsAClaimTimeAndTheWholeTtlByItsOwnTouch() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(exclusive("b"));
        LockDocument released = lock.remove("a");

        Holder claim = released.holder("b").orElseThrow();
        assertThat(Duration.between(claim.updatedAt(), claim.expiresAt())).isEqualTo(Holder.CLAIM_TIME);
        assertThat(released.wake()).endsWith(" b=" + claim.token());

        Holder touched = lock.touch("b").holder("b").orElseThrow();
        assertThat(Duration.between(touched.updatedAt(), touched.expiresAt())).isEqualTo(TTL);
        assertThat(touched.acquiredAt()).isEqualTo(claim.acquiredAt());
        assertThat(touched.token()).isEqualTo(claim.token());
    }

    @Test
    void aWaiterThatSettlesAnExpiredLockByItsOwnTouchGetsItsTtl() {
        lock.enqueue(exclusive("a"));
        lock.pass(TTL.minusSeconds(20));
        lock.enqueue(exclusive("b"));
        lock.pass(Duration.ofSeconds(21));

        Holder holder = lock.touch("b").holder("b").orElseThrow();

        assertThat(Duration.between(holder.updatedAt(), holder.expiresAt())).isEqualTo(TTL);
    }

    @Test
    void anExpiredLeaseIsTakenOverAndNeverRevived() {
        Holder first = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.pass(TTL.plusMillis(2));

        LockDocument settled = lock.tryEnqueue(exclusive("b"));

        assertThat(holders(settled)).containsExactly("b");
        assertThat(settled.token()).isGreaterThan(first.token());
        assertThat(released(settled).acquirer()).isEqualTo("a");
        assertThat(released(settled).at()).isEqualTo(first.expiresAt());
        assertThat(holders(lock.touch("a"))).containsExactly("b");
        assertThat(holders(lock.remove("a"))).containsExactly("b");
    }

    @Test
    void anExpiredLeaseIsDroppedByItsOwnTouch() {
        lock.enqueue(exclusive("a"));
        lock.pass(TTL.plusMillis(2));

        assertThat(lock.touch("a").isIdle()).isTrue();
    }

    @Test
    void aWaiterThatStopsTouchingDropsOut() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(exclusive("b"));
        lock.enqueue(exclusive("c"));
        lock.pass(Waiter.TTL.minus(Duration.ofSeconds(1)));
        lock.touch("c");
        lock.pass(Duration.ofSeconds(2));

        assertThat(lock.touch("a").queue()).extracting(Waiter::acquirer).containsExactly("c");
    }

    @Test
    void aTouchThatWasStillUnderWayWhenItsHolderLetGoDoesNotKeepALeaseThatLingers() {
        lock.enqueue(exclusive("a"));
        LockDocument lingers =
                lock.settled(Settle.change(new Ask.Linger(lock.name(), "a", Duration.ofSeconds(5)), "s"));
        lock.pass(Duration.ofSeconds(1));

        LockDocument touched = lock.touch("a");

        assertThat(touched.holders().getFirst().expiresAt())
                .isEqualTo(lingers.holders().getFirst().acquiredAt().plusSeconds(5));
        lock.pass(Duration.ofSeconds(4).plusMillis(1));
        assertThat(holders(lock.tryEnqueue(exclusive("b")))).containsExactly("b");
    }

    @Test
    void theTimesOfAnEntryNeverGoBackWhenTheServersClockDoes() {
        Holder granted = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.setClock(START.minusSeconds(20));

        Holder touched = lock.touch("a").holders().getFirst();

        assertThat(touched.updatedAt()).isEqualTo(granted.updatedAt().plusMillis(1));
        assertThat(touched.expiresAt()).isEqualTo(touched.updatedAt().plus(TTL));
    }

    @Test
    void tokensGrowOverReleaseExpiryEvictionPurgeAndAClockThatStepsBack() {
        long first = lock.enqueue(exclusive("a")).token();
        lock.remove("a");
        lock.setClock(START.minusSeconds(20));
        long second = lock.enqueue(exclusive("b")).token();
        Holder evicted = lock.evictNow(lock.touch("b").holders().getFirst()).holders().stream()
                .findFirst()
                .orElse(null);
        assertThat(evicted).isNull();
        long third = lock.enqueue(exclusive("c")).token();
        lock.setClock(START.plus(Duration.ofDays(2)));
        lock.purge();
        long fourth = lock.enqueue(exclusive("d")).token();

        assertThat(List.of(first, second, third, fourth)).isSorted().doesNotHaveDuplicates();
        assertThat(fourth).isLessThan(1L << 53);
    }

    @Test
    void tokensGrowOverAClockThatStepsBackByAlmostTheRetentionBeforeAPurgeOrAfterIt() {
        Duration almost = PurgeIndex.RETENTION.minusSeconds(1);
        long first = lock.enqueue(exclusive("a")).token();
        lock.remove("a");
        lock.setClock(START.minus(almost));
        Holder second = lock.enqueue(exclusive("b")).holders().getFirst();
        lock.setClock(second.expiresAt().plus(PurgeIndex.RETENTION));
        lock.purge();
        Holder third = lock.enqueue(exclusive("c")).holders().getFirst();
        lock.setClock(third.expiresAt().plus(PurgeIndex.RETENTION));
        lock.purge();
        lock.pass(almost.negated());
        long fourth = lock.enqueue(exclusive("d")).token();

        assertThat(List.of(first, second.token(), third.token(), fourth))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void anEvictedLeaseIsMarkedOnceKeepsItsWeightAndIsNotTouchedAnyMore() {
        Holder seen = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.enqueue(exclusive("b"));

        Holder marked = lock.evict(seen, Duration.ofSeconds(15)).holder("a").orElseThrow();
        assertThat(marked.evicted()).isEqualTo(new Eviction("ann", "hung", START, START.plusSeconds(15)));
        assertThat(marked.expiresAt()).isEqualTo(seen.expiresAt());
        assertThat(marked.updatedAt()).isEqualTo(seen.updatedAt());
        lock.pass(Duration.ofSeconds(1));
        assertThat(lock.evict(seen, Duration.ofHours(1)).holder("a")).contains(marked);
        assertThat(lock.touch("a").holder("a")).contains(marked);

        assertThat(holders(lock.remove("a"))).containsExactly("b");
        assertThat(released(lock.touch("b")).evicted()).isEqualTo(marked.evicted());
    }

    @Test
    void theQuarantineOfALeaseThatIsAboutToExpireIsGivenInFull() {
        Holder seen = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.pass(TTL.minusSeconds(1));
        lock.enqueue(exclusive("b"));

        assertThat(lock.evict(seen, Duration.ofSeconds(15))
                        .holder("a")
                        .orElseThrow()
                        .expiresAt())
                .isEqualTo(lock.now().plusSeconds(15));
        lock.pass(Duration.ofSeconds(15));
        assertThat(holders(lock.touch("b"))).containsExactly("b");
    }

    @Test
    void evictionOfALeaseThatIsNoLongerThereChangesNothing() {
        Holder seen = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.remove("a");
        lock.enqueue(exclusive("b"));
        BsonDocument before = lock.stored();

        lock.evict(seen, Duration.ofSeconds(15));
        lock.evictNow(seen);

        assertThat(lock.stored()).isEqualTo(before);
    }

    @Test
    void evictNowEndsExactlyTheLeaseThatWasSeenAndGrantsTheNext() {
        Holder seen = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.enqueue(exclusive("b"));
        lock.evict(seen, Duration.ofSeconds(15));

        LockDocument settled = lock.evictNow(seen);

        assertThat(holders(settled)).containsExactly("b");
        assertThat(released(settled).evicted()).isEqualTo(new Eviction("ann", "dead", START, START));
        assertThat(settled.wake()).matches(".* a b=\\d+");
    }

    @Test
    void ofLeasesThatExpiredUnnoticedTheOneThatEndedLastIsTheReleasedOne() {
        lock.enqueue(new Request("long", 1, 2, TTL, OWNER));
        lock.enqueue(new Request("short", 1, 2, TTL.dividedBy(2), OWNER));
        lock.pass(TTL.multipliedBy(2));

        assertThat(released(lock.touch("anybody")).acquirer()).isEqualTo("long");
    }

    @Test
    void whoIsGrantedByAnEvictionHearsOfItEvenIfItsOldLeaseWasMeant() {
        Holder seen = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.remove("a");
        lock.enqueue(Request.exclusive("b", Duration.ofSeconds(5), OWNER));
        lock.enqueue(exclusive("a"));
        lock.pass(Duration.ofSeconds(6));

        LockDocument settled = lock.evict(seen, Duration.ofSeconds(15));

        Holder granted = settled.holder("a").orElseThrow();
        assertThat(settled.wake()).matches(".* a=\\d+");
        assertThat(granted.evicted()).isNull();
        assertThat(Duration.between(granted.updatedAt(), granted.expiresAt())).isEqualTo(Holder.CLAIM_TIME);
    }
}

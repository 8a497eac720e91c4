package io.lockkeeper.model;

import static io.lockkeeper.model.SettledLock.exclusive;
import static io.lockkeeper.model.SettledLock.holders;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Waiters that an operator took out of the queue, on a real server whose clock the test sets. */
class SettleTakeOutIT {

    private final SettledLock lock = new SettledLock("$orders.4711");

    @Test
    void exactlyThatWaiterLeavesTheQueueAndItsAgentIsWoken() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(exclusive("b"));
        lock.enqueue(exclusive("c"));

        LockDocument left = takeOut("b");
        assertThat(left.queue()).extracting(Waiter::acquirer).containsExactly("c");
        assertThat(left.wake()).isEqualTo("out-b b");
        assertThat(left.takenOut("b")).contains(new TakenOut("b", "$ann", "wrong queue", lock.now()));
        assertThat(left.takenOut("c")).isEmpty();
        assertThat(LockMapper.fromBson(LockMapper.toBson(left))).isEqualTo(left);
    }

    @Test
    void itsRequestDoesNotJoinTheQueueAgain() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(exclusive("b"));
        takeOut("b");

        LockDocument again = lock.enqueue(exclusive("b"));
        assertThat(again.queue()).isEmpty();
        assertThat(again.takenOut("b")).isPresent();
        assertThat(holders(lock.remove("a"))).isEmpty();
        assertThat(holders(lock.enqueue(exclusive("b")))).isEmpty();
        assertThat(holders(lock.tryEnqueue(exclusive("c")))).containsExactly("c");
    }

    @Test
    void itsRequestDoesNotChangeTheCapacityOfAnIdleLockEither() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(exclusive("b"));
        takeOut("b");
        LockDocument idle = lock.remove("a");

        assertThat(lock.tryEnqueue(new Request("b", 1, 5, SettledLock.TTL, SettledLock.OWNER)))
                .isEqualTo(idle);
        assertThat(lock.tryEnqueue(new Request("c", 1, 5, SettledLock.TTL, SettledLock.OWNER))
                        .capacity())
                .isEqualTo(5);
    }

    @Test
    void whoHoldsTheLockByThenOrIsGoneIsNotTouched() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(exclusive("b"));
        LockDocument granted = lock.remove("a");

        assertThat(takeOut("b")).isEqualTo(granted);
        assertThat(takeOut("nobody")).isEqualTo(granted);
    }

    @Test
    void whoStoodBehindItIsGrantedWhatFits() {
        Request reader = new Request("a", 1, 5, SettledLock.TTL, SettledLock.OWNER);
        lock.enqueue(reader);
        lock.enqueue(new Request("writer", 5, 5, SettledLock.TTL, SettledLock.OWNER));
        lock.enqueue(new Request("b", 1, 5, SettledLock.TTL, SettledLock.OWNER));

        LockDocument left = takeOut("writer");
        assertThat(holders(left)).containsExactly("a", "b");
        assertThat(left.wake()).isEqualTo("out-writer writer b=" + left.token());
    }

    @Test
    void aPauseIsNoWaiterThatCouldBeTakenOut() {
        lock.enqueue(exclusive("a"));
        LockDocument paused = lock.settled(
                Settle.pause(lock.name().value(), "ann", "", lock.now().plusSeconds(600), "p"));

        assertThat(takeOut("p")).isEqualTo(paused);
    }

    @Test
    void itIsToldForAMinuteAndOfTheLatestAlone() {
        lock.enqueue(exclusive("a"));
        for (int i = 0; i < TakenOut.MOST + 1; i++) {
            lock.enqueue(exclusive("b" + i));
            takeOut("b" + i);
        }
        assertThat(lock.touch("a").takenOut()).hasSize(TakenOut.MOST);
        assertThat(lock.touch("a").takenOut("b0")).isEmpty();
        lock.pass(Duration.ofSeconds(19));
        lock.touch("a");
        lock.pass(Duration.ofSeconds(19));
        lock.touch("a");
        lock.pass(Duration.ofSeconds(19));
        assertThat(lock.touch("a").takenOut()).hasSize(TakenOut.MOST);
        lock.pass(Duration.ofSeconds(3));
        assertThat(lock.touch("a").takenOut()).isEmpty();
        assertThat(lock.stored()).doesNotContainKey("takenOut");
    }

    @Test
    void aLockOutOfWhichSomebodyWasTakenIsNoUncontendedOne() {
        lock.enqueue(exclusive("a"));
        LockDocument idle = lock.remove("a");
        Ask.Enqueue ask = new Ask.Enqueue(lock.name(), exclusive("b"));
        UncontendedChange before = UncontendedChange.of(idle, ask).orElseThrow();
        lock.enqueue(exclusive("c"));
        lock.enqueue(exclusive("b"));
        takeOut("b");
        LockDocument free = lock.remove("c");

        assertThat(lock.apply(before, "fast")).isEmpty();
        assertThat(UncontendedChange.of(free, ask)).isEmpty();
    }

    private LockDocument takeOut(String acquirer) {
        return lock.settled(Settle.takeOut(lock.name().value(), acquirer, "$ann", "wrong queue", "out-" + acquirer));
    }
}

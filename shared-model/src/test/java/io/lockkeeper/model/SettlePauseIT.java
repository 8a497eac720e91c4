package io.lockkeeper.model;

import static io.lockkeeper.model.SettledLock.TTL;
import static io.lockkeeper.model.SettledLock.exclusive;
import static io.lockkeeper.model.SettledLock.holders;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Locks that an operator paused, on a real server whose clock the test sets. */
class SettlePauseIT {

    private static final Duration AN_HOUR = Duration.ofHours(1);

    private final SettledLock lock = new SettledLock("$orders.4711");

    @Test
    void whoHoldsGoesOnAndNobodyElseIsGrantedTheLock() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(exclusive("b"));
        pause(AN_HOUR);

        assertThat(holders(lock.touch("a"))).containsExactly("a");
        assertThat(holders(lock.remove("a"))).isEmpty();
        assertThat(holders(lock.touch("b"))).isEmpty();
        assertThat(holders(lock.tryEnqueue(exclusive("c")))).isEmpty();
    }

    @Test
    void whoWaitsKeepsItsPlaceAndIsGrantedTheLockWhenThePauseEndsByItself() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(exclusive("b"));
        Pause pause = pause(Duration.ofSeconds(20));
        lock.enqueue(exclusive("c"));
        lock.remove("a");
        lock.setClock(pause.until().minusMillis(1));
        assertThat(lock.touch("c").queue()).extracting(Waiter::acquirer).containsExactly("b", "c");

        lock.setClock(pause.until());

        LockDocument granted = lock.touch("c");
        assertThat(holders(granted)).containsExactly("b");
        assertThat(granted.paused()).isNull();
    }

    @Test
    void anOperatorEndsExactlyThePauseThatItSawAndTheNextIsWoken() {
        lock.enqueue(exclusive("a"));
        Pause first = pause(AN_HOUR);
        Pause second = pause(AN_HOUR.multipliedBy(2));
        lock.remove("a");
        lock.enqueue(exclusive("b"));

        assertThat(resume(first).paused()).isEqualTo(second);
        LockDocument resumed = resume(second);
        assertThat(resumed.paused()).isNull();
        assertThat(holders(resumed)).containsExactly("b");
        assertThat(resumed.wake()).endsWith("b=" + resumed.token());
    }

    @Test
    void thereIsOnePauseAndNoneUntilATimeThatHasPassed() {
        lock.enqueue(exclusive("a"));
        pause(AN_HOUR);
        Pause second = pause(TTL);

        assertThat(lock.touch("a").paused()).isEqualTo(second);
        assertThat(pauseUntil(lock.now()).paused()).isNull();
    }

    @Test
    void aPausedLockIsNoUncontendedOne() {
        lock.enqueue(exclusive("a"));
        LockDocument idle = lock.remove("a");
        Ask.Enqueue ask = new Ask.Enqueue(lock.name(), exclusive("b"));
        UncontendedChange before = UncontendedChange.of(idle, ask).orElseThrow();
        pause(AN_HOUR);

        assertThat(lock.apply(before.alone("fast"))).isEmpty();
        assertThat(UncontendedChange.of(lock.touch("a"), ask)).isEmpty();
    }

    @Test
    void theDocumentOfAPausedLockIsNotPurgedBeforeThePauseEnds() {
        lock.enqueue(exclusive("a"));
        lock.remove("a");

        Pause pause = pause(Duration.ofDays(30));

        assertThat(lock.touch("a").expiresAt()).isEqualTo(pause.until());
        assertThat(new SettledLock("$orders.4712").apply(Settle.pause("$orders.4712", "ann", "", pause.until(), "s")))
                .isEmpty();
    }

    @Test
    void anEvictedHolderIsFollowedByNobodyEither() {
        Holder seen = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.enqueue(exclusive("b"));
        pause(AN_HOUR);

        assertThat(holders(lock.evictNow(seen))).isEmpty();
        assertThat(lock.touch("b").queue()).extracting(Waiter::acquirer).containsExactly("b");
    }

    private Pause pause(Duration time) {
        return requireNonNull(pauseUntil(lock.now().plus(time)).paused());
    }

    private LockDocument pauseUntil(Instant until) {
        return lock.settled(Settle.pause(lock.name().value(), "ann", "the database is moved", until, "p" + until));
    }

    private LockDocument resume(Pause pause) {
        return lock.settled(Settle.resume(lock.name().value(), pause, "r"));
    }
}

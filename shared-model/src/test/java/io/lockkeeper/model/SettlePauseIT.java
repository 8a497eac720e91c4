package io.lockkeeper.model;

import static io.lockkeeper.model.SettledLock.TTL;
import static io.lockkeeper.model.SettledLock.exclusive;
import static io.lockkeeper.model.SettledLock.holders;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

        assertThat(lock.apply(before, "fast")).isEmpty();
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
    void aLockThatNobodyHasUsedIsPausedWithADocumentOfItsOwnAndGrantedToTheNextAfterwards() {
        Pause pause = pauseUnused(AN_HOUR);

        assertThat(holders(lock.tryEnqueue(exclusive("a")))).isEmpty();
        LockDocument waits = lock.enqueue(exclusive("b"));
        assertThat(holders(waits)).isEmpty();
        assertThat(waits.paused()).isEqualTo(pause);
        assertThat(waits.expiresAt()).isEqualTo(pause.until());

        LockDocument granted = resume(pause);
        assertThat(holders(granted)).containsExactly("b");
        assertThat(granted.token()).isEqualTo(lock.now().toEpochMilli() * 1000 + 1);
    }

    @Test
    void theNextTokenAfterAPauseOfAPurgedLockIsAboveThoseOfBeforeAlsoOnTheFastPath() {
        long before = lock.enqueue(exclusive("a")).token();
        lock.purge();
        lock.pass(Duration.ofDays(2));
        LockDocument idle = resume(pauseUnused(AN_HOUR));

        UncontendedChange fast = UncontendedChange.of(idle, new Ask.Enqueue(lock.name(), exclusive("b")))
                .orElseThrow();
        assertThat(lock.apply(fast, "fast")).isPresent();
        assertThat(lock.stored().getInt64("token").getValue()).isGreaterThan(before);
    }

    @Test
    void aPausedLockThatNobodyHoldsOrWaitsForIsOfTheKindThatIsAskedForNext() {
        Pause pause = pauseUnused(AN_HOUR);

        assertThat(lock.tryEnqueue(permit("a")).capacity()).isEqualTo(3);
        assertThat(lock.enqueue(permit("b")).queue())
                .extracting(Waiter::acquirer)
                .containsExactly("b");
        assertThat(lock.enqueue(exclusive("c")).queue())
                .as("somebody waits for it as a lock of another kind")
                .extracting(Waiter::acquirer)
                .containsExactly("b");
        assertThat(holders(resume(pause))).containsExactly("b");
    }

    @Test
    void aPauseOfAnUnusedLockThatComesLateMakesNoDocument() {
        Instant until = lock.now().plus(AN_HOUR);
        Change late =
                Settle.pauseUnused(lock.name(), "ann", "", until, lock.now().minusMillis(1), "s");

        assertThatThrownBy(() -> lock.apply(late)).hasMessageContaining("too late for: $orders.4711");
        assertThat(lock.bytes()).isEmpty();
    }

    @Test
    void whereALockWasUsedMeanwhileItIsPausedAsItIs() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(exclusive("b"));
        Pause pause = pauseUnused(AN_HOUR);

        assertThat(lock.touch("a").paused()).isEqualTo(pause);
        assertThat(holders(lock.remove("a"))).isEmpty();
    }

    @Test
    void anEvictedHolderIsFollowedByNobodyEither() {
        Holder seen = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.enqueue(exclusive("b"));
        pause(AN_HOUR);

        assertThat(holders(lock.evictNow(seen))).isEmpty();
        assertThat(lock.touch("b").queue()).extracting(Waiter::acquirer).containsExactly("b");
    }

    private Pause pauseUnused(Duration time) {
        Instant until = lock.now().plus(time);
        Change pause = Settle.pauseUnused(lock.name(), "ann", "a deployment", until, lock.now(), "p" + until);
        return requireNonNull(lock.settled(pause).paused());
    }

    private static Request permit(String acquirer) {
        return new Request(acquirer, 1, 3, TTL, SettledLock.OWNER, null);
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

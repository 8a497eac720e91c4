package io.lockkeeper.model;

import static io.lockkeeper.model.SettledLock.OWNER;
import static io.lockkeeper.model.SettledLock.START;
import static io.lockkeeper.model.SettledLock.TTL;
import static io.lockkeeper.model.SettledLock.exclusive;
import static io.lockkeeper.model.SettledLock.holders;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leases that their agents keep, on a real server whose clock the test sets. */
class SettleKeepIT {

    private static final Duration RECALL = Duration.ofMillis(200);

    private final SettledLock lock = new SettledLock("$orders.4711");

    @Test
    void aRequestThatNobodyElseWaitsBehindHasABlockOfTokensAndTheNextGrantComesAfterIt() {
        LockDocument kept = lock.enqueue(keeping("a", 100));

        Holder holder = kept.holders().getFirst();
        assertThat(holder.keep()).isEqualTo(new Keep(Duration.ofSeconds(30), 100));
        assertThat(holder.token()).isEqualTo(START.toEpochMilli() * 1000);
        assertThat(kept.token()).isEqualTo(holder.token() + 99);
        lock.remove("a");
        assertThat(lock.enqueue(exclusive("b")).holders().getFirst().token()).isEqualTo(holder.token() + 100);
    }

    @Test
    void tokensRunNoMoreThanAMinuteAheadOfTheClock() {
        long last = 0;
        for (int i = 0; i < 1_000; i++) {
            last = lock.enqueue(keeping("a" + i, Keep.MAX_TOKENS)).token();
            lock.remove("a" + i);
        }
        assertThat(last).isBetween(minuteAhead(), minuteAhead() + 1_000);
        assertThat(lock.enqueue(keeping("b", Keep.MAX_TOKENS))
                        .holders()
                        .getFirst()
                        .keep())
                .isEqualTo(new Keep(Duration.ofSeconds(30), 1));
        lock.remove("b");
        lock.pass(Duration.ofSeconds(1));
        assertThat(requireNonNull(lock.enqueue(keeping("c", Keep.MAX_TOKENS))
                                .holders()
                                .getFirst()
                                .keep())
                        .tokens())
                .isEqualTo(Keep.MAX_TOKENS);
    }

    private static long minuteAhead() {
        return START.plus(Keep.AHEAD).toEpochMilli() * 1000;
    }

    @Test
    void whoWasGrantedByAnotherOrHasSomebodyBehindItKeepsNothing() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(keeping("b", 100));
        assertThat(lock.remove("a").holders().getFirst().keep()).isNull();
        lock.enqueue(keeping("c", 100));
        lock.enqueue(exclusive("d"));
        lock.remove("b");

        LockDocument passed = lock.touch("c");
        assertThat(holders(passed)).containsExactly("c");
        assertThat(passed.holders().getFirst().keep()).isNull();
    }

    @Test
    void whoComesToWaitRecallsTheLeaseAndItsHeartbeatDoesNot() {
        lock.enqueue(keeping("a", 100));

        LockDocument awaited = lock.enqueue(exclusive("b"));
        assertThat(awaited.wake()).endsWith(" a?");
        assertThat(lock.touch("b").wake()).isEqualTo(awaited.wake());
    }

    @Test
    void aTryWaitsFirstInTheQueueForTheKeptLeaseAndASecondOneDoesNot() {
        lock.enqueue(keeping("a", 100));

        LockDocument tried = lock.settled(attempt("b"));
        Waiter waiter = tried.queue().getFirst();
        assertThat(waiter.recalls()).isEqualTo("a");
        assertThat(waiter.expiresAt()).isEqualTo(waiter.updatedAt().plus(RECALL).plusSeconds(1));
        assertThat(lock.settled(attempt("c"))).isEqualTo(tried);
        assertThat(holders(lock.remove("a"))).containsExactly("b");
    }

    @Test
    void noTouchKeepsATryInTheQueueForLonger() {
        lock.enqueue(keeping("a", 100));
        Waiter tried = lock.settled(attempt("b")).queue().getFirst();
        lock.pass(Duration.ofMillis(100));

        Waiter touched = lock.touch("b").queue().getFirst();
        assertThat(touched.updatedAt()).isAfter(tried.updatedAt());
        assertThat(touched.expiresAt()).isEqualTo(tried.expiresAt());
        lock.updateMany(Settle.touchAll(List.of(new Beat(lock.name(), "b", 0)), "beat"));
        assertThat(LockMapper.fromBson(lock.stored()).queue().getFirst().expiresAt())
                .isEqualTo(tried.expiresAt());
        lock.pass(RECALL.plusSeconds(1));
        assertThat(lock.touch("z").queue()).isEmpty();
    }

    @Test
    void aTryLeavesWhenTheLeaseIsInUseAndItsKeepingEnds() {
        lock.enqueue(keeping("a", 100));
        lock.settled(attempt("b"));

        LockDocument ended = lock.settled(Settle.change(new Ask.EndKeep(lock.name(), "a"), "end"));
        assertThat(ended.holders().getFirst().keep()).isNull();
        assertThat(ended.queue()).isEmpty();
        assertThat(ended.wake()).isEqualTo("end b");
        assertThat(lock.settled(attempt("c")).queue()).isEmpty();
    }

    @Test
    void aTryLeavesWithALeaseThatRanOut() {
        lock.enqueue(keeping("a", 100));
        lock.pass(TTL.minusMillis(100));
        lock.settled(attempt("b"));
        lock.pass(Duration.ofMillis(200));

        LockDocument settled = lock.touch("z");
        assertThat(settled.isIdle()).isTrue();
        assertThat(settled.wake()).endsWith(" b");
    }

    @Test
    void aRenewalTellsTheLatestUseWhereItReachesTheLease() {
        LatestUse use = new LatestUse(true, START.plusMillis(1), "$worker", "{ $set: 1 }", 1_234, 0);
        LatestUse next = new LatestUse(false, START.plusMillis(2), "worker-2", "", 1_235, 7);
        Holder granted = lock.enqueue(keeping("a", 100)).holders().getFirst();
        assertThat(granted.use()).isNull();

        LockDocument told = beat(use);
        assertThat(told.holders().getFirst().use()).isEqualTo(use);
        assertThat(LockMapper.fromBson(LockMapper.toBson(told))).isEqualTo(told);
        LockDocument awaited = beat(next);
        assertThat(awaited.holders().getFirst().use()).isEqualTo(next);
        assertThat(awaited.waiting()).isEqualTo(7);
        lock.evict(granted, Duration.ofSeconds(15));
        assertThat(beat(use).holders().getFirst().use()).isEqualTo(next);
    }

    private LockDocument beat(LatestUse use) {
        lock.updateMany(Settle.touchAll(
                List.of(new Beat(lock.name(), "z", 0), new Beat(lock.name(), "a", 0, use)), "beat-" + use.count()));
        return LockMapper.fromBson(lock.stored());
    }

    @Test
    void aPauseRecallsTheLease() {
        lock.enqueue(keeping("a", 100));
        LockDocument paused =
                lock.settled(Settle.pause("$orders.4711", "ann", "", lock.now().plusSeconds(60), "p"));
        assertThat(paused.wake()).isEqualTo("p a?");
    }

    @Test
    void aCohortHasABlockOfTokensAlthoughOthersWaitAndIsNotKept() {
        lock.enqueue(exclusive("a"));
        lock.enqueue(cohort("b", 100));
        lock.enqueue(exclusive("c"));

        LockDocument handed = lock.remove("a");
        Holder holder = handed.holders().getFirst();
        assertThat(holder.keep()).isEqualTo(new Keep(Duration.ZERO, 100));
        assertThat(holder.isKept()).isFalse();
        assertThat(handed.token()).isEqualTo(holder.token() + 99);
        assertThat(handed.wake()).endsWith(" b=" + holder.token() + "+100");
        assertThat(lock.settled(attempt("d")).queue())
                .extracting(Waiter::acquirer)
                .containsExactly("c");
        LockDocument next = lock.remove("b");
        assertThat(next.wake()).endsWith(" c=" + (holder.token() + 100));
        assertThat(next.holders().getFirst().keep()).isNull();
    }

    @Test
    void aCohortThatNobodyElseWaitsBehindIsKept() {
        Holder holder = lock.enqueue(cohort("a", 100)).holders().getFirst();
        assertThat(holder.keep()).isEqualTo(new Keep(Duration.ofSeconds(30), 100));
        assertThat(holder.isKept()).isTrue();
    }

    private static Request cohort(String acquirer, int tokens) {
        return new Request(acquirer, 1, 1, TTL, OWNER, new Keep(Duration.ofSeconds(30), tokens, true));
    }

    private Change attempt(String acquirer) {
        return Settle.change(new Ask.TryEnqueue(lock.name(), exclusive(acquirer), RECALL), "try-" + acquirer);
    }

    private static Request keeping(String acquirer, int tokens) {
        return new Request(acquirer, 1, 1, TTL, OWNER, new Keep(Duration.ofSeconds(30), tokens));
    }
}

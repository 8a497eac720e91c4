package io.lockkeeper.console.face.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingOrderTest {

    private final AtomicLong nanos = new AtomicLong();
    private final StandingOrder order = new StandingOrder(nanos::get);

    @Test
    void theFirstLocksAreListedAtOnceAndAnotherOrderAFewSecondsLater() {
        take("a b c");
        assertShown("a b c");
        take("c b a");
        assertShown("a b c");
        pass();
        take("c b a");
        assertShown("c b a");
    }

    @Test
    void anOrderThatDoesNotChangeIsReplacedAtOnceByOneThatDoes() {
        take("a b");
        pass();
        take("a b");
        take("b a");
        assertShown("b a");
    }

    @Test
    void whileAHandIsInTheListNothingMovesAndTheChangesAreCounted() {
        take("a b c");
        order.hold(true);
        pass();
        take("c d a");
        assertShown("a b c");
        assertThat(order.changes()).isEqualTo(3);
        order.apply();
        assertShown("c d a");
        assertThat(order.changes()).isZero();
    }

    @Test
    void onceTheHandHasLeftTheOrderIsTheCurrentOne() {
        take("a b");
        order.hold(true);
        pass();
        take("b a");
        order.hold(false);
        assertThat(order.changes()).isZero();
        take("b a");
        assertShown("b a");
    }

    @Test
    void anotherQuestionIsAnsweredAtOnce() {
        take("a b");
        order.hold(true);
        order.take(locks("b"), LockQuery.ALL.searching("b"), Duration.ZERO);
        assertShown("b");
    }

    @Test
    void whatTookLongIsNotDoneAgainAtOnce() {
        order.take(locks("a b"), LockQuery.ALL, Duration.ofMillis(600));
        pass();
        assertThat(order.isDue(LockQuery.ALL)).isFalse();
        assertThat(order.isDue(LockQuery.ALL.searching("b"))).isTrue();
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        assertThat(order.isDue(LockQuery.ALL)).isTrue();
        order.take(locks("a b"), LockQuery.ALL, Duration.ofMinutes(1));
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(order.isDue(LockQuery.ALL))
                .as("after a machine that stood still")
                .isTrue();
    }

    @Test
    void locksAreAskedForOnlyWhenTheyAreUsed() {
        assertThat(order.isDue(LockQuery.ALL)).isTrue();
        take("a b");
        assertThat(order.isDue(LockQuery.ALL)).isFalse();
        assertThat(order.isDue(LockQuery.ALL.searching("b"))).isTrue();
        pass();
        assertThat(order.isDue(LockQuery.ALL)).isTrue();
        order.hold(true);
        take("b a");
        assertThat(order.isDue(LockQuery.ALL)).isFalse();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(order.isDue(LockQuery.ALL)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "a b c, a b c, 0",
        "a b c, x a b c, 1",
        "a b c, b c, 1",
        "a b c d, d a b c, 1",
        "a b c d, d c b a, 3",
        "a b, x y, 4",
        "'', x, 1"
    })
    void whatCameWentOrMovedIsCountedOnce(String from, String to, int moves) {
        assertThat(StandingOrder.Moves.between(names(from), names(to))).isEqualTo(moves);
    }

    private void take(String names) {
        order.take(locks(names), LockQuery.ALL, Duration.ZERO);
    }

    private void pass() {
        nanos.addAndGet(StandingOrder.AT_MOST_EVERY.toNanos());
    }

    private void assertShown(String names) {
        assertThat(order.shown()).isEqualTo(names(names));
    }

    private static List<Lock> locks(String names) {
        return names(names).stream().map(Lock::gone).toList();
    }

    private static List<String> names(String names) {
        return Stream.of(names.split(" ")).filter(name -> !name.isEmpty()).toList();
    }
}

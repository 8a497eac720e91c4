package io.lockkeeper.console.judge.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LockOrdersTest {

    private final LockOrders orders = new LockOrders();

    @Test
    void twoOrdersOfTwoThreadsContradictEachOtherAlsoIfTheyNeverMeet() {
        takes("a/1", "x", "y");
        takes("b/1", "y", "x");
        assertThat(found())
                .singleElement()
                .satisfies(
                        order -> assertThat(order.sentence(Situation.NOW))
                                .isEqualTo(
                                        "svc · a · 1 took x before y, 50 s ago; svc · b · 1 took them the other way round, 50 s ago."));
    }

    @Test
    void whoWaitsForTheSecondLockHasTakenAnOrderToo() {
        Situation one = new Situation().holds("a/1", "x").holds("b/1", "y").waits("a/1", "y");
        see(one, "x", "y");
        Situation other = new Situation().holds("c/1", "y").holds("d/1", "x").waits("c/1", "x");
        see(other, "y", "x");
        assertThat(found()).hasSize(1);
    }

    @Test
    void oneOrderAloneIsNoContradictionNorAreBothOfOneThread() {
        takes("a/1", "x", "y");
        takes("b/1", "x", "y");
        assertThat(found()).isEmpty();
        LockOrders own = new LockOrders();
        takes(own, "a/1", "x", "y");
        takes(own, "a/1", "y", "x");
        assertThat(own.contradictions(Situation.NOW)).isEmpty();
    }

    @Test
    void anotherThreadOfTheSameProcessIsAnotherThread() {
        takes("a/1", "x", "y");
        takes("a/2", "y", "x");
        assertThat(found()).hasSize(1);
    }

    @Test
    void underOneMoreLockBothOrdersAreSafeUntilOneIsTakenWithoutIt() {
        takes("a/1", "gate", "x", "y");
        takes("b/1", "gate", "y", "x");
        assertThat(found()).noneMatch(order -> order.first().equals("x"));
        takes("c/1", "y", "x");
        assertThat(found())
                .anyMatch(order -> order.first().equals("x") && order.second().equals("y"));
    }

    @Test
    void locksThatAreTakenOneAfterTheOtherHaveNoOrder() {
        takesInTurn("a/1", "x", "y");
        takesInTurn("b/1", "y", "x");
        assertThat(found()).isEmpty();
    }

    @Test
    void whatWasReleasedUnseenBeforeTheLocksWereReadAnewHasNoOrder() {
        see(new Situation().holdsSince("a/1", "x", Duration.ofSeconds(60)), "x");
        see(new Situation().holdsSince("b/1", "y", Duration.ofSeconds(60)), "y");
        orders.readAnew(List.of(new Situation().holds("c/1", "z").lockNamed("z")));
        see(new Situation().holdsSince("a/1", "y", Duration.ofSeconds(10)), "y");
        see(new Situation().holdsSince("b/1", "x", Duration.ofSeconds(10)), "x");
        assertThat(found()).isEmpty();
    }

    @Test
    void whatIsStillHeldAfterTheLocksWereReadAnewHasTheOrderOfItsGrants() {
        Situation held = new Situation()
                .holdsSince("a/1", "x", Duration.ofSeconds(60))
                .holdsSince("a/1", "y", Duration.ofSeconds(50));
        orders.readAnew(List.of(held.lockNamed("y"), held.lockNamed("x")));
        takes("b/1", "y", "x");
        assertThat(found()).hasSize(1);
    }

    @Test
    void placesOfASemaphoreAndRequestsOfTheAgentsOwnThreadsHaveNoOrder() {
        Situation semaphore = new Situation().capacity("x", 2).holds("a/1", "x").holds("a/1", "y");
        see(semaphore, "x", "y");
        takes("b/1", "y", "x");
        takes("c/lockkeeper-acquire", "p", "q");
        takes("d/lockkeeper-acquire", "q", "p");
        assertThat(found()).isEmpty();
    }

    @Test
    void afterAnHourItIsForgotten() {
        takes("a/1", "x", "y");
        takes("b/1", "y", "x");
        assertThat(orders.contradictions(Situation.NOW.plus(Duration.ofHours(2))))
                .isEmpty();
    }

    @Test
    void aThreadThatHoldsThousandsCostsLittle() {
        IntStream.range(0, 30_000).forEach(i -> {
            Situation one = new Situation().holds("a/1", "lock" + i);
            see(one, "lock" + i);
        });
        assertThat(found()).isEmpty();
    }

    private List<ContradictingOrders> found() {
        return orders.contradictions(Situation.NOW);
    }

    private void takes(String thread, String... locks) {
        takes(orders, thread, locks);
    }

    /** One while it holds the others, each later than the one before. */
    private static void takes(LockOrders orders, String thread, String... locks) {
        Situation situation = new Situation();
        for (int i = 0; i < locks.length; i++) {
            situation.holdsSince(thread, locks[i], Duration.ofSeconds(50 + 5L * (locks.length - 1 - i)));
        }
        List.of(locks).forEach(lock -> orders.seen(situation.lockNamed(lock)));
        List.of(locks)
                .forEach(lock -> orders.seen(new Situation().capacity(lock, 1).lockNamed(lock)));
    }

    private void takesInTurn(String thread, String... locks) {
        for (String lock : locks) {
            takes(thread, lock);
        }
    }

    private void see(Situation situation, String... locks) {
        List.of(locks).forEach(lock -> orders.seen(situation.lockNamed(lock)));
    }
}

package io.lockkeeper.agent.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.CarriedEnqueue;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When the first enqueues of a queue are carried by another call. What comes of it is shown by {@link CarriedEnqueueTest} and {@link LocalQueueIT}. */
class LocalQueueTest {

    private static final LockName LOCK = new LockName("orders");
    private static final Ask RELEASE = new Ask.Remove(LOCK, "a.0");

    private final LocalQueue queue = new LocalQueue(() -> false, () -> false);

    @Test
    void whereAnAgentHasTheQueueForItselfAReleaseCarriesOneEnqueue() {
        join(8);
        queue.heard(LocalQueueTest::held, 1);
        assertThat(queue.hasEnqueueFor(RELEASE)).isFalse();
        assertThat(wait(1)).isEqualTo(queue.takeEnqueues(RELEASE)).isNotEmpty();
    }

    @Test
    void whereAgentsShareTheQueueAReleaseCarriesHalfOfThoseInPlace() {
        join(8);
        queue.heard(LocalQueueTest::held, 2);
        List<CarriedEnqueue> three = wait(3);
        assertThat(queue.takeEnqueues(RELEASE)).isEmpty();
        List<CarriedEnqueue> fourth = wait(1);
        assertThat(queue.takeEnqueues(RELEASE)).containsAll(three).containsAll(fourth);
    }

    @Test
    void ofAQueueThatIsLongerThanItsPlacesThoseInPlaceCount() {
        queue.heard(LocalQueueTest::held, 2);
        join(100);
        wait(LocalQueue.PLACES / 2 / 2 - 1);
        assertThat(queue.hasEnqueueFor(RELEASE)).isFalse();
        wait(1);
        assertThat(queue.hasEnqueueFor(RELEASE)).isTrue();
    }

    @Test
    void anEnqueueCarriesHoweverFewThereAre() {
        join(8);
        queue.heard(LocalQueueTest::held, 2);
        List<CarriedEnqueue> one = wait(1);
        assertThat(queue.takeEnqueues(enqueue("a.9"))).isEqualTo(one);
    }

    @Test
    void eachIsCarriedOnceAndNoneThatWasWithdrawn() {
        List<CarriedEnqueue> two = wait(2);
        assertThat(queue.withdraw(two.getFirst())).isTrue();
        assertThat(queue.takeEnqueues(RELEASE)).containsExactly(two.getLast());
        assertThat(queue.takeEnqueues(RELEASE)).isEmpty();
        assertThat(queue.withdraw(two.getLast())).isFalse();
    }

    @Test
    void aWaiterHasItsPlaceNoSoonerThanTheQueueKnowsHowManyStandBehindIt() {
        AtomicBoolean handsOn = new AtomicBoolean(true);
        List<LocalWaiter> waiters = new ArrayList<>();
        LocalQueue full = new LocalQueue(
                () -> {
                    assertThat(waiters).allMatch(LocalWaiter::isInMemory);
                    return handsOn.get();
                },
                () -> false);
        for (int i = 0; i < LocalQueue.PLACES + 4; i++) {
            LocalWaiter waiter = waiter("a." + i);
            waiter.joins(full);
            waiters.add(waiter);
            full.join(waiter);
        }
        handsOn.set(false);

        full.moveUp();

        assertThat(waiters.get(LocalQueue.PLACES - 1).behind()).isEqualTo(4);
        assertThat(waiters.stream().filter(LocalWaiter::isInMemory)).hasSize(4);
    }

    @Test
    void ofManyWhoGaveUpAtOnceNobodyHasAPlace() {
        AtomicBoolean handsOn = new AtomicBoolean(true);
        LocalQueue full = new LocalQueue(handsOn::get, () -> false);
        List<LocalWaiter> waiters =
                IntStream.range(0, 100_000).mapToObj(i -> waiter("a." + i)).toList();
        waiters.forEach(full::join);
        waiters.subList(0, 99_999).forEach(LocalWaiter::leaves);
        handsOn.set(false);

        full.moveUp();

        assertThat(full.count()).isOne();
        assertThat(waiters.getLast().isInMemory()).isFalse();
    }

    /** The thread that handed it the use stands still before it takes it out of the queue. */
    @Test
    void oneThatLeavesWithAUseIsNotWaitedForByAnybody() {
        LocalQueue handsOn = new LocalQueue(() -> true, () -> false);
        LocalWaiter waiter = waiter("a.1");
        handsOn.join(waiter);
        assertThat(waiter.takes(() -> {})).isTrue();

        assertThat(handsOn.leave(waiter)).as("the queue is empty").isTrue();
    }

    private List<CarriedEnqueue> wait(int count) {
        List<CarriedEnqueue> enqueues = IntStream.range(0, count)
                .mapToObj(i -> new CarriedEnqueue(enqueue("b." + i)))
                .toList();
        enqueues.forEach(queue::add);
        return enqueues;
    }

    private void join(int count) {
        for (int i = 0; i < count; i++) {
            queue.join(waiter("a." + i));
        }
    }

    private static LocalWaiter waiter(String acquirer) {
        Bid bid = new Bid(LOCK, enqueue(acquirer).request());
        return new LocalWaiter(bid, () -> 0, Machine.JVM, Duration.ZERO);
    }

    private static Ask.Enqueue enqueue(String acquirer) {
        Owner owner = new Owner("a", "billing", "billing-1", "host", 1, "main", "");
        return new Ask.Enqueue(LOCK, new Request(acquirer, 1, Request.EXCLUSIVE, Duration.ofSeconds(30), owner));
    }

    private static RuntimeException held(Duration waited) {
        return new IllegalStateException("held for " + waited);
    }
}

package io.lockkeeper.agent.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.SystemTime;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests that ask the server before they wait. */
class LocalWaitersTest {

    private static final LockName LOCK = new LockName("orders");

    private final AtomicBoolean handsOn = new AtomicBoolean();
    private final LocalWaiters waiters = new LocalWaiters(
            new SystemTime(Machine.JVM::nanos, Machine.JVM), Duration.ofMillis(100), lock -> handsOn.get());

    @Test
    void aRequestAsksFirstWhereNoneAsksOrWaits() {
        Bid first = bid("a.1");
        assertThat(waiters.asksFirst(first)).isTrue();
        assertThat(waiters.asksFirst(bid("a.2"))).isFalse();

        waiters.hasAsked(first);
        assertThat(waiters.asksFirst(bid("a.3"))).isTrue();
    }

    @Test
    void noRequestAsksFirstWhereOneWaitsOrTheLeaseIsHandedOnOrTheAgentCloses() {
        LocalWaiter waiter = waiter(bid("a.1"));
        waiters.add(waiter);
        assertThat(waiters.asksFirst(bid("a.2"))).isFalse();

        waiters.remove(waiter);
        handsOn.set(true);
        assertThat(waiters.asksFirst(bid("a.2"))).isFalse();

        handsOn.set(false);
        waiters.close();
        assertThat(waiters.asksFirst(bid("a.2"))).isFalse();
    }

    @Test
    void oneThatAskedFirstStandsBeforeThoseThatCameMeanwhile() {
        Bid first = bid("a.1");
        assertThat(waiters.asksFirst(first)).isTrue();
        LocalWaiter second = waiter(bid("a.2"));
        waiters.add(second);
        LocalWaiter asked = waiter(first);
        asked.place();
        waiters.addFirst(asked);
        assertThat(waiters.asksFirst(bid("a.3"))).isFalse();

        asked.isQueued(true);
        second.isQueued(true);
        assertThat(waiters.next(LOCK)).containsExactly("a.1");
        waiters.remove(asked);
        assertThat(waiters.next(LOCK)).containsExactly("a.2");
    }

    @Test
    void oneThatAsksTakesAPlaceUntilItIsAnswered() {
        Bid first = bid("a.0");
        assertThat(waiters.asksFirst(first)).isTrue();
        IntStream.rangeClosed(1, LocalQueue.PLACES).forEach(i -> waiters.add(waiter(bid("a." + i))));
        assertThat(waiters.countInMemory(LOCK)).isOne();

        waiters.hasAsked(first);
        assertThat(waiters.countInMemory(LOCK)).isZero();
    }

    @Test
    void anEventThatCameBeforeItWaitedIsAReasonToLook() throws InterruptedException {
        Bid first = bid("a.1");
        assertThat(waiters.asksFirst(first)).isTrue();
        first.hint();
        LocalWaiter asked = waiter(first);
        asked.place();
        waiters.addFirst(asked);

        assertThat(asked.awaitReason(0)).isTrue();
    }

    /** Only one waiter of a cohort has a place, which one that asks takes. */
    @Test
    void oneThatJoinsWhileAnotherWasAnsweredIsNotLeftInMemory() {
        for (int i = 0; i < 20_000; i++) {
            Bid first = bid("a." + i);
            assertThat(waiters.asksFirst(first)).isTrue();
            LocalWaiter second = waiter(bid("b." + i, new Keep(Duration.ofSeconds(1), 2, true)));
            CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> waiters.hasAsked(first));
            waiters.add(second);
            answered.join();

            assertThat(second.isInMemory()).isFalse();
            waiters.remove(second);
        }
    }

    private static LocalWaiter waiter(Bid bid) {
        return new LocalWaiter(bid, () -> 0, Machine.JVM, Duration.ZERO);
    }

    private static Bid bid(String acquirer) {
        return bid(acquirer, null);
    }

    private static Bid bid(String acquirer, @Nullable Keep keep) {
        Owner owner = new Owner("a", "billing", "billing-1", "host", 1, "main", "");
        Request request = new Request(acquirer, 1, Request.EXCLUSIVE, Duration.ofSeconds(30), owner, keep);
        return new Bid(LOCK, request);
    }
}

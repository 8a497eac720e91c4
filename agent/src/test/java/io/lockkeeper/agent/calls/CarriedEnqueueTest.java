package io.lockkeeper.agent.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.Alarms;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.SystemTime;
import io.lockkeeper.agent.waiting.LocalWaiter;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** First enqueues that wait in the local queue, and the calls that carry them. */
@Timeout(60)
class CarriedEnqueueTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final AgentTime TIME = new SystemTime(Machine.JVM::nanos, Machine.JVM);

    private final Sent sent = new Sent();
    private final LocalWaiters waiters = new LocalWaiters(TIME, Duration.ofMillis(100), lock -> false);
    private final AgentOptions options = AgentOptions.forService("billing");
    private final CallObserver observing = new UnobservedCalls();
    private final Alarms alarms = new Alarms(Machine.JVM, "test-alarms");
    private final Server server = new Server(
            new CallTimeouts(options.answerTimeout()),
            new Identity("billing", "billing-1", Machine.JVM),
            TIME,
            sent,
            observing,
            waiters,
            alarms);
    private final LocalWaiter waiter = waiter();

    @AfterEach
    void close() {
        sent.answers.countDown();
        server.close();
        alarms.stop(Duration.ZERO);
    }

    @Test
    void aReleaseCarriesAFirstEnqueueOfItsLock() throws Exception {
        sent.answers.countDown();
        FutureTask<Optional<ServerCall>> enqueue = beCarried(LONG, LONG);
        ServerCall release = server.release(bid(), 1);

        assertThat(enqueue.get())
                .hasValueSatisfying(call -> assertThat(call.stamp()).isEqualTo(release.stamp()));
        assertThat(sent.batches)
                .singleElement()
                .satisfies(batch -> assertThat(batch)
                        .hasExactlyElementsOfTypes(Ask.Remove.class, Ask.Enqueue.class)
                        .extracting(Ask::acquirer)
                        .contains(waiter.bid().acquirer()));
        assertThat(waiter.bid().wasSent()).isTrue();
        assertThat(waiter.bid().isUnderWay()).isFalse();
    }

    @Test
    void anEnqueueCarriesThoseThatJoinedBeforeItAheadOfItself() {
        sent.answers.countDown();
        LocalWaiter second = waiter();
        FutureTask<Optional<ServerCall>> first = beCarried(LONG, LONG);
        server.enqueue(second.bid(), second.bid().enqueue(0), LONG);

        await().until(first::isDone);
        assertThat(sent.acquirers())
                .containsExactly(waiter.bid().acquirer(), second.bid().acquirer());
    }

    @Test
    void anEnqueueCarriesThoseThatJoinedAfterItBehindItself() {
        sent.answers.countDown();
        LocalWaiter second = waiter();
        FutureTask<Optional<ServerCall>> later = beCarried(second, LONG, LONG);
        server.enqueue(waiter.bid(), waiter.bid().enqueue(0), LONG);

        await().until(later::isDone);
        assertThat(sent.acquirers())
                .containsExactly(waiter.bid().acquirer(), second.bid().acquirer());
    }

    @Test
    void oneThatNoCallCarriedInTimeWasNotSent() throws Exception {
        assertThat(beCarried(Duration.ofMillis(1), LONG).get()).isEmpty();
        assertThat(sent.batches).isEmpty();
        assertThat(waiter.bid().wasSent()).isFalse();
        assertThat(waiter.bid().isUnderWay()).isFalse();
    }

    @Test
    void oneThatIsInterruptedWhileItWaitsIsNeverSent() {
        sent.answers.countDown();
        FutureTask<Optional<ServerCall>> enqueue = beCarried(LONG, LONG);
        interrupt();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(enqueue::get)
                .withCauseInstanceOf(InterruptedException.class);
        server.release(bid(), 1);
        assertThat(sent.batches).isEmpty();
        assertThat(waiter.bid().wasSent()).isFalse();
        assertThat(waiter.bid().isUnderWay()).isFalse();
    }

    @Test
    void oneThatIsInterruptedOnItsWayCountsAsUnderWayUntilItsCarrierIsAnswered() throws Exception {
        FutureTask<Optional<ServerCall>> enqueue = beCarried(LONG, LONG);
        FutureTask<ServerCall> release = run(() -> server.release(bid(), 1));
        await().until(() -> !sent.batches.isEmpty());
        interrupt();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(enqueue::get)
                .withCauseInstanceOf(InterruptedException.class);
        assertThat(waiter.bid().isUnderWay()).isTrue();
        assertThat(waiter.bid().isUncertain()).isTrue();
        sent.answers.countDown();
        release.get();
        assertThat(waiter.bid().isUnderWay()).isFalse();
    }

    @Test
    void oneWhoseCarrierIsNotAnsweredInTimeIsUnknown() throws Exception {
        FutureTask<Optional<ServerCall>> enqueue = beCarried(LONG, Duration.ofMillis(1));
        FutureTask<ServerCall> release = run(() -> server.release(bid(), 1));
        await().until(() -> !sent.batches.isEmpty());
        sent.answers.countDown();

        assertThat(enqueue.get()).isPresent();
        release.get();
        assertThat(waiter.bid().isUnderWay()).isFalse();
    }

    private volatile Thread carrying = Thread.currentThread();

    private FutureTask<Optional<ServerCall>> beCarried(Duration longest, Duration timeout) {
        return beCarried(waiter, longest, timeout);
    }

    private FutureTask<Optional<ServerCall>> beCarried(LocalWaiter who, Duration longest, Duration timeout) {
        FutureTask<Optional<ServerCall>> task =
                new FutureTask<>(() -> new CarriedEnqueues(server).await(who, who.queue(), longest, timeout));
        carrying = Thread.startVirtualThread(task);
        await().until(() -> waiters.hasEnqueueFor(new Ask.Touch(who.bid().lock(), "any")) || task.isDone());
        return task;
    }

    private void interrupt() {
        carrying.interrupt();
    }

    private static <T> FutureTask<T> run(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.startVirtualThread(task);
        return task;
    }

    private Bid bid() {
        return server.bid(new LockName("orders"), RequestKind.EXCLUSIVE, options.ttl(), server.self(), null);
    }

    private LocalWaiter waiter() {
        LocalWaiter joined = new LocalWaiter(bid(), server.ticker(), Machine.JVM, Duration.ZERO);
        waiters.add(joined);
        return joined;
    }

    /** Notes what is sent together, and answers when it may. */
    private static final class Sent extends StubStore {

        private static final Reply ANSWER = new Reply.Answered(Optional.empty(), true);

        private final List<List<Ask.Combinable>> batches = new CopyOnWriteArrayList<>();
        private final CountDownLatch answers = new CountDownLatch(1);

        private List<String> acquirers() {
            return batches.stream().flatMap(List::stream).map(Ask::acquirer).toList();
        }

        @Override
        public Reply apply(Ask ask, String stamp, Duration timeout) {
            return ANSWER;
        }

        @Override
        public List<Reply> applyAll(List<Ask.Combinable> asks, String stamp, Duration timeout) {
            batches.add(asks);
            try {
                answers.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Collections.nCopies(asks.size(), ANSWER);
        }
    }
}

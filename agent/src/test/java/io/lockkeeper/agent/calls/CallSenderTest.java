package io.lockkeeper.agent.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.time.Alarms;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.SystemTime;
import io.lockkeeper.agent.waiting.LocalWaiter;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.memory.LockModel;
import io.lockkeeper.test.FakeTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose answer is whose in a batch, and from which instant deadlines count. */
@Timeout(60)
class CallSenderTest {

    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final FakeTicker ticker = new FakeTicker();
    private final AgentOptions options = AgentOptions.forService("billing");
    private final Identity identity = new Identity("billing", "billing-1", Machine.JVM);
    private final CallObserver observing = new UnobservedCalls();
    private final LocalWaiters waiters =
            new LocalWaiters(new SystemTime(Machine.JVM::nanos, Machine.JVM), Duration.ofMillis(100), lock -> false);
    private final Alarms alarms = new Alarms(Machine.JVM, "test-alarms");
    private final LockModel lock = new LockModel("report");
    private final CallSender sender =
            new CallSender(Duration.ofSeconds(5), identity, ticker, new Answers(), observing, waiters, alarms);

    @AfterEach
    void close() {
        alarms.stop(Duration.ZERO);
    }

    @Test
    void eachCallOfABatchGetsItsOwnAnswer() {
        List<ServerCall> calls = sender.sendAll(IntStream.range(0, 5)
                .<Ask.Combinable>mapToObj(i -> touch("lock-" + i))
                .toList());
        assertThat(calls)
                .extracting(CallSenderTest::lock)
                .containsExactly("lock-0", "lock-1", "lock-2", "lock-3", "lock-4");
    }

    @Test
    void anEnqueueThatABatchCarriesGetsItsOwnAnswerAndSoDoesTheCallThatCarriesIt() {
        LocalWaiter waiter = waiter();
        CarriedEnqueue carried = new CarriedEnqueue(
                new Ask.Enqueue(waiter.bid().lock(), waiter.bid().request(), 0));
        waiter.queue().add(carried);
        Ask.Remove release = new Ask.Remove(new LockName("report"), "a.1", List.of(), OptionalLong.of(1));

        List<ServerCall> own = sender.sendAll(List.of(touch("other"), release));

        assertThat(own).extracting(CallSenderTest::answered).containsExactly("other a.1", "report a.1");
        assertThat(carried.answer())
                .isCompletedWithValueMatching(
                        call -> answered(call).equals("report " + waiter.bid().acquirer()));
    }

    @Test
    void theDeadlinesOfABatchCountFromTheInstantBeforeItWasSent() {
        long sentAt = ticker.getAsLong();
        assertThat(sender.sendAll(List.of(touch("x"), touch("y")))).allSatisfy(call -> {
            assertThat(call.sentAt()).isEqualTo(sentAt);
            assertThat(ticker.getAsLong()).isEqualTo(sentAt + ANSWER.toNanos());
        });
    }

    @Test
    void theDeadlineOfOneCallCountsFromTheInstantBeforeItWasSent() {
        long sentAt = ticker.getAsLong();
        assertThat(sender.sendAlone(touch("x"), ANSWER).sentAt()).isEqualTo(sentAt);
    }

    @Test
    void aReleaseInABatchOffersTheWaitersThatItTouchedTheirGrants() {
        LocalWaiter waiter = waiter();
        Request request = waiter.bid().request();
        lock.apply(new Ask.Enqueue(new LockName("report"), request, 0), new LockModel.Call(NOW, "before"));
        Ask.Remove release =
                new Ask.Remove(new LockName("report"), "a.1", List.of(request.acquirer()), OptionalLong.of(1));

        sender.sendAll(List.of(touch("other"), release));

        assertThat(waiter.takeOffer()).isPresent();
    }

    private LocalWaiter waiter() {
        Request request = Request.exclusive(identity.nextAcquirer(), options.ttl(), identity.owner("", Details.NONE));
        LocalWaiter waiter =
                new LocalWaiter(new Bid(new LockName("report"), request), ticker, Machine.JVM, Duration.ZERO);
        waiters.add(waiter);
        return waiter;
    }

    private static Ask.Touch touch(String name) {
        return new Ask.Touch(new LockName(name), "a.1");
    }

    private static String lock(ServerCall call) {
        return answered(call).split(" ", -1)[0];
    }

    /** What it was an answer to. */
    private static String answered(ServerCall call) {
        return String.valueOf(((Reply.Failed) call.reply()).cause().getMessage());
    }

    /** Says in each answer what it answers; a release is answered with the lock, all of whose entries its batch has touched. */
    private final class Answers extends StubStore {

        @Override
        public Reply apply(Ask ask, String stamp, Duration timeout) {
            ticker.advance(ANSWER);
            return answer(ask, stamp);
        }

        @Override
        public List<Reply> applyAll(List<Ask.Combinable> asks, String stamp, Duration timeout) {
            ticker.advance(ANSWER);
            return asks.stream().map(ask -> answer(ask, stamp)).toList();
        }

        private Reply answer(Ask ask, String stamp) {
            if (ask instanceof Ask.Remove remove && lock.document().isPresent()) {
                lock.apply(remove, new LockModel.Call(NOW, stamp));
                return new Reply.Answered(lock.document().map(document -> new Snapshot(document, NOW)), false);
            }
            return new Reply.Unknown(new IllegalStateException(ask.lock().value() + " " + ask.acquirer()));
        }
    }
}

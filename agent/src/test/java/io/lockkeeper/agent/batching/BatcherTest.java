package io.lockkeeper.agent.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.batching.Batcher.Result;
import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which calls go together, when, and on whose thread; what they do to a lock is told by {@code BatchingIT}. */
@Timeout(60)
class BatcherTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<List<String>> sent = Collections.synchronizedList(new ArrayList<>());
    private final List<List<String>> together = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> accompanied = ConcurrentHashMap.newKeySet();
    private final Map<Integer, CompletableFuture<Void>> gates = new ConcurrentHashMap<>();
    private final Set<Thread> senders = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ownAnswers = new AtomicBoolean();
    private final AtomicReference<Thread> stalled = new AtomicReference<>();
    private final CountDownLatch stall = new CountDownLatch(1);
    private final Batcher<String, String> batcher = new Batcher<>(new Held(), Machine.JVM, this::nanos, TIMEOUT);

    @AfterEach
    void answerAll() {
        stall.countDown();
        IntStream.range(0, 100).forEach(this::answer);
        batcher.close();
    }

    @Test
    void aFewCallsGoSideBySideAndWhatComesMeanwhileGoesTogether() {
        List<CompletableFuture<Result<String>>> few = start("a", "b", "c", "d");
        List<CompletableFuture<Result<String>>> more = start("e", "f", "g");
        assertThat(sent).containsExactly(List.of("a"), List.of("b"), List.of("c"), List.of("d"));

        answer(0);
        await().until(() -> sent.size() == 5);
        assertThat(sent.getLast()).containsExactly("e", "f", "g");
        answerAll();
        assertThat(few).allSatisfy(call -> assertThat(answer(call)).hasSize(1));
        assertThat(more).allSatisfy(call -> assertThat(answer(call)).isEqualTo("efg"));
    }

    @Test
    void aCallThatGoesAloneIsSentByItsCallerAndABatchByAThreadOfTheBatchers() {
        Thread caller = Thread.ofPlatform().start(() -> batcher.send("a", TIMEOUT));
        await().until(() -> sent.size() == 1);
        assertThat(senders).containsExactly(caller);

        start("b", "c", "d");
        start("e", "f");
        senders.clear();
        answer(0);
        await().until(() -> sent.size() == 5);
        assertThat(senders)
                .singleElement()
                .satisfies(sender -> assertThat(sender.getName()).isEqualTo("lockkeeper-batches"))
                .satisfies(sender -> assertThat(sender.isDaemon()).isTrue());
    }

    @Test
    void asManyAsAreUnderWayGoBesideThem() {
        start("a", "b", "c", "d");
        start(names(20));
        answer(0);
        await().until(() -> sent.size() == 5);
        IntStream.range(1, 4).forEach(this::answer);

        start(names(19));
        assertThat(sent).hasSize(5);
        start("last");
        await().until(() -> sent.size() == 6);
        assertThat(sent.getLast()).hasSize(20).contains("last");
    }

    @Test
    void aCallToWhichTheSenderAddsOthersDoesNotDependOnItsCallersThread() {
        accompanied.add("a");
        Thread caller = Thread.ofPlatform().start(() -> batcher.send("a", TIMEOUT));
        await().until(() -> sent.size() == 1);
        assertThat(senders).hasSize(1).doesNotContain(caller);
        assertThat(together).containsExactly(List.of("a"));
    }

    @Test
    void anInterruptedCallThatWaitsIsNeverSent() throws Exception {
        start("a", "b", "c", "d");
        Call left = call("left", TIMEOUT);
        start("e");
        left.thread.interrupt();
        assertThat(left.result.get()).isInstanceOf(Result.NotSent.class);

        answer(0);
        await().until(() -> sent.size() == 5);
        assertThat(sent.getLast()).containsExactly("e");
    }

    @Test
    void aCallThatTimesOutBeforeItIsSentNeverIs() throws Exception {
        start("a", "b", "c", "d");
        Call late = call("late", Duration.ofMillis(20));
        assertThat(late.result.get()).isInstanceOf(Result.NotSent.class);
        start("e");
        answer(0);
        await().until(() -> sent.size() == 5);
        assertThat(sent.getLast()).containsExactly("e");
    }

    @Test
    void anInterruptedCallerOfABatchConcernsItselfAlone() throws Exception {
        start("a", "b", "c", "d");
        Call impatient = call("e", TIMEOUT);
        CompletableFuture<Result<String>> other = start("f").getFirst();
        answer(0);
        await().until(() -> sent.size() == 5);

        impatient.thread.interrupt();
        Result.Abandoned<String> abandoned = (Result.Abandoned<String>) impatient.result.get();
        assertThat(abandoned.over()).as("it is still under way").isNotDone();
        answer(4);
        assertThat(answer(other)).isEqualTo("ef");
        await().untilAsserted(() -> assertThat(abandoned.over()).isDone());
    }

    @Test
    void aCallThatIsAbandonedBeforeItsBatchIsSentIsTakenOut() {
        List<PendingCall<String, String>> calls = IntStream.range(0, 3)
                .mapToObj(i -> new PendingCall<String, String>("c" + i, TIMEOUT, 0))
                .toList();
        calls.getFirst().abandon();

        assertThat(Batch.together(calls, 0).stillWanted()).containsExactlyElementsOf(calls.subList(1, 3));
        assertThat(calls.getFirst().answer()).isDone();
    }

    @Test
    void aCallIsTakenByABatchOrGivenUpByItsCallerButNotBoth() {
        PendingCall<String, String> boarded = new PendingCall<>("a", TIMEOUT, 0);
        assertThat(boarded.board(0)).isTrue();
        assertThat(boarded.leave()).isFalse();
        PendingCall<String, String> left = new PendingCall<>("b", TIMEOUT, 0);
        assertThat(left.leave()).isTrue();
        assertThat(left.board(0)).isFalse();
    }

    /** Its thread stalls whenever it looks at the clock, so after it has joined the queue it does nothing more. */
    @Test
    void aCallerWhoseThreadIsNotScheduledDelaysNobodyElse() {
        start("a", "b", "c", "d");
        CompletableFuture<Result<String>> answered = new CompletableFuture<>();
        CountDownLatch calls = new CountDownLatch(1);
        Thread frozen = Thread.ofPlatform().daemon().start(() -> {
            calls.countDown();
            answered.complete(batcher.send("e", TIMEOUT));
        });
        awaitRest(frozen);
        stalled.set(frozen);
        CompletableFuture<Result<String>> other = start("f").getFirst();

        answer(0);
        await().until(() -> sent.size() == 5);
        answer(4);
        assertThat(answer(other)).isEqualTo("ef");
        List<CompletableFuture<Result<String>>> next = start("g", "h");
        IntStream.range(0, 100).forEach(this::answer);
        assertThat(next).allSatisfy(call -> assertThat(answer(call)).isNotEmpty());
    }

    @Test
    void eachCallOfABatchGetsItsOwnAnswer() {
        ownAnswers.set(true);
        start("a", "b", "c", "d");
        List<CompletableFuture<Result<String>>> batch = start("e", "f", "g");
        answerAll();
        assertThat(batch).extracting(BatcherTest::answer).containsExactly("e", "f", "g");
    }

    /** Each caller finds the queue, the limit and the threads as another left them. */
    @Test
    void ofManyCallsEachIsAnsweredOnce() {
        IntStream.range(0, 100_000).forEach(this::answer);
        List<CompletableFuture<Void>> callers = IntStream.range(0, 64)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> IntStream.range(0, 300).forEach(j -> {
                            String name = "(" + i + "." + j + ")";
                            assertThat(batcher.send(name, TIMEOUT))
                                    .isInstanceOfSatisfying(
                                            Result.Answered.class,
                                            answered -> assertThat((String) answered.answer())
                                                    .contains(name));
                        }),
                        Thread::startVirtualThread))
                .toList();
        callers.forEach(CompletableFuture::join);
        assertThat(sent.stream().mapToInt(List::size).sum()).isEqualTo(64 * 300);
    }

    private long nanos() {
        if (Thread.currentThread().equals(stalled.get())) {
            try {
                stall.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return System.nanoTime();
    }

    private static String answer(CompletableFuture<Result<String>> call) {
        return call.join() instanceof Result.Answered<String>(String answer) ? answer : "";
    }

    private void answer(int sending) {
        gate(sending).complete(null);
    }

    private CompletableFuture<Void> gate(int sending) {
        return gates.computeIfAbsent(sending, each -> new CompletableFuture<>());
    }

    private static String[] names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "lock-" + i).toArray(String[]::new);
    }

    /** Calls in this order, each of a thread of its own, which has sent it or waits when this returns. */
    private List<CompletableFuture<Result<String>>> start(String... names) {
        return Arrays.stream(names).map(name -> call(name, TIMEOUT).result).toList();
    }

    private record Call(Thread thread, CompletableFuture<Result<String>> result) {}

    private Call call(String name, Duration timeout) {
        CompletableFuture<Result<String>> result = new CompletableFuture<>();
        Thread thread = Thread.startVirtualThread(() -> result.complete(batcher.send(name, timeout)));
        awaitRest(thread);
        return new Call(thread, result);
    }

    private static void awaitRest(Thread thread) {
        await().pollInterval(Duration.ofMillis(1))
                .until(() -> thread.getState() == Thread.State.WAITING
                        || thread.getState() == Thread.State.TIMED_WAITING
                        || thread.getState() == Thread.State.TERMINATED);
    }

    /** Answers when the test lets it, with the locks of the batch, or with the lock of each call. */
    private final class Held implements BatchSender<String, String> {

        @Override
        public boolean goesAlone(String lock) {
            return !accompanied.contains(lock);
        }

        @Override
        public String send(String lock, Duration timeout) {
            return answers(List.of(lock)).getFirst();
        }

        @Override
        public List<String> sendAll(List<String> locks) {
            together.add(locks);
            return answers(locks);
        }

        private List<String> answers(List<String> locks) {
            senders.add(Thread.currentThread());
            gate(count(locks)).join();
            return ownAnswers.get() ? locks : Collections.nCopies(locks.size(), String.join("", locks));
        }

        private int count(List<String> locks) {
            synchronized (sent) {
                sent.add(locks);
                return sent.size() - 1;
            }
        }

        @Override
        public String unanswered(RuntimeException cause) {
            return "";
        }
    }
}

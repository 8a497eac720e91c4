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
    private final List<String> over = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, CompletableFuture<Void>> gates = new ConcurrentHashMap<>();
    private final Set<Thread> senders = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Thread> stalled = new AtomicReference<>();
    private final CountDownLatch stall = new CountDownLatch(1);
    private final Batcher<String, String> batcher =
            new Batcher<>(new Held(), lock -> lock, Machine.JVM, this::nanos, TIMEOUT);

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
        Thread caller = Thread.ofPlatform().start(() -> batcher.send("a", TIMEOUT, Company.NONE));
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
    void aPatientCallGoesAlongWithTheNextForItsLock() {
        CompletableFuture<Result<String>> patient =
                start(new Company(TIMEOUT, () -> 1), "a").getFirst();
        start("b");
        CompletableFuture<Result<String>> release = start("a").getFirst();

        await().untilAsserted(() -> assertThat(sent).containsExactly(List.of("b"), List.of("a", "a")));
        answerAll();
        assertThat(answer(patient)).isEqualTo("aa").isEqualTo(answer(release));
    }

    @Test
    void aPatientCallThatNobodyTakesAlongGoesAlone() {
        CompletableFuture<Result<String>> patient =
                start(new Company(Duration.ofMillis(1), () -> 1), "a").getFirst();
        await().until(() -> sent.size() == 1);
        answer(0);
        assertThat(answer(patient)).isEqualTo("a");
    }

    @Test
    void patientCallsThatWantCompanyGoAlongOnceThereAreEnough() {
        Company ofTwo = new Company(TIMEOUT, () -> 2);
        start(ofTwo, "a");
        start("a");
        start(ofTwo, "a");
        start("a");

        await().untilAsserted(() -> assertThat(sent).containsExactly(List.of("a"), List.of("a", "a", "a")));
    }

    @Test
    void aPatientCallThatHasWaitedLongEnoughTakesTheOthersOfItsLockAlong() {
        start(new Company(TIMEOUT, () -> 3), "a", "b");
        start(new Company(Duration.ofMillis(1), () -> 3), "a");

        await().untilAsserted(() -> assertThat(sent).containsExactly(List.of("a", "a")));
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
        assertThat(over).isEmpty();
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
        assertThat(impatient.result.get()).isInstanceOf(Result.Abandoned.class);
        assertThat(over).as("it is still under way").isEmpty();
        answer(4);
        assertThat(answer(other)).isEqualTo("ef");
        await().untilAsserted(() -> assertThat(over).containsExactly("e"));
    }

    @Test
    void aCallThatIsAbandonedBeforeItsBatchIsSentIsTakenOut() {
        List<PendingCall<String, String>> calls = IntStream.range(0, 3)
                .mapToObj(i -> new PendingCall<String, String>(Machine.JVM, "c" + i, TIMEOUT, Company.NONE, 0))
                .toList();
        assertThat(calls).allMatch(call -> call.board(0));
        assertThat(calls.get(1).leave()).as("after it was boarded").isFalse();
        assertThat(calls.get(1).abandon()).isTrue();
        assertThat(calls.get(1).arrive("late")).isFalse();
        assertThat(calls.get(2).leave()).isFalse();
        assertThat(calls.get(2).arrive("in time")).isTrue();
        assertThat(calls.get(2).abandon()).as("after its answer").isFalse();
    }

    /** Its thread stalls whenever it looks at the clock, so after it has joined the queue it does nothing more. */
    @Test
    void aCallerWhoseThreadIsNotScheduledDelaysNobodyElse() {
        start("a", "b", "c", "d");
        CompletableFuture<Result<String>> answered = new CompletableFuture<>();
        CountDownLatch calls = new CountDownLatch(1);
        Thread frozen = Thread.ofPlatform().daemon().start(() -> {
            calls.countDown();
            answered.complete(batcher.send("e", TIMEOUT, Company.NONE));
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

    /** Each caller finds the queue, the limit and the threads as another left them. */
    @Test
    void ofManyCallsEachIsAnsweredOnce() {
        IntStream.range(0, 100_000).forEach(this::answer);
        List<CompletableFuture<Void>> callers = IntStream.range(0, 64)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> IntStream.range(0, 300).forEach(j -> {
                            String name = "(" + i + "." + j + ")";
                            assertThat(batcher.send(name, TIMEOUT, Company.NONE))
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

    private List<CompletableFuture<Result<String>>> start(String... names) {
        return start(Company.NONE, names);
    }

    /** Calls in this order, each of a thread of its own, which has sent it or waits when this returns. */
    private List<CompletableFuture<Result<String>>> start(Company company, String... names) {
        return Arrays.stream(names)
                .map(name -> call(name, TIMEOUT, company).result)
                .toList();
    }

    private record Call(Thread thread, CompletableFuture<Result<String>> result) {}

    private Call call(String name, Duration timeout) {
        return call(name, timeout, Company.NONE);
    }

    private Call call(String name, Duration timeout, Company company) {
        CompletableFuture<Result<String>> result = new CompletableFuture<>();
        Thread thread = Thread.startVirtualThread(() -> result.complete(batcher.send(name, timeout, company)));
        awaitRest(thread);
        return new Call(thread, result);
    }

    private static void awaitRest(Thread thread) {
        await().pollInterval(Duration.ofMillis(1))
                .until(() -> thread.getState() == Thread.State.WAITING
                        || thread.getState() == Thread.State.TIMED_WAITING
                        || thread.getState() == Thread.State.TERMINATED);
    }

    /** Answers when it is told to, with the locks. */
    private final class Held implements Batcher.Sender<String, String> {

        @Override
        public String send(String lock, Duration timeout) {
            return sendAll(List.of(lock)).getFirst();
        }

        @Override
        public List<String> sendAll(List<String> locks) {
            senders.add(Thread.currentThread());
            gate(count(locks)).join();
            return Collections.nCopies(locks.size(), String.join("", locks));
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

        @Override
        public void over(String lock) {
            over.add(lock);
        }
    }
}

package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.Calls.Call;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which calls go together, and when; what they do to a lock is told by {@link CombinerIT}. */
@Timeout(60)
class CombinerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<List<String>> sent = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, CompletableFuture<Void>> gates = new ConcurrentHashMap<>();
    private final Combiner combiner = new Combiner(new Held(), TIMEOUT);

    @AfterEach
    void answerAll() {
        IntStream.range(0, 100).forEach(this::answer);
    }

    @Test
    void aFewCallsGoSideBySideAndWhatComesMeanwhileGoesTogether() {
        List<CompletableFuture<Call>> few = start("a", "b", "c", "d");
        List<CompletableFuture<Call>> more = start("e", "f", "g");
        assertThat(sent).containsExactly(List.of("a"), List.of("b"), List.of("c"), List.of("d"));

        answer(0);
        await().until(() -> sent.size() == 5);
        assertThat(sent.getLast()).containsExactly("e", "f", "g");
        answerAll();
        assertThat(few).allSatisfy(call -> assertThat(call.join().stamp()).hasSize(1));
        assertThat(more).allSatisfy(call -> assertThat(call.join().stamp()).isEqualTo("efg"));
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
        assertThat(sent).hasSize(6);
        assertThat(sent.getLast()).hasSize(20).contains("last");
    }

    @Test
    void aPatientCallGoesAlongWithTheNextForItsLock() {
        CompletableFuture<Call> patient =
                start(new Patience(TIMEOUT, () -> 1), "a").getFirst();
        start("b");
        CompletableFuture<Call> release = start("a").getFirst();

        assertThat(sent).containsExactly(List.of("b"), List.of("a", "a"));
        answerAll();
        assertThat(patient.join()).isEqualTo(release.join());
    }

    @Test
    void aPatientCallThatNobodyTakesAlongGoesAlone() {
        CompletableFuture<Call> patient =
                start(new Patience(Duration.ofMillis(1), () -> 1), "a").getFirst();
        await().until(() -> sent.size() == 1);
        answer(0);
        assertThat(patient.join().stamp()).isEqualTo("a");
    }

    @Test
    void patientCallsThatWantCompanyGoAlongOnceThereAreEnough() {
        Patience ofTwo = new Patience(TIMEOUT, () -> 2);
        start(ofTwo, "a");
        start("a");
        start(ofTwo, "a");
        start("a");

        assertThat(sent).containsExactly(List.of("a"), List.of("a", "a", "a"));
    }

    @Test
    void aPatientCallThatHasWaitedLongEnoughTakesTheOthersOfItsLockAlong() {
        start(new Patience(TIMEOUT, () -> 3), "a", "b");
        start(new Patience(Duration.ofMillis(1), () -> 3), "a");

        await().untilAsserted(() -> assertThat(sent).containsExactly(List.of("a", "a")));
    }

    @Test
    void anInterruptedCallThatWaitsIsLeftWithoutAnAnswerAndNotSent() throws Exception {
        CompletableFuture<Call> left = new CompletableFuture<>();
        Thread waiting = Thread.startVirtualThread(
                () -> left.complete(combiner.send(ask("a"), TIMEOUT, new Patience(TIMEOUT, () -> 1))));
        awaitRest(waiting);
        waiting.interrupt();
        assertThat(left.get().reply()).isInstanceOf(Reply.Unknown.class);

        start("a");
        assertThat(sent).containsExactly(List.of("a"));
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

    private List<CompletableFuture<Call>> start(String... names) {
        return start(Patience.NONE, names);
    }

    /** Calls in this order, each of a thread of its own, which has sent it or waits when this returns. */
    private List<CompletableFuture<Call>> start(Patience patience, String... names) {
        return Arrays.stream(names).map(name -> startOne(patience, name)).toList();
    }

    private CompletableFuture<Call> startOne(Patience patience, String name) {
        CompletableFuture<Call> call = new CompletableFuture<>();
        awaitRest(Thread.startVirtualThread(() -> call.complete(combiner.send(ask(name), TIMEOUT, patience))));
        return call;
    }

    private static void awaitRest(Thread thread) {
        await().pollInterval(Duration.ofMillis(1))
                .until(() -> thread.getState() == Thread.State.WAITING
                        || thread.getState() == Thread.State.TIMED_WAITING
                        || thread.getState() == Thread.State.TERMINATED);
    }

    private static Ask.Touch ask(String lock) {
        return new Ask.Touch(new LockName(lock), "acquirer");
    }

    /** Answers when it is told to, with the locks as the stamp. */
    private final class Held implements Combiner.Sender {

        @Override
        public Call send(Ask.Combinable ask, Duration timeout) {
            return sendAll(List.of(ask)).getFirst();
        }

        @Override
        public List<Call> sendAll(List<Ask.Combinable> asks) {
            List<String> locks = asks.stream().map(ask -> ask.lock().value()).toList();
            gate(count(locks)).join();
            Call call = new Call(String.join("", locks), 0, new Reply.Refused(new IllegalStateException("as told")));
            return Collections.nCopies(asks.size(), call);
        }

        private int count(List<String> locks) {
            synchronized (sent) {
                sent.add(locks);
                return sent.size() - 1;
            }
        }

        @Override
        public Call unanswered(RuntimeException cause) {
            return new Call("", 0, new Reply.Unknown(cause));
        }
    }
}

package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Releases that no caller waits for, on a server that keeps them waiting, or does not answer. */
@Timeout(60)
class BackgroundReleaseTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final Waiting store = new Waiting();
    private final LockAgent agent = LockAgent.on(store, AgentOptions.forService("billing"), Machine.JVM);

    @AfterEach
    void close() {
        store.removes.countDown();
        agent.close();
    }

    @Test
    void aTryDoesNotOvertakeIt() throws Exception {
        CompletableFuture<Boolean> answer = released();
        FutureTask<Optional<Lease>> tried = new FutureTask<>(() -> agent.tryAcquire("report"));
        Thread trying = Thread.ofPlatform().start(tried);
        await().until(() -> tried.isDone() || trying.getState() == Thread.State.TIMED_WAITING);
        store.removes.countDown();

        assertThat(tried.get()).isPresent();
        assertThat(answer).succeedsWithin(SOON).isEqualTo(true);
        assertThat(store.answered)
                .hasExactlyElementsOfTypes(Ask.TryEnqueue.class, Ask.Remove.class, Ask.TryEnqueue.class);
    }

    @Test
    void aRequestThatQueuesDoesNotOvertakeIt() throws Exception {
        CompletableFuture<Boolean> answer = released();
        FutureTask<Lease> acquired = new FutureTask<>(() -> agent.acquire("report"));
        Thread acquiring = Thread.ofPlatform().start(acquired);
        await().until(() -> acquired.isDone() || acquiring.getState() == Thread.State.TIMED_WAITING);
        store.removes.countDown();

        assertThat(acquired.get().isHeld()).isTrue();
        assertThat(answer).succeedsWithin(SOON).isEqualTo(true);
        assertThat(store.answered).hasExactlyElementsOfTypes(Ask.TryEnqueue.class, Ask.Remove.class, Ask.Enqueue.class);
    }

    @Test
    void aTryOfAnotherLockDoesNotWaitForIt() {
        CompletableFuture<Boolean> answer = released();
        assertThat(agent.tryAcquire("import")).isPresent();
        assertThat(answer).isNotDone();
    }

    @Test
    void itIsRepeatedUntilItIsAnswered() {
        store.removes.countDown();
        store.unanswered.set(2);
        assertThat(released()).succeedsWithin(SOON).isEqualTo(true);
        assertThat(agent.tryAcquire("report")).isPresent();
        assertThat(store.answered)
                .filteredOn(Ask.Remove.class::isInstance)
                .as("until it was answered")
                .hasSize(3);
    }

    /** Its release is on its way. */
    private CompletableFuture<Boolean> released() {
        CompletableFuture<Boolean> answer =
                agent.tryAcquire("report").orElseThrow().releaseAsync();
        await().until(() -> store.asked.stream().anyMatch(Ask.Remove.class::isInstance));
        return answer;
    }

    /** A server whose answers to removes a test holds back, or loses. */
    private static final class Waiting extends StubStore {
        private final CountDownLatch removes = new CountDownLatch(1);
        private final List<Ask> asked = new CopyOnWriteArrayList<>();
        private final List<Ask> answered = new CopyOnWriteArrayList<>();
        private final Map<String, LockModel> locks = new ConcurrentHashMap<>();
        private final AtomicInteger unanswered = new AtomicInteger();

        @Override
        public Reply apply(Ask ask, String stamp, Duration timeout) {
            asked.add(ask);
            awaitAnswer(ask);
            answered.add(ask);
            if (ask instanceof Ask.Remove && unanswered.getAndDecrement() > 0) {
                return new Reply.Unknown(new IllegalStateException("time-out"));
            }
            return new Reply.Answered(Optional.of(changed(ask, stamp)), true);
        }

        private void awaitAnswer(Ask ask) {
            try {
                if (ask instanceof Ask.Remove) {
                    removes.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized Snapshot changed(Ask ask, String stamp) {
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            LockModel lock = locks.computeIfAbsent(ask.lock().value(), LockModel::new);
            lock.apply(ask, new LockModel.Call(now, stamp));
            LockDocument document = lock.document().orElseThrow();
            return new Snapshot(document, now);
        }

        @Override
        public void endAll(
                Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
            removes.forEach(remove -> changed(remove, stamp));
        }

        @Override
        public Wakes wakes(String agent) {
            throw new MongoException("no stream here");
        }
    }
}

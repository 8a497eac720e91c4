package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a request leaves whose call failed as none is expected to: after it was applied, for example while its answer was read. */
@Timeout(60)
class UnexpectedFailuresTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final Failing store = new Failing();
    private final LockAgent agent = LockAgent.on(store, AgentOptions.forService("billing"), Machine.JVM);

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void aTryThatWasAppliedIsUndone() {
        store.fails = () -> new ClassCastException("seeded");
        assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> agent.tryAcquire("report"));
        isUndone();
    }

    @Test
    void aRequestThatWasAppliedIsUndone() {
        store.fails = () -> new ClassCastException("seeded");
        assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> agent.acquire("report"));
        isUndone();
    }

    @Test
    void aFutureIsCompletedByAnErrorToo() {
        store.fails = () -> new StackOverflowError("seeded");
        CompletableFuture<Lease> lease = agent.acquireAsync(LockRequest.of("report"));
        assertThat(lease).failsWithin(SOON).withThrowableOfType(ExecutionException.class);
        isUndone();
    }

    @Test
    void aReleaseThatLeavesTheLockTakenForAWhileIsRepeated() {
        Lease lease = agent.tryAcquire(LockRequest.of("report").withShortestHold(Duration.ofMinutes(5)))
                .orElseThrow();
        store.fails = () -> new ClassCastException("seeded");
        assertThat(lease.releaseAsync()).succeedsWithin(SOON).isEqualTo(true);
    }

    /** By a remove that comes after the call, and is the last. */
    private void isUndone() {
        String acquirer = store.asked.getFirst().acquirer();
        await().untilAsserted(() -> assertThat(store.asked)
                .anySatisfy(ask -> assertThat(ask)
                        .isInstanceOf(Ask.Remove.class)
                        .extracting(Ask::acquirer)
                        .isEqualTo(acquirer)));
        assertThat(store.lock.document().orElseThrow().isIdle()).isTrue();
    }

    /** Applies each call; the next one fails then, if a test says so. */
    private static final class Failing extends StubStore {
        private final List<Ask> asked = new CopyOnWriteArrayList<>();
        private final LockModel lock = new LockModel("report");
        private Supplier<Throwable> fails = () -> null;

        @Override
        public Reply apply(Ask ask, String stamp, Duration timeout) {
            Snapshot after = changed(ask, stamp);
            Throwable failure = takeFailure();
            if (failure instanceof Error error) {
                throw error;
            } else if (failure instanceof RuntimeException exception) {
                throw exception;
            }
            return new Reply.Answered(Optional.of(after), true);
        }

        private synchronized Throwable takeFailure() {
            Throwable failure = fails.get();
            fails = () -> null;
            return failure;
        }

        private synchronized Snapshot changed(Ask ask, String stamp) {
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            lock.apply(ask, new LockModel.Call(now, stamp));
            asked.add(ask);
            return new Snapshot(lock.document().orElseThrow(), now);
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

package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.agent.time.StubMachine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An agent that closes while threads of its callers are not scheduled: it ends what they left in the lock without them. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class StalledCallersTest {

    /** The bound of a close, and what a busy machine adds. */
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(10);

    private static final String LOCK = "report";
    private static final AgentOptions OPTIONS = AgentOptions.forService("billing");

    private final OneLock store = new OneLock();
    private final CountDownLatch scheduled = new CountDownLatch(1);
    private final Stalling machine = new Stalling();
    private final LockAgent other = LockAgent.on(store, OPTIONS, new Stalling());
    private final LockAgent agent = LockAgent.on(store, OPTIONS, machine);

    @AfterEach
    void goOn() {
        scheduled.countDown();
        other.close();
        agent.close();
    }

    @Test
    void aWaiterThatIsNotScheduledLeavesNoPlaceInTheQueue() {
        assertThat(other.tryAcquire(LOCK)).isPresent();
        machine.stalls = true;
        List<Thread> callers =
                Stream.generate(() -> start(() -> agent.acquire(LOCK))).limit(3).toList();
        await().until(() -> !store.document().queue().isEmpty() && machine.stalled() == callers.size());

        isClosedInTime();

        assertThat(store.document().queue()).isEmpty();
        assertThat(callers).as("they are not scheduled yet").allMatch(Thread::isAlive);
    }

    @Test
    void aGrantWhoseCallerIsNotScheduledLeavesNoLease() {
        store.stalls = true;
        Thread caller = start(() -> agent.tryAcquire(LOCK));
        await().until(() -> store.document().holders().size() == 1);

        isClosedInTime();

        assertThat(store.document().holders()).isEmpty();
        assertThat(caller.isAlive()).as("it is not scheduled yet").isTrue();
    }

    @Test
    void aRequestThatLandsWhileTheAgentClosesLeavesNoPlaceInTheQueue() {
        assertThat(other.tryAcquire(LOCK)).isPresent();
        store.delays = true;
        store.stalls = true;
        Thread caller = start(() -> agent.acquire(LOCK));
        await().until(() -> store.delayed == 1);

        isClosedInTime();

        assertThat(store.delayed).as("it has landed since").isZero();
        assertThat(store.document().queue()).isEmpty();
        assertThat(caller.isAlive()).as("it is not scheduled yet").isTrue();
    }

    @Test
    void aWaiterThatIsNotScheduledWhenItIsGrantedLeavesNoLease() {
        Lease first = other.tryAcquire(LOCK).orElseThrow();
        machine.stalls = true;
        Thread caller = start(() -> agent.acquire(LOCK));
        await().until(() -> !store.document().queue().isEmpty() && machine.stalled() == 1);
        assertThat(first.release()).isTrue();
        assertThat(store.document().holders()).extracting(Holder::acquirer).hasSize(1);

        isClosedInTime();

        assertThat(store.document().isIdle()).isTrue();
        assertThat(caller.isAlive()).as("it is not scheduled yet").isTrue();
    }

    private void isClosedInTime() {
        long before = System.nanoTime();
        agent.close();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(CLOSES_WITHIN);
    }

    private interface Request {
        Object ask() throws InterruptedException;
    }

    private static Thread start(Request request) {
        return Thread.ofPlatform().name("caller").daemon().start(() -> {
            try {
                var unused = request.ask();
            } catch (InterruptedException | LockException | IllegalStateException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void stall() {
        awaitUninterrupted(scheduled);
    }

    /** Who is not scheduled notices no interrupt. */
    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean goesOn = false;
        while (!goesOn) {
            try {
                latch.await();
                goesOn = true;
            } catch (InterruptedException e) {
                goesOn = latch.getCount() == 0;
            }
        }
    }

    private static boolean isCaller() {
        return Thread.currentThread().getName().equals("caller");
    }

    /** Whose callers never come back from a wait, while it stalls. */
    private final class Stalling extends StubMachine {
        private final AtomicInteger waiting = new AtomicInteger();
        private volatile boolean stalls;

        int stalled() {
            return waiting.get();
        }

        @Override
        public void park(Object blocker, long nanos) {
            if (stalls && isCaller()) {
                waiting.incrementAndGet();
                stall();
            }
            super.park(blocker, nanos);
        }
    }

    /** One lock in memory; a caller that has changed it may not come back with the answer. */
    private final class OneLock extends StubStore {
        private final LockModel lock = new LockModel(LOCK);
        /** The first remove of all together, and the one by itself that follows. */
        private final CountDownLatch removes = new CountDownLatch(2);

        private final CountDownLatch landed = new CountDownLatch(1);
        private volatile boolean stalls;
        private volatile boolean delays;
        private volatile int delayed;

        synchronized LockDocument document() {
            return lock.document().orElseThrow();
        }

        @Override
        public Reply apply(Ask ask, String stamp, Duration timeout) {
            if (delays && isCaller()) {
                delayed = 1;
                awaitUninterrupted(removes);
            }
            Snapshot changed = changed(List.of(ask), stamp);
            if (delays && isCaller()) {
                delayed = 0;
                landed.countDown();
            } else if (delays && ask instanceof Ask.Remove) {
                removed();
            }
            if (stalls && isCaller()) {
                stall();
            }
            return new Reply.Answered(Optional.of(changed), true);
        }

        private synchronized Snapshot changed(Collection<? extends Ask> asks, String stamp) {
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            asks.forEach(ask -> lock.apply(ask, new LockModel.Call(now, stamp)));
            return new Snapshot(lock.document().orElseThrow(), now);
        }

        @Override
        public List<Reply> applyAll(List<Ask.Combinable> asks, String stamp, Duration timeout) {
            return asks.stream().map(ask -> apply(ask, stamp, timeout)).toList();
        }

        @Override
        public void endAll(
                Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
            var unused = changed(removes, stamp);
            if (delays) {
                removed();
            }
        }

        /** The delayed call lands after the second remove, before its answer comes. */
        private void removed() {
            removes.countDown();
            if (removes.getCount() == 0) {
                awaitUninterrupted(landed);
            }
        }

        @Override
        public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
            return Map.of();
        }

        @Override
        public Wakes wakes(String agent) {
            throw new IllegalStateException("there is no stream");
        }
    }
}

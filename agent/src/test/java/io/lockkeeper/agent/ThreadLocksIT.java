package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.SHORT_TTL;
import static io.lockkeeper.agent.TestAgents.acquireLater;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.agent.reentrant.OwnershipEntry;
import io.lockkeeper.agent.reentrant.ThreadLocks;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The JDK's locks as views of the agent's. */
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // each step of locking and unlocking is looked at
class ThreadLocksIT {

    private final CountedClient counted = new CountedClient();

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent agent = agents.agent(counted.client(), TestAgents.options("billing"));
    private final LockAgent other = agents.agent("mail");
    private final ThreadLocks locks = ThreadLocks.of(agent);
    private final Lock lock = locks.lock("report");
    private int guarded;

    @BeforeEach
    void nameTheThread() {
        Thread.currentThread().setName("clerk");
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(locks).hasToString("ThreadLocks{}");
        agent.close();
        counted.close();
    }

    @Test
    void oneThreadLocksAgainWithoutARoundTripAndUnlocksAsOften() {
        lock.lock();
        locks.lock("report").lock();
        assertThat(lock.tryLock()).isTrue();
        assertThat(locks).hasToString("ThreadLocks{report=[clerk]}");
        lock.unlock();
        lock.unlock();
        assertThat(counted.changes()).isEqualTo(1);
        assertThat(other.tryAcquire("report")).isEmpty();

        lock.unlock();
        assertThat(counted.changes()).isEqualTo(2);
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void threadsOfTwoAgentsTakeTurns() throws Exception {
        Lock elsewhere = ThreadLocks.of(other).lock("report");
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
                ExecutorService platform = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 20; i++) {
                all.add(virtual.submit(() -> countUnder(lock)));
                all.add(platform.submit(() -> countUnder(elsewhere)));
            }
            for (Future<?> each : all) {
                each.get(50, SECONDS);
            }
        }
        assertThat(guarded).isEqualTo(40);
    }

    @Test
    void anotherThreadThanTheHolderIsToldWhoHoldsTheLock() throws Exception {
        lock.lock();
        assertThat(CompletableFuture.runAsync(lock::unlock))
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withCauseInstanceOf(IllegalMonitorStateException.class)
                .withMessageContaining("by thread clerk");
        lock.unlock();

        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(lock::unlock)
                .withMessageContaining("by no thread of this process");
    }

    @Test
    void aLeaseThatWasLostWhileInsideIsToldAtEachUnlock() {
        Lock brief = locks.lock(LockRequest.of("report").withTtl(SHORT_TTL).withManualRenewal());
        brief.lock();
        brief.lock();
        await().until(() -> other.tryAcquire("report").map(Lease::release).orElse(false));

        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(brief::lock);
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(brief::unlock);
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(brief::unlock)
                .satisfies(e -> assertThat(e.loss()).contains(new LeaseLoss.Expired()));
        brief.lock();
        brief.unlock();
    }

    @Test
    void aLeaseHeldTooLongMayBeLeftToOthersWhileItsHolderIsInside() {
        lock.lock();
        OwnershipEntry entry = locks.entry("report").orElseThrow();
        entry.giveUpPlace();
        assertThat(entry.isHeld()).isTrue();
        entry.onLoss(loss -> entry.giveUpPlace());
        entry.holdAtMost(Duration.ofMillis(200));

        await().until(() -> other.tryAcquire("report").map(Lease::release).orElse(false));
        assertThat(entry.loss()).contains(new LeaseLoss.HeldTooLong(Duration.ofMillis(200)));
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lock::unlock);
        assertThat(locks.entry("report")).isEmpty();
    }

    @Test
    void aTryTakesAFreeLockAndWaitsNoLongerThanItIsToldTo() throws InterruptedException {
        try (Lease lease = other.acquire("report")) {
            assertThat(lock.tryLock()).isFalse();
            assertThat(lock.tryLock(0, SECONDS)).isFalse();
            assertThat(lock.tryLock(100, MILLISECONDS)).isFalse();
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(lock.tryLock(Long.MAX_VALUE, SECONDS)).isTrue();
        lock.unlock();
    }

    @Test
    void viewsOfOneNameAreEqual() {
        LockRequest brief = LockRequest.of("report").withTtl(Duration.ofSeconds(5));
        assertThat(locks.lock("report")).isEqualTo(lock).hasSameHashCodeAs(lock);
        assertThat(locks.lock(brief)).isEqualTo(lock);
        assertThat(locks.readWriteLock("file")).isEqualTo(locks.readWriteLock("file"));

        assertThat(locks.lock("file")).isNotEqualTo(lock);
        assertThat(ThreadLocks.of(agent).lock("report")).isNotEqualTo(lock);
        assertThat(locks.readWriteLock("file").readLock())
                .isNotEqualTo(locks.readWriteLock("file").writeLock());
    }

    @Test
    void aTryOfAnInterruptedThreadTakesTheLockAndTheThreadStaysInterrupted() {
        Thread.currentThread().interrupt();

        assertThat(lock.tryLock()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        lock.unlock();
    }

    @Test
    void aTryThatIsInterruptedWhileItIsUnderWayAnswersAllTheSame() {
        AtomicReference<@Nullable Thread> interrupted = new AtomicReference<>();
        MongoClientSettings settings = MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        Optional.ofNullable(interrupted.getAndSet(null)).ifPresent(Thread::interrupt);
                    }
                })
                .build();
        try (MongoClient client = MongoClients.create(settings);
                LockAgent interruptible = agents.agent(client, TestAgents.options("shipping"))) {
            Lock tried = ThreadLocks.of(interruptible).lock("parcel");
            interrupted.set(Thread.currentThread());

            boolean locked = tried.tryLock(); // or not: the answer to its first call may be lost
            assertThat(Thread.interrupted()).isTrue();
            if (locked) {
                tried.unlock();
            }
            await().until(() -> agents.stored("parcel").isIdle());
        }
    }

    @Test
    void anInterruptionEndsOnlyTheWaitThatAllowsForIt() throws Exception {
        Lease held = other.acquire("report");
        CompletableFuture<Boolean> stubborn = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            lock.lock();
            stubborn.complete(Thread.currentThread().isInterrupted());
            lock.unlock();
        });
        agents.awaitWaiters("report", 1);
        waiting.interrupt();
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(lock::lockInterruptibly);
        assertThat(stubborn).isNotDone();
        held.close();

        assertThat(stubborn.get(30, SECONDS)).isTrue();
        waiting.join();
    }

    @Test
    void conditionsAreRefusedClearly() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(lock::newCondition)
                .withMessageContaining("no conditions");
    }

    @Test
    void whoWritesMayReadAndGoesOverToReading() throws Exception {
        ReadWriteLock catalogue = locks.readWriteLock("catalogue", as -> as.withNote("prices"));
        catalogue.writeLock().lock();
        catalogue.readLock().lock();
        CompletableFuture<Lease> reader = acquireLater(other, LockRequest.reading("catalogue"));
        agents.awaitWaiters("catalogue", 1);
        assertThat(agents.holder("catalogue").owner().note()).isEqualTo("prices");
        assertThat(agents.holder("catalogue").owner().thread()).isEqualTo("clerk");

        catalogue.writeLock().unlock();

        try (Lease elsewhere = reader.get(30, SECONDS)) {
            assertThat(elsewhere.isHeld()).isTrue();
            assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(catalogue.writeLock()::unlock);
        }
        catalogue.readLock().unlock();
        assertThat(agents.stored("catalogue").isIdle()).isTrue();
    }

    @Test
    void whoReadsIsRefusedToWriteWithAnExplanation() throws Exception {
        ReadWriteLock catalogue = locks.readWriteLock("catalogue");
        catalogue.readLock().lock();
        assertThatIllegalStateException()
                .isThrownBy(catalogue.writeLock()::lock)
                .withMessageContaining("entered by clerk")
                .withMessageContaining("forever");
        assertThatIllegalStateException().isThrownBy(catalogue.writeLock()::tryLock);
        assertThat(CompletableFuture.supplyAsync(() -> readElsewhere(catalogue)).get(30, SECONDS))
                .isTrue();
        catalogue.readLock().unlock();
    }

    private static boolean readElsewhere(ReadWriteLock catalogue) {
        boolean read = catalogue.readLock().tryLock();
        catalogue.readLock().unlock();
        return read;
    }

    private void countUnder(Lock by) {
        by.lock();
        try {
            int seen = guarded;
            assertThat(agents.stored("report").holders()).hasSize(1); // takes its time
            guarded = seen + 1;
        } finally {
            by.unlock();
        }
    }
}

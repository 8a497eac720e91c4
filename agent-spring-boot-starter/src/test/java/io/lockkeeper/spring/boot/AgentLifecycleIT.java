package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.LockUnavailableException;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@Timeout(60)
class AgentLifecycleIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void aServiceThatStopsLeavesNoLockBehindAndTellsWhoHeldAndWhoWaited() {
        AtomicReference<Lease> held = new AtomicReference<>();
        AtomicReference<CompletableFuture<Lease>> waiting = new AtomicReference<>();
        Contexts.on(database)
                .withPropertyValues("lockkeeper.shutdown-grace=100ms")
                .run(context -> {
                    LockAgent agent = context.getBean(LockAgent.class);
                    held.set(agent.acquire("report"));
                    waiting.set(agent.acquireAsync(LockRequest.of("report")));
                    await().until(() -> agent.monitor().waiters().size() == 1);
                });
        assertThat(held.get().loss()).contains(new LeaseLoss.AgentClosed());
        await().until(waiting.get()::isCompletedExceptionally);
        assertThat(waiting.get().exceptionNow()).isInstanceOf(LockUnavailableException.class);
        assertThat(entries("holders")).isZero();
        assertThat(entries("queue")).isZero();
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void leasesThatAreKeptAndIdleAreNotAmongThoseThatWereNotReleased(CapturedOutput output) {
        LockRequest kept = LockRequest.of("tenant").withKeep(Duration.ofMinutes(5));
        Contexts.on(database)
                .withPropertyValues("lockkeeper.shutdown-grace=100ms")
                .run(context -> {
                    LockAgent agent = context.getBean(LockAgent.class);
                    agent.acquire("report");
                    await().until(() -> {
                        agent.acquire(kept).close();
                        return agent.monitor().leases().size() == 2;
                    });
                });
        assertThat(output).contains("Not all of 1 leases were released");
        assertThat(entries("holders")).isZero();
    }

    @Test
    void whoHoldsHasTimeToFinishBeforeTheClientCloses() {
        AtomicReference<CompletableFuture<Boolean>> released = new AtomicReference<>();
        Contexts.on(database)
                .withPropertyValues("lockkeeper.shutdown-grace=30s")
                .run(context -> {
                    LockAgent agent = context.getBean(LockAgent.class);
                    Lease lease = agent.acquire("report");
                    released.set(CompletableFuture.supplyAsync(() -> {
                        await().until(() ->
                                !context.getBean(AgentLifecycle.class).isRunning());
                        return lease.release();
                    }));
                });
        assertThat(released.get().join()).isTrue();
        assertThat(entries("holders")).isZero();
    }

    @Test
    void aServiceThatFailsToStartClosesItsAgentToo() {
        Failing failing = new Failing();
        Contexts.on(database)
                .withBean(Failing.class, () -> failing)
                .run(context -> assertThat(context).hasFailed());
        assertThatIllegalStateException().isThrownBy(() -> failing.agent().tryAcquire("report"));
    }

    private int entries(String field) {
        return database.getCollection("locks").find().into(new ArrayList<>()).stream()
                .mapToInt(lock -> lock.getList(field, Document.class).size())
                .sum();
    }

    /** Fails once the service's agent is there. */
    private static final class Failing implements BeanFactoryAware, SmartInitializingSingleton {
        @SuppressWarnings("NullAway.Init")
        private BeanFactory beans;

        @SuppressWarnings("NullAway.Init")
        private LockAgent agent;

        LockAgent agent() {
            return agent;
        }

        @Override
        public void setBeanFactory(BeanFactory beans) {
            this.beans = beans;
        }

        @Override
        public void afterSingletonsInstantiated() {
            agent = beans.getBean(LockAgent.class);
            throw new IllegalStateException("staged");
        }
    }
}

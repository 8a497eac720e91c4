package io.lockkeeper.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentMonitor.OwnLease;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.micronaut.Stock.Item;
import io.lockkeeper.test.MongoServer;
import io.micronaut.context.ApplicationContext;
import io.micronaut.inject.qualifiers.Qualifiers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Methods with {@code @Locked} in a service on Micronaut, and another service beside it. */
@Timeout(60)
class LockedAroundIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoDatabase elsewhere = MongoServer.shared().freshDatabase();
    private final LockAgent agent = agent(database, "stock");
    private final LockAgent abroad = agent(elsewhere, "stock");
    private final LockAgent other = agent(database, "other");
    private final ApplicationContext service = ApplicationContext.run()
            .registerSingleton(LockAgent.class, agent, null)
            .registerSingleton(LockAgent.class, abroad, Qualifiers.byName("abroad"));
    private final Stock stock = service.getBean(Stock.class);

    private static LockAgent agent(MongoDatabase database, String service) {
        return LockAgent.connect(MongoServer.shared().client(), database.getName(), AgentOptions.forService(service));
    }

    @AfterEach
    void stop() {
        service.close();
        agent.close();
        abroad.close();
        other.close();
        database.drop();
        elsewhere.drop();
    }

    @Test
    void aMethodRunsUnderTheLockThatItsArgumentNamesAndGetsItsLease() {
        assertThat(stock.take(new Item("17"), null)).isEqualTo("item-17");
        assertThat(other.heldBy("item-17")).isEmpty();
    }

    @Test
    void whileItRunsNoOtherServiceHasTheLock() {
        stock.count(() -> assertThat(other.tryAcquire("stock")).isEmpty());
        assertThat(other.tryAcquire("stock")).isPresent();
    }

    @Test
    void aRefusedMethodThrowsOrIsSkipped() throws InterruptedException {
        try (Lease held = other.acquire("stock")) {
            assertThatThrownBy(stock::countAtOnce).isInstanceOf(LockNotAcquiredException.class);
            assertThat(stock.countIfFree()).isEmpty();
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(stock.countIfFree()).contains("counted");
    }

    @Test
    void aMethodThatLostItsLockFails() {
        assertThatThrownBy(() -> stock.count(() -> {
                    OwnLease lease = agent.monitor().leases().getFirst();
                    assertThat(agent.monitor().evict("stock", lease.token(), "ann", "it hangs"))
                            .isTrue();
                }))
                .isInstanceOf(LeaseLostException.class);
    }

    @Test
    void aStageHoldsTheLockUntilItHasEnded() throws Exception {
        CompletableFuture<Long> later = new CompletableFuture<>();
        CompletionStage<Long> counted = stock.countLater(later);
        assertThat(other.tryAcquire("stock")).isEmpty();
        later.complete(17L);
        assertThat(counted.toCompletableFuture().get(10, TimeUnit.SECONDS)).isEqualTo(17);
        assertThat(other.tryAcquire("stock")).isPresent();
    }

    @Test
    void aMethodThatNamesAnAgentTakesItsLockThere() throws InterruptedException {
        try (Lease held = other.acquire("stock")) {
            assertThat(stock.countAbroad()).isEqualTo("stock");
            assertThat(elsewhere.getCollection("locks").countDocuments()).isEqualTo(1);
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void aReactiveResultIsRefusedBeforeTheLockIsTaken() {
        assertThatThrownBy(stock::lines)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Stock.lines() cannot be understood: it returns Publisher");
        assertThat(other.tryAcquire("stock")).isPresent();
    }
}

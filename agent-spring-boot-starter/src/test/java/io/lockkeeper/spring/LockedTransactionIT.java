package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The lock outside, the transaction inside; and what happens where it is the other way round. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class LockedTransactionIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final LockAgent other =
            LockAgent.connect(MongoServer.shared().client(), database.getName(), AgentOptions.forService("other"));

    private final ApplicationContextRunner service = Contexts.on(database)
            .withConfiguration(AutoConfigurations.of(DataMongoAutoConfiguration.class))
            .withUserConfiguration(Transactions.class);

    @BeforeEach
    void prepare() {
        database.createCollection("stock");
    }

    @AfterEach
    void drop() {
        other.close();
        database.drop();
    }

    @Test
    void theLockIsTakenBeforeTheTransactionBeginsAndReleasedAfterItHasEnded(CapturedOutput output) {
        service.run(context -> {
            Stock stock = context.getBean(Stock.class);
            assertThat(stock.book(other)).isTrue();
            assertThat(stock.wasLockedAfterCommit()).isTrue();
            assertThat(other.tryAcquire("stock")).isPresent();
        });
        assertThat(output).doesNotContain("was called inside a transaction");
    }

    @Test
    void insideATransactionThatIsThereTheLockIsHeldUntilThatHasEndedAndTheServiceIsWarned(CapturedOutput output) {
        service.run(context -> {
            Stock stock = context.getBean(Stock.class);
            TransactionTemplate transaction = new TransactionTemplate(context.getBean(MongoTransactionManager.class));
            transaction.executeWithoutResult(status -> {
                assertThat(stock.book(other)).isTrue();
                assertThat(other.tryAcquire("stock")).isEmpty();
            });
            assertThat(other.tryAcquire("stock")).isPresent();
        });
        assertThat(output).containsOnlyOnce("Stock.book() was called inside a transaction");
    }

    @Test
    void aStageThatOutlastsTheTransactionHoldsTheLockUntilItHasEndedToo() {
        service.run(context -> {
            Stock stock = context.getBean(Stock.class);
            TransactionTemplate transaction = new TransactionTemplate(context.getBean(MongoTransactionManager.class));
            CompletableFuture<String> promise = new CompletableFuture<>();
            CompletableFuture<String> result =
                    Objects.requireNonNull(transaction.execute(status -> stock.later(promise)));
            assertThat(other.tryAcquire("stock")).isEmpty();
            promise.complete("done");
            assertThat(result.get(30, TimeUnit.SECONDS)).isEqualTo("done");
            await().until(() -> other.tryAcquire("stock").isPresent());
        });
    }

    @Test
    void aStageThatEndsBeforeTheTransactionHoldsTheLockUntilThatHasEnded() {
        service.run(context -> {
            Stock stock = context.getBean(Stock.class);
            TransactionTemplate transaction = new TransactionTemplate(context.getBean(MongoTransactionManager.class));
            transaction.executeWithoutResult(status -> {
                assertThat(stock.later(CompletableFuture.completedFuture("done"))
                                .join())
                        .isEqualTo("done");
                assertThat(other.tryAcquire("stock")).isEmpty();
            });
            assertThat(other.tryAcquire("stock")).isPresent();
        });
    }

    @Test
    void aSecondCallForTheLockThatTheTransactionHoldsIsRefusedAtOnce() {
        service.run(context -> {
            Stock stock = context.getBean(Stock.class);
            TransactionTemplate transaction = new TransactionTemplate(context.getBean(MongoTransactionManager.class));
            transaction.executeWithoutResult(status -> {
                stock.book(other);
                assertThatIllegalStateException()
                        .isThrownBy(() -> stock.book(other))
                        .withMessageContaining(
                                "Stock.book() asks for lock \"stock\", which Stock.book() holds until the transaction has ended");
            });
            assertThat(stock.book(other)).isTrue();
        });
    }

    @Test
    void aTransactionWhoseLeaseIsLostIsRolledBack() {
        service.run(context -> {
            Stock stock = context.getBean(Stock.class);
            LockAgent agent = context.getBean(LockAgent.class);
            TransactionTemplate transaction = new TransactionTemplate(context.getBean(MongoTransactionManager.class));
            assertThatExceptionOfType(LeaseLostException.class)
                    .isThrownBy(() -> transaction.executeWithoutResult(status -> {
                        stock.book(other);
                        agent.monitor()
                                .leases()
                                .forEach(
                                        lease -> agent.monitor().evict(lease.name(), lease.token(), "ann", "it hangs"));
                    }));
            assertThat(database.getCollection("stock").countDocuments()).isZero();
        });
    }

    @Test
    void aServiceThatWantsToFailsInsideATransaction() {
        service.withPropertyValues("lockkeeper.locked.inside-transaction=fail").run(context -> {
            Stock stock = context.getBean(Stock.class);
            TransactionTemplate transaction = new TransactionTemplate(context.getBean(MongoTransactionManager.class));
            assertThatIllegalStateException()
                    .isThrownBy(() -> transaction.executeWithoutResult(status -> stock.book(other)))
                    .withMessageContaining("Stock.book() was called inside a transaction");
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Transactions {
        @Bean
        MongoTransactionManager transactionManager(MongoDatabaseFactory databases) {
            return new MongoTransactionManager(databases);
        }

        @Bean
        Stock stock(MongoTemplate mongo) {
            return new Stock(mongo);
        }
    }

    static class Stock {
        private final MongoTemplate mongo;
        private boolean wasLockedAfterCommit;

        Stock(MongoTemplate mongo) {
            this.mongo = mongo;
        }

        public boolean wasLockedAfterCommit() {
            return wasLockedAfterCommit;
        }

        @Locked("stock")
        public CompletableFuture<String> later(CompletableFuture<String> promise) {
            return promise;
        }

        @Locked("stock")
        @Transactional
        public boolean book(LockAgent other) {
            mongo.insert(new Document("item", "lamp"), "stock");
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    wasLockedAfterCommit = !other.heldBy("stock").isEmpty();
                }
            });
            return CurrentLease.get().isHeld();
        }
    }
}

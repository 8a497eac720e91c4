package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.MethodLeases;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Wherever a transaction is of a locked method, it does not commit once the lock is lost. */
@Timeout(60)
class LostInTransactionIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @BeforeEach
    void prepare() {
        database.createCollection("stock");
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    @ParameterizedTest
    @ValueSource(classes = {LockFirst.class, TransactionFirst.class})
    void aLockedTransactionalMethodCommitsNothingAfterItsLeaseWasLost(Class<?> order) {
        run(order, stock -> assertRefused(stock::book, "stock"));
    }

    @Test
    void theTransactionsOfALockedMethodsOtherBeansCommitNothingEither() {
        run(LockFirst.class, stock -> assertRefused(() -> stock.under(stock.shelf()::put), "stock"));
    }

    @Test
    void aTransactionOfItsOwnInsideOfAnotherCommitsNothingEither() {
        run(
                LockFirst.class,
                stock -> assertRefused(() -> stock.inTransaction(stock.shelf()::putIndependently), "stock"));
    }

    @Test
    void aTransactionThatALockedMethodBeginsByItselfCommitsNothingEither() {
        run(LockFirst.class, stock -> assertRefused(() -> stock.under(stock::putByTemplate), "stock"));
    }

    @Test
    void aTransactionOnAThreadThatCarriesTheLeaseCommitsNothingEither() {
        run(LockFirst.class, stock -> assertRefused(() -> stock.under(stock::putElsewhere), "stock"));
    }

    @Test
    void aTransactionThatBeginsAfterTheLossCommitsNothingEither() {
        run(
                LockFirst.class,
                stock -> assertRefused(
                        () -> stock.under(() -> {
                            stock.loseAll();
                            stock.shelf().put();
                        }),
                        "stock"));
    }

    @Test
    void ofSeveralLocksEachMustBeHeld() {
        run(
                LockFirst.class,
                stock -> assertRefused(
                        () -> stock.shelf()
                                .around(() -> stock.under(() -> {
                                    stock.shelf().put();
                                })),
                        "shelf"));
    }

    @Test
    void aLossJustBeforeTheCommitIsSeenToo() {
        run(LockFirst.class, stock -> assertRefused(stock::loseBeforeCommit, "stock"));
    }

    @Test
    void aTransactionAfterTheLockedMethodCommits() {
        run(LockFirst.class, stock -> {
            assertRefused(stock::book, "stock");
            stock.loses(false);
            stock.book();
            stock.shelf().put();
            assertThat(database.getCollection("stock").countDocuments()).isEqualTo(2);
        });
    }

    private void run(Class<?> order, Consumer<Stock> test) {
        service(order).run(context -> test.accept(context.getBean(Stock.class)));
    }

    private ApplicationContextRunner service(Class<?> order) {
        return Contexts.on(database)
                .withConfiguration(AutoConfigurations.of(DataMongoAutoConfiguration.class))
                .withUserConfiguration(order, Transactions.class);
    }

    /** The caller gets the loss, and nothing of the method's work is stored. */
    private void assertRefused(Runnable call, String lock) {
        LeaseLostException lost = catchThrowableOfType(LeaseLostException.class, call::run);
        assertThat(lost).hasMessageContaining("\"" + lock + "\"").hasMessageContaining("evicted by ann");
        assertThat(lost.getSuppressed()).isEmpty();
        assertThat(database.getCollection("stock").countDocuments()).isZero();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class LockFirst {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = LockedAdvisor.ORDER - 1)
    static class TransactionFirst {}

    @Configuration(proxyBeanMethods = false)
    static class Transactions {
        @Bean
        MongoTransactionManager transactionManager(MongoDatabaseFactory databases) {
            return new MongoTransactionManager(databases);
        }

        @Bean
        Losing losing(LockAgent agent) {
            return new Losing(agent);
        }

        @Bean
        Shelf shelf(MongoTemplate mongo, Losing losing) {
            return new Shelf(mongo, losing);
        }

        @Bean
        Stock stock(Shelf shelf, MongoTemplate mongo, MongoTransactionManager manager, Losing losing) {
            return new Stock(shelf, mongo, new TransactionTemplate(manager), losing);
        }
    }

    /** Evicts what the service holds, the outermost lock where there are two. */
    static class Losing {
        private final LockAgent agent;
        private volatile boolean enabled = true;

        Losing(LockAgent agent) {
            this.agent = agent;
        }

        void lose() {
            if (!enabled) {
                return;
            }
            Lease lease = MethodLeases.around().getLast();
            agent.monitor().evict(lease.name(), lease.token(), "ann", "it hangs");
            await().until(() -> !lease.isHeld());
        }
    }

    @Transactional
    static class Shelf {
        private final MongoTemplate mongo;
        private final Losing losing;

        Shelf(MongoTemplate mongo, Losing losing) {
            this.mongo = mongo;
            this.losing = losing;
        }

        public void put() {
            mongo.insert(new Document("item", "lamp"), "stock");
            if (CurrentLease.find().isPresent()) {
                losing.lose();
            }
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void putIndependently() {
            put();
        }

        @Locked("shelf")
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void around(Runnable work) {
            work.run();
        }
    }

    static class Stock {
        private final Shelf shelf;
        private final MongoTemplate mongo;
        private final TransactionTemplate transaction;
        private final Losing losing;

        Stock(Shelf shelf, MongoTemplate mongo, TransactionTemplate transaction, Losing losing) {
            this.shelf = shelf;
            this.mongo = mongo;
            this.transaction = transaction;
            this.losing = losing;
        }

        public Shelf shelf() {
            return shelf;
        }

        public void loses(boolean enabled) {
            losing.enabled = enabled;
        }

        public void loseAll() {
            losing.lose();
            losing.enabled = false;
        }

        @Locked("stock")
        @Transactional
        public void book() {
            mongo.insert(new Document("item", "lamp"), "stock");
            losing.lose();
        }

        @Locked("stock")
        public void under(Runnable work) {
            work.run();
        }

        @Locked("stock")
        @Transactional
        public void inTransaction(Runnable work) {
            work.run();
        }

        public void putByTemplate() {
            transaction.executeWithoutResult(status -> shelf.put());
        }

        public void putElsewhere() {
            Executor carrying = CurrentLease.carriedBy(Runnable::run);
            try {
                CompletableFuture.runAsync(
                                shelf::put, task -> Thread.ofVirtual().start(() -> carrying.execute(task)))
                        .join();
            } catch (CompletionException e) {
                throw (RuntimeException) e.getCause();
            }
        }

        @Locked("stock")
        @Transactional
        public void loseBeforeCommit() {
            mongo.insert(new Document("item", "lamp"), "stock");
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    losing.lose();
                }
            });
        }
    }
}

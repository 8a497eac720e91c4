package io.lockkeeper.spring.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** Reactive transactions inside of a lock: one that is guarded does not commit once the lock is lost. */
@Timeout(60)
class LostInReactiveTransactionIT {

    private static final LockRequest STOCK = LockRequest.of("stock");
    private static final Duration SOON = Duration.ofSeconds(30);

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void aTransactionalMethodCommitsNothingAfterTheLeaseWasLost() {
        run(context -> assertRefused(
                context,
                locks(context)
                        .withLock(
                                STOCK, lease -> context.getBean(Shelf.class).put(lease, () -> lose(context, lease)))));
    }

    @Test
    void aTransactionalOperatorCommitsNothingEither() {
        run(context -> assertRefused(
                context,
                locks(context)
                        .withLock(
                                STOCK,
                                lease -> operator(context)
                                        .transactional(ReactiveLocks.guarded(
                                                lease, Mono.fromCallable(() -> lose(context, lease)))))));
    }

    @Test
    void workWithoutAResultIsGuardedToo() {
        run(context -> assertRefused(
                context,
                locks(context)
                        .withLock(
                                STOCK,
                                lease -> operator(context)
                                        .transactional(ReactiveLocks.guarded(
                                                lease, Mono.<String>fromRunnable(() -> lose(context, lease)))))));
    }

    @Test
    void aTransactionWhoseLeaseIsHeldCommits() {
        run(context -> {
            Shelf shelf = context.getBean(Shelf.class);
            assertThat(locks(context)
                            .withLock(STOCK, lease -> shelf.put(lease, () -> "done"))
                            .toFuture())
                    .succeedsWithin(SOON)
                    .isEqualTo("done");
            assertThat(context.getBean(Recorded.class).ends).containsExactly("commit");
        });
    }

    private static ReactiveLocks locks(ApplicationContext context) {
        return context.getBean(ReactiveLocks.class);
    }

    private static TransactionalOperator operator(ApplicationContext context) {
        return TransactionalOperator.create(context.getBean(ReactiveTransactionManager.class));
    }

    private void assertRefused(ApplicationContext context, Mono<String> booked) {
        assertThat(booked.toFuture())
                .failsWithin(SOON)
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(LeaseLostException.class)
                .withMessageContaining("evicted by ann");
        assertThat(context.getBean(Recorded.class).ends).containsExactly("rollback");
    }

    private static String lose(ApplicationContext context, Lease lease) {
        context.getBean(LockAgent.class).monitor().evict(lease.name(), lease.token(), "ann", "it hangs");
        await().until(() -> !lease.isHeld());
        return "done";
    }

    private void run(Consumer<ApplicationContext> test) {
        Contexts.on(database).withUserConfiguration(Service.class).run(test::accept);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Service {
        @Bean
        Recorded recorded() {
            return new Recorded();
        }

        @Bean
        ReactiveTransactionManager transactionManager(Recorded recorded) {
            return new RecordingTransactions(recorded);
        }

        @Bean
        Shelf shelf() {
            return new Shelf();
        }
    }

    static class Recorded {
        private final List<String> ends = new CopyOnWriteArrayList<>();
    }

    static class Shelf {
        @Transactional
        public Mono<String> put(Lease lease, Callable<String> work) {
            return ReactiveLocks.guarded(lease, Mono.fromCallable(work));
        }
    }

    /** There is no reactive driver here: this one writes down how its transactions end. */
    static class RecordingTransactions extends AbstractReactiveTransactionManager {
        private final transient Recorded recorded;

        RecordingTransactions(Recorded recorded) {
            this.recorded = recorded;
        }

        @Override
        protected Object doGetTransaction(TransactionSynchronizationManager synchronizations) {
            return "transaction";
        }

        @Override
        protected Mono<Void> doBegin(
                TransactionSynchronizationManager synchronizations,
                Object transaction,
                TransactionDefinition definition) {
            return Mono.empty();
        }

        @Override
        protected Mono<Void> doCommit(
                TransactionSynchronizationManager synchronizations, GenericReactiveTransaction status) {
            return Mono.fromRunnable(() -> recorded.ends.add("commit"));
        }

        @Override
        protected Mono<Void> doRollback(
                TransactionSynchronizationManager synchronizations, GenericReactiveTransaction status) {
            return Mono.fromRunnable(() -> recorded.ends.add("rollback"));
        }
    }
}

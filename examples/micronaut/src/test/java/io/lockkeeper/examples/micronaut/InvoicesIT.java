package io.lockkeeper.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentMonitor;
import io.lockkeeper.agent.AgentMonitor.OwnLease;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.test.MongoServer;
import io.micronaut.context.ApplicationContext;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The service on Micronaut, and another instance beside it. */
class InvoicesIT {

    private ApplicationContext application;
    private Invoices invoices;
    private LockAgent other;

    @BeforeEach
    void start() {
        application =
                ApplicationContext.run(Map.of("mongodb.uri", MongoServer.shared().uri()));
        database().drop();
        invoices = application.getBean(Invoices.class);
        other = LockAgent.connect(
                application.getBean(MongoClient.class),
                "books",
                AgentOptions.forService("invoices").withInstance("other"));
    }

    @AfterEach
    void stop() {
        other.close();
        application.close();
    }

    @Test
    void numbersHaveNoGapAndNoDouble() {
        List<CompletableFuture<Long>> issued = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> invoices.issue("customer " + i)))
                .toList();

        assertThat(issued.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void anInvoiceWaitsForThatOfAnotherInstance() throws Exception {
        CompletableFuture<Long> invoice;
        try (Lease held = other.acquire("invoice-numbers")) {
            invoice = CompletableFuture.supplyAsync(() -> invoices.issue("ann"));
            await().until(() -> isQueuedFor("invoice-numbers"));
            assertThat(invoice).isNotDone();
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(invoice.get(10, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void theDayIsClosedByOneInstance() throws Exception {
        assertThat(invoices.closeDay(() -> {})).isTrue();
        try (Lease held = other.acquire("close-day")) {
            assertThat(invoices.closeDay(() -> {})).isFalse();
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void aDayIsNotClosedByAnInstanceThatLostTheLock() {
        assertThat(invoices.closeDay(() -> evict("close-day"))).isFalse();
    }

    @Test
    void anInterceptedMethodThatLostItsLockFails() {
        Books books = application.getBean(Books.class);
        books.balance(() -> {});

        assertThatThrownBy(() -> books.balance(() -> evict("balance"))).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void aMethodThatReturnsAStageHoldsItsLockUntilThatHasEnded() throws Exception {
        Books books = application.getBean(Books.class);
        CompletableFuture<Long> balance = new CompletableFuture<>();
        CompletionStage<Long> balanced = books.balance(balance);

        assertThat(other.tryAcquire("balance")).isEmpty();
        balance.complete(17L);
        assertThat(balanced.toCompletableFuture().get(10, TimeUnit.SECONDS)).isEqualTo(17);
        assertThat(other.tryAcquire("balance")).isPresent();
    }

    @Test
    void aReactiveMethodIsRefusedBeforeItsLockIsTaken() {
        Reports reports = application.getBean(Reports.class);

        assertThatThrownBy(reports::lines)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it returns Publisher");
        assertThat(other.tryAcquire("reports")).isPresent();
    }

    @Singleton
    static class Reports {
        @Locked("reports")
        public Flow.Publisher<String> lines() {
            return subscriber -> subscriber.onComplete();
        }
    }

    /** As an operator does: the lease's holder learns of it before it goes on. */
    private void evict(String lock) {
        AgentMonitor monitor = application.getBean(LockAgent.class).monitor();
        OwnLease lease = monitor.leases().getFirst();
        assertThat(lease.name()).isEqualTo(lock);
        assertThat(monitor.evict(lock, lease.token(), "ann", "it hangs")).isTrue();
    }

    private MongoDatabase database() {
        return application.getBean(MongoClient.class).getDatabase("books");
    }

    private boolean isQueuedFor(String lock) {
        return database()
                        .getCollection("locks")
                        .countDocuments(Filters.and(Filters.eq("_id", lock), Filters.ne("queue", List.of())))
                > 0;
    }
}

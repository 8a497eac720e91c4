package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LockedIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final LockAgent other =
            LockAgent.connect(MongoServer.shared().client(), database.getName(), AgentOptions.forService("other"));

    @AfterEach
    void drop() {
        other.close();
        database.drop();
    }

    @Test
    void aMethodRunsUnderTheLockThatItsArgumentNames() {
        run((books, agent) -> {
            Lease lease = books.lease(new Order("17"), null);
            assertThat(lease.name()).isEqualTo("order-17");
            assertThat(lease.isHeld()).isFalse();
            assertThat(lease.token()).isPositive();
        });
    }

    @Test
    void theLockIsHeldWhileTheMethodRunsAndFreeAfterwards() {
        run((books, agent) -> {
            assertThat(books.heldBy(new Order("17"))).isEqualTo("orders");
            assertThat(other.heldBy("order-17")).isEmpty();
            assertThatIllegalStateException().isThrownBy(() -> books.fail(new Order("17")));
            assertThat(other.heldBy("order-17")).isEmpty();
        });
    }

    @Test
    void whoIsRefusedIsToldByWhom() throws InterruptedException {
        try (Lease held = other.acquire("order-17")) {
            run((books, agent) -> assertThatExceptionOfType(LockNotAcquiredException.class)
                    .isThrownBy(() -> books.hurried(new Order("17")))
                    .withMessageContaining("held by other"));
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void whoIsSkippedGetsWhatTheMethodSays() throws InterruptedException {
        try (Lease held = other.acquire("order-17")) {
            run((books, agent) -> {
                assertThat(books.skipped(new Order("17"))).isEqualTo("skipped 17");
                assertThat(books.skippedOptional(new Order("17"))).isEmpty();
            });
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void aNameOfWhichAPartIsNullLocksNothing() {
        run((books, agent) -> assertThatIllegalArgumentException()
                .isThrownBy(() -> books.lease(new Order(null), null))
                .withMessageContaining("\"#order.id\" of \"order-#{#order.id}\" is null"));
    }

    @Test
    void readersShareAndPropertiesAndBeansMayNameALock() {
        run((books, agent) ->
                assertThat(books.read(() -> books.read(() -> "two readers"))).isEqualTo("two readers"));
    }

    @Test
    void theLockStaysTakenForItsShortestHold() {
        run((books, agent) -> {
            books.nightly();
            assertThat(other.tryAcquire("nightly")).isEmpty();
        });
    }

    @Test
    void aLossIsNoSuccess() {
        run((books, agent) -> assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(() -> books.lose(agent))
                .withMessageContaining("evicted by ann"));
    }

    @Test
    void aResultThatComesLaterHoldsTheLockUntilThen() {
        run((books, agent) -> {
            CompletableFuture<String> promise = new CompletableFuture<>();
            CompletableFuture<String> result = books.later(promise);
            assertThat(other.tryAcquire("later")).isEmpty();
            promise.complete("done");
            await().until(() -> other.tryAcquire("later").isPresent());
            assertThat(result.join()).isEqualTo("done");
        });
    }

    @Test
    void whatIsCalledOutsideOfAMethodWithALockHasNoLease() {
        assertThat(CurrentLease.find()).isEmpty();
        assertThatIllegalStateException().isThrownBy(CurrentLease::get);
    }

    private void run(BiConsumer<Books, LockAgent> test) {
        Contexts.on(database)
                .withPropertyValues("shop=north")
                .withBean("books", Books.class)
                .run(context -> test.accept(context.getBean(Books.class), context.getBean(LockAgent.class)));
    }

    record Order(@Nullable String id) {}

    static class Books {
        private static final LockRequest ORDER = LockRequest.of("order-17");

        private final LockAgent agent;

        Books(LockAgent agent) {
            this.agent = agent;
        }

        @Locked("order-#{#order.id}")
        public Lease lease(Order order, @Nullable Lease lease) {
            assertThat(lease).isNotNull().isSameAs(CurrentLease.get());
            assertThat(CurrentLease.get().isHeld()).isTrue();
            return CurrentLease.get();
        }

        @Locked(value = "order-#{#order.id}", note = "order of #{#order.id}")
        public String heldBy(Order order) {
            return agent.heldBy(ORDER.name().value()).getFirst().owner().service();
        }

        @Locked("order-#{#order.id}")
        public void fail(Order order) {
            throw new IllegalStateException("staged for " + order);
        }

        @Locked(value = "order-#{#order.id}", longestWait = "50ms")
        public void hurried(Order order) {
            throw new AssertionError("not to be called with " + order);
        }

        @Locked(value = "order-#{#order.id}", whenRefused = WhenRefused.SKIP, otherwise = "'skipped ' + #order.id")
        public String skipped(Order order) {
            throw new AssertionError("not to be called with " + order);
        }

        @Locked(value = "order-#{#order.id}", whenRefused = WhenRefused.SKIP)
        public Optional<String> skippedOptional(Order order) {
            throw new AssertionError("not to be called with " + order);
        }

        @Locked(value = "stock-${shop}-#{@books.shelf()}", kind = LockKind.READING)
        public String read(Supplier<String> inside) {
            return inside.get();
        }

        public int shelf() {
            return 3;
        }

        @Locked(value = "nightly", shortestHold = "1m", longestHold = "1h", ttl = "10s")
        public void nightly() {
            assertThat(CurrentLease.get().remaining()).isLessThan(Duration.ofSeconds(11));
        }

        @Locked("lost")
        public void lose(LockAgent agent) {
            agent.monitor().evict("lost", CurrentLease.get().token(), "ann", "it hangs");
        }

        @Locked("later")
        public CompletableFuture<String> later(CompletableFuture<String> promise) {
            return promise;
        }
    }
}

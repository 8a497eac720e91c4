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
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.spring.Books.Order;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;

@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
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
            run((books, agent) -> {
                assertThat(books.lease(new Order("18"), null)).isNotNull(); // the first request also checks the server
                assertThatExceptionOfType(LockNotAcquiredException.class)
                        .isThrownBy(() -> books.hurried(new Order("17")))
                        .withMessageContaining("held by other");
            });
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
    void aNameOfWhichAPartIsEmptyOrCannotBeEvaluatedLocksNothingAndTheErrorNamesTheMethod() {
        run((books, agent) -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> books.lease(new Order(""), null))
                    .withMessageContaining("Books.lease() was not called")
                    .withMessageContaining("\"#order.id\" of \"order-#{#order.id}\" is empty");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> books.orNull(null))
                    .withMessageContaining("Books.orNull() was not called")
                    .withMessageContaining("\"#order.id\" of \"order-#{#order.id}\" cannot be evaluated");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> books.named(new Object()))
                    .withMessageContaining("Books.named() was not called")
                    .withMessageContaining("\"#value\" of \"named-#{#value}\" is a Object, which has no toString()");
            assertThat(agent.monitor().leases()).isEmpty();
        });
    }

    @Test
    void aNameIsMadeOfWhatAnOptionalHas() {
        run((books, agent) -> assertThat(books.named(Optional.of("a"))).isEqualTo("named-a"));
    }

    @Test
    void aResultThatWouldRunLaterIsNoSuccessWhateverTheMethodDeclares() {
        run((books, agent) -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> books.anything(Stream.of("a")))
                    .withMessageContaining("Books.anything() returned", "would run after the lock was released");
            assertThatIllegalStateException()
                    .isThrownBy(() -> books.anything(ResponseEntity.ok(Optional.of(new DeferredResult<>()))))
                    .withMessageContaining("Books.anything() returned DeferredResult");
            assertThat(books.anything(Optional.of("done"))).isEqualTo(Optional.of("done"));
            assertThat(other.tryAcquire("anything")).isPresent();
        });
    }

    @Test
    void whoIsSkippedInsteadOfBeingPromisedSomethingGetsAPromiseTooThatIsKept() throws InterruptedException {
        try (Lease held = other.acquire("later")) {
            run((books, agent) -> {
                assertThat(books.laterOrSkipped()).isCompletedWithValue(null);
                assertThat(books.optionalLaterOrSkipped()).isCompletedWithValue(Optional.empty());
                assertThat(books.saidLaterOrSkipped().toCompletableFuture()).isCompletedWithValue("skipped");
            });
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void aMethodThatAsksForALockThatItsCallerHoldsIsRefusedAtOnce() {
        run((books, agent) -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> books.nested(() -> books.nested(() -> "never")))
                    .withMessageContaining(
                            "Books.nested() asks for lock \"nested\", which Books.nested() around it holds");
            assertThatIllegalStateException()
                    .isThrownBy(() -> books.nested(() -> books.around(() -> books.nested(() -> "never"))))
                    .withMessageContaining("which Books.nested() around it holds");
            assertThat(books.nested(() -> books.around(() -> "other locks nest")))
                    .isEqualTo("other locks nest");
            assertThat(other.tryAcquire("nested")).isPresent();
        });
    }

    @Test
    void aMethodWhoseCallerHasReleasedTheLockTakesIt() {
        run((books, agent) -> assertThat(books.nested(() -> {
                    CurrentLease.get().release();
                    return books.nested(() -> "again");
                }))
                .isEqualTo("again"));
    }

    @Test
    void aReaderInsideAReaderIsRefusedAtOnceWhereAWriterWaitsInBetween() {
        run((books, agent) -> assertThatIllegalStateException()
                .isThrownBy(() -> books.read(() -> {
                    CompletableFuture<Lease> writer = other.acquireAsync(LockRequest.writing("stock-north-3"));
                    await().until(() -> other.monitor().status().waiters() == 1);
                    try {
                        return books.read(() -> "never");
                    } finally {
                        writer.cancel(true);
                    }
                }))
                .withMessageContaining("Books.read() asks for lock \"stock-north-3\""));
    }

    @Test
    void aSkippedMethodInsideItsOwnLockIsSkippedAndTheServiceWarned(CapturedOutput output) {
        run((books, agent) -> assertThat(books.nested(() -> {
                    books.nestedOrSkipped();
                    return books.nestedOrSkipped();
                }))
                .isEqualTo("skipped"));
        assertThat(output).containsOnlyOnce("Books.nestedOrSkipped() asks for lock \"nested\"");
    }

    @Test
    void aPartOfTheMethodOnAnotherThreadKnowsTheLeaseAndIsRefusedToo() {
        run((books, agent) -> {
            CompletableFuture<String> token =
                    books.parted(() -> "" + CurrentLease.get().token());
            assertThat(token.join()).isNotEmpty();
            assertThat(books.parted(() -> books.parted(() -> "never").join()))
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withMessageContaining(
                            "Books.parted() asks for lock \"parted\", which Books.parted() around it holds");
        });
    }

    @Test
    void aCallThroughAGenericInterfaceTakesTheLockOnce() {
        Contexts.on(database).withBean(OrderHandler.class).run(context -> {
            Handler<Order> handler = handler(context.getBean(OrderHandler.class));
            handler.handle(new Order("17"));
            assertThat(context.getBean(OrderHandler.class).held()).containsExactly("order-17");
        });
    }

    private static Handler<Order> handler(Handler<Order> handler) {
        return handler;
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
    void aMethodReturnsWithoutWaitingForTheReleaseAndItsNextCallGoesBehindIt() {
        run((books, agent) -> {
            for (int i = 0; i < 20; i++) {
                assertThat(books.quickly().isHeld()).isFalse();
            }
            assertThat(books.quickly().release()).as("the answer, once it came").isTrue();
            assertThat(other.tryAcquire("quickly")).isPresent();
        });
    }

    @Test
    void aMethodThatKeepsItsLeaseHasTheNextTokenWithItsNextCall() {
        run((books, agent) -> {
            await().until(() -> books.kept() + 1 == books.kept());
            assertThat(other.tryAcquire("kept")).isPresent();
        });
    }

    @Test
    void aLossIsNoSuccessAlsoWhereTheReleaseIsNotWaitedFor() {
        run((books, agent) -> assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(() -> books.loseQuickly(agent))
                .withMessageContaining("evicted by ann"));
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

    interface Handler<T> {
        void handle(T order);
    }

    static class OrderHandler implements Handler<Order> {
        private final LockAgent agent;
        private final List<String> held = new ArrayList<>();

        OrderHandler(LockAgent agent) {
            this.agent = agent;
        }

        @Override
        @Locked("order-#{#order.id}")
        public void handle(Order order) {
            agent.monitor().leases().forEach(lease -> held.add(lease.name()));
        }

        public List<String> held() {
            return held;
        }
    }
}

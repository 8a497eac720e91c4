package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.waiting.LocalQueue;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.test.Repeats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Thousands that wait in one process for one lock, or for as many locks. */
class LocalQueueIT {

    private static final int MANY = 10_000;
    private static final int LOCKS = Repeats.of(1_000);

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent billing = agents.agent("billing");
    private final LockAgent shipping = agents.agent("shipping");
    private final LockRequest request = LockRequest.of("orders").withTtl(Duration.ofSeconds(3));

    @Test
    void ofTenThousandWaitersTheDocumentTakesAFewAndSaysHowManyStandBehind() throws Exception {
        Lease held = billing.acquire("orders");
        List<CompletableFuture<Lease>> waiting = IntStream.range(0, MANY)
                .mapToObj(i -> shipping.acquireAsync(request))
                .toList();

        await().untilAsserted(
                        () -> assertThat(agents.stored("orders").waiting()).isEqualTo(MANY));
        LockDocument stored = agents.stored("orders");
        assertThat(stored.queue()).hasSize(LocalQueue.PLACES);
        assertThat(stored.queue().stream().mapToInt(Waiter::behind).filter(behind -> behind > 0))
                .containsExactly(MANY - LocalQueue.PLACES);
        assertThat(billing.attempt(LockRequest.of("orders")))
                .isInstanceOfSatisfying(
                        Attempt.Refused.class,
                        refused -> assertThat(refused.waiting()).isEqualTo(MANY));

        shipping.close();
        assertThat(held.release()).isTrue();
        assertThat(waiting)
                .allMatch(each -> each.handle((lease, failure) -> failure instanceof LockUnavailableException)
                        .orTimeout(30, TimeUnit.SECONDS)
                        .join());
        agents.awaitIdle("orders");
    }

    @Test
    void agentsThatWaitForTheSameLockShareItsQueue() throws Exception {
        int each = 4 * LocalQueue.PLACES;
        List<Integer> queued = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Void>> done = new ArrayList<>();
        try (Lease held = agents.agent("counting").acquire("orders")) {
            for (LockAgent agent : List.of(billing, shipping)) {
                for (int i = 0; i < each; i++) {
                    done.add(agent.acquireAsync(request).thenAccept(lease -> {
                        queued.add(agents.stored("orders").queue().size());
                        lease.release();
                    }));
                }
                await().until(() -> agent.monitor().waiters().size() == each);
            }
            assertThat(held.isHeld()).isTrue();
        }
        CompletableFuture.allOf(done.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
        // who came before it was known that there are two has a place; they are served in the first half
        assertThat(queued.subList(each, 2 * each)).allMatch(size -> size <= LocalQueue.PLACES + LocalQueue.FEWEST);
    }

    @Test
    void theLineIsServedInItsOrder() throws Exception {
        int several = 5 * LocalQueue.PLACES;
        List<Integer> served = new ArrayList<>();
        List<CompletableFuture<Void>> done = new ArrayList<>();
        try (Lease held = billing.acquire("orders")) {
            for (int i = 0; i < several; i++) {
                int number = i;
                done.add(shipping.acquireAsync(request).thenAccept(lease -> {
                    served.add(number); // the lock guards the list
                    int left = several - served.size();
                    agents.awaitWaiters(
                            "orders", Math.min(left, LocalQueue.PLACES)); // as below: one moves up at a time
                    lease.release();
                }));
                int came = i + 1;
                await().until(() -> shipping.monitor().waiters().size() == came);
                agents.awaitWaiters("orders", Math.min(came, LocalQueue.PLACES)); // the server decides who came first
            }
            assertThat(held.isHeld()).isTrue();
        }
        CompletableFuture.allOf(done.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);

        assertThat(served).isEqualTo(IntStream.range(0, several).boxed().toList());
    }

    @Test
    void whoGivesUpInTheLineIsToldWhoHoldsTheLockAndNothingOfItWasEverSent() throws Exception {
        try (Lease held = billing.acquire("orders")) {
            List<CompletableFuture<Lease>> placed = IntStream.range(0, LocalQueue.PLACES)
                    .mapToObj(i -> shipping.acquireAsync(request))
                    .toList();
            agents.awaitWaiters("orders", LocalQueue.PLACES);
            List<String> before = acquirers();

            assertThatExceptionOfType(LockNotAcquiredException.class)
                    .isThrownBy(() -> shipping.acquire(request.withLongestWait(Duration.ofMillis(200))))
                    .withMessageContaining("billing");
            assertThat(acquirers()).isEqualTo(before);
            assertThat(held.isHeld()).isTrue();
            placed.forEach(each -> each.cancel(true));
        }
        agents.awaitIdle("orders");
    }

    @Test
    void eachOfAsManyLocksAsWaitersIsHandedOn() throws Exception {
        all(acquireEach(billing));
        List<CompletableFuture<Lease>> waiting = acquireEach(shipping);
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(agents.locks().countDocuments(Filters.size("queue", 1)))
                        .isEqualTo(LOCKS));

        List<CompletableFuture<Void>> served =
                waiting.stream().map(each -> each.thenAccept(Lease::release)).toList();
        billing.close();
        all(served);
        await().untilAsserted(() -> assertThat(shipping.monitor().waiters()).isEmpty());
    }

    private static List<CompletableFuture<Lease>> acquireEach(LockAgent agent) {
        return IntStream.range(0, LOCKS)
                .mapToObj(i -> agent.acquireAsync(LockRequest.of("order-" + i)))
                .toList();
    }

    private static void all(List<? extends CompletableFuture<?>> futures) throws Exception {
        CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new)).get(2, TimeUnit.MINUTES);
    }

    private List<String> acquirers() {
        return agents.stored("orders").queue().stream().map(Waiter::acquirer).toList();
    }
}

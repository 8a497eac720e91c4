package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several locks at once. */
@Timeout(60)
class AcquireAllIT {

    private static final Duration LONG = Duration.ofSeconds(30);

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("billing");
    private final LockAgent other = agents.agent("mail");

    @Test
    void allAreHeldInTheOrderOfTheirNamesAndReleasedTogether() throws InterruptedException {
        LeaseSet set = one.acquireAll(requests("c", "a", "b"), LONG);

        assertThat(set.leases()).extracting(Lease::name).containsExactly("a", "b", "c");
        assertThat(set.isHeld()).isTrue();
        assertThat(set.lease("b").orElseThrow().token())
                .isEqualTo(agents.holder("b").token());
        assertThat(set.release()).isTrue();
        assertThat(agents.stored("a").isIdle()).isTrue();
        assertThat(agents.stored("c").isIdle()).isTrue();
    }

    @Test
    void whereOneIsHeldNoneIsTaken() throws InterruptedException {
        try (Lease held = other.acquire("b")) {
            assertThat(one.tryAcquireAll(requests("a", "b", "c"))).isEmpty();
            agents.awaitIdle("a");
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void theWaitIsBoundedAsAWholeAndNothingIsHeldAfterIt() throws InterruptedException {
        try (Lease held = other.acquire("b")) {
            assertThatExceptionOfType(LockNotAcquiredException.class)
                    .isThrownBy(() -> one.acquireAll(requests("a", "b", "c"), Duration.ofMillis(300)))
                    .satisfies(e -> assertThat(e.lock()).isEqualTo("b"));
            agents.awaitIdle("a");
            agents.awaitWaiters("b", 0);
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void twoThatAskInOppositeOrderBothGetThem() throws Exception {
        for (int round = 0; round < 20; round++) {
            CompletableFuture<Void> first = later(one, requests("a", "b"));
            CompletableFuture<Void> second = later(other, requests("b", "a"));
            first.get(30, TimeUnit.SECONDS);
            second.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void aLockAskedForTwiceIsRefusedForItWouldWaitForItself() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.acquireAll(requests("a", "a"), LONG))
                .withMessageContaining("\"a\"");
        assertThatIllegalArgumentException().isThrownBy(() -> one.tryAcquireAll(List.of()));
    }

    private static List<LockRequest> requests(String... names) {
        return List.of(names).stream().map(LockRequest::of).toList();
    }

    private static CompletableFuture<Void> later(LockAgent agent, List<LockRequest> requests) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (LeaseSet set = agent.acquireAll(requests, LONG)) {
                assertThat(set.isHeld()).isTrue();
                done.complete(null);
            } catch (InterruptedException | RuntimeException | AssertionError e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }
}

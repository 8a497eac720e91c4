package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.ThreadStack;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@Tag("nightly")
class SlowHoldsIT {

    private static final Duration THRESHOLD = Duration.ofSeconds(1);

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent curious = agents.agent(TestAgents.options("billing").withSlowHoldThreshold(THRESHOLD));

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatASlowHolderIsDoingIsSeenAndSeenAgainWithoutTouchingItsLease(boolean virtual) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Thread thread = (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(() -> workUnderALock(done));

        ThreadStack first = awaitStack(Instant.MIN);
        assertThat(first.state()).isEqualTo("WAITING");
        assertThat(first.frames()).anyMatch(frame -> frame.contains("SlowHoldsIT.workUnderALock"));
        Holder holder = agents.holder("report");
        assertThat(holder.updatedAt()).as("no touch").isEqualTo(holder.acquiredAt());
        assertThat(first.at()).isAfterOrEqualTo(holder.acquiredAt().plus(THRESHOLD));

        ThreadStack second = awaitStack(first.at());
        assertThat(Duration.between(first.at(), second.at())).isGreaterThan(THRESHOLD.minusMillis(200));
        done.countDown();
        thread.join();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void ofAThreadThatHasEndedItIsSaidOnce() throws Exception {
        Lease lease = curious.acquireAsync(LockRequest.of("report")).get(30, TimeUnit.SECONDS);

        ThreadStack stack = awaitStack(Instant.MIN);
        assertThat(stack.hasEnded()).isTrue();
        assertThat(stack.frames()).isEmpty();
        await().during(THRESHOLD.multipliedBy(2))
                .atMost(THRESHOLD.multipliedBy(10))
                .until(() -> stack.equals(stack()));
        assertThat(lease.release()).isTrue();
    }

    @Test
    void nothingIsAttachedUnlessItWasAskedFor() throws Exception {
        LockAgent discreet = agents.agent("mail");
        try (Lease asked = curious.acquire("report");
                Lease unasked = discreet.acquire("import")) {
            awaitStack(Instant.MIN);
            assertThat(agents.holder("import").stack()).isNull();
            assertThat(asked.isHeld() && unasked.isHeld()).isTrue();
        }
    }

    private void workUnderALock(CountDownLatch done) {
        CompletableFuture<Void> worked = new CompletableFuture<>();
        curious.tryAcquire("report").ifPresent(lease -> {
            try (lease) {
                done.await();
                worked.complete(null);
            } catch (InterruptedException e) {
                worked.completeExceptionally(e);
            }
        });
        worked.join();
    }

    private ThreadStack awaitStack(Instant after) {
        return await().ignoreExceptions()
                .until(this::stack, stack -> stack != null && stack.at().isAfter(after));
    }

    private @Nullable ThreadStack stack() {
        return agents.holder("report").stack();
    }
}

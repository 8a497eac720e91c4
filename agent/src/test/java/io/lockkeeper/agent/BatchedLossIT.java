package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Work whose lease was evicted at once, and whose lock has a new holder by the time of the release. */
@Timeout(120)
class BatchedLossIT {

    private static final int HOLDERS = 24;

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final AtomicInteger batches = new AtomicInteger();
    private final LockAgent agent = agents.agent(TestAgents.options("billing").withObserver(new LockObserver() {
        @Override
        public void batchSent(int calls) {
            batches.incrementAndGet();
        }
    }));
    private final LockAgent other = agents.agent("mail");

    @Test
    void releasesThatGoTogetherReportTheLossToEachOfTheirHolders() throws Exception {
        CyclicBarrier held = new CyclicBarrier(HOLDERS + 1);
        CyclicBarrier lost = new CyclicBarrier(HOLDERS + 1);
        List<CompletableFuture<Integer>> work = IntStream.range(0, HOLDERS)
                .mapToObj(i -> work("order-" + i, held, lost))
                .toList();
        held.await(30, TimeUnit.SECONDS);
        List<Lease> next = new ArrayList<>();
        for (int i = 0; i < HOLDERS; i++) {
            next.add(takeOver("order-" + i, i % 2 == 0));
        }
        batches.set(0);

        lost.await(30, TimeUnit.SECONDS);

        assertThat(work)
                .allSatisfy(each -> assertThatThrownBy(() -> each.get(30, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(LeaseLostException.class));
        assertThat(batches).as("batches of releases").hasPositiveValue();
        assertThat(next).allMatch(Lease::isHeld);
        assertThat(next)
                .allSatisfy(
                        lease -> assertThat(agents.holder(lease.name()).token()).isEqualTo(lease.token()));
    }

    /** Holds the lock until all of them have been evicted; all then release at the same moment. */
    private CompletableFuture<Integer> work(String lock, CyclicBarrier held, CyclicBarrier lost) {
        CompletableFuture<Integer> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                result.complete(agent.withLock(LockRequest.of(lock).withManualRenewal(), lease -> {
                    held.await(30, TimeUnit.SECONDS);
                    return lost.await(30, TimeUnit.SECONDS);
                }));
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** Evicts the holder at once; the next, or the one after it, holds the lock when this returns. */
    private Lease takeOver(String lock, boolean hadAnother) throws InterruptedException {
        agents.evictNow(lock);
        if (hadAnother) {
            other.acquire(lock).close();
        }
        return other.acquire(lock);
    }
}

package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What an operator can do to a holder, and what the holder hears of it. */
interface EvictionContract extends Contest {

    @Test
    default void anEvictedHolderIsToldByWhomAndWhyAndKeepsItsPlaceUntilItHasClosed() throws Exception {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one().acquire(request("report"));
        lease.onLoss(recorder);
        CompletableFuture<Lease> waiting = other().acquireLater(rival("report"));
        world().awaitWaiters("report", 1);

        world().evict("report", Duration.ofMinutes(5));

        LeaseLoss.Evicted evicted = (LeaseLoss.Evicted) recorder.awaitLoss();
        assertThat(evicted.eviction().by()).isEqualTo("ann");
        assertThat(evicted.eviction().reason()).isEqualTo("hung on a dead peer");
        assertThat(lease.isHeld()).isFalse();
        assertThat(waiting).isNotDone();
        assertThat(world().holder("report").token()).isEqualTo(lease.token());

        assertThat(lease.release()).isFalse();
        waiting.get(30, TimeUnit.SECONDS).close();
        assertThat(recorder.further()).isZero();
    }

    @Test
    default void anEvictedLeaseEndsWithItsQuarantineIfItsHolderDoesNotClose() throws Exception {
        Lease lease = one().acquire(request("report").withTtl(Duration.ofHours(1)));
        CompletableFuture<Lease> waiting = other().acquireLater(rival("report"));
        world().awaitWaiters("report", 1);

        world().evict("report", Duration.ofSeconds(2));

        Lease next = waiting.get(30, TimeUnit.SECONDS);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.loss()).get().isInstanceOf(LeaseLoss.Evicted.class);
        next.close();
    }

    @Test
    default void aHolderThatIsEvictedNowIsToldSo() throws InterruptedException {
        LossRecorder recorder = new LossRecorder();
        Lease lease = one().acquire(request("report"));
        lease.onLoss(recorder);

        world().evictNow("report");

        LeaseLoss.Evicted evicted = (LeaseLoss.Evicted) recorder.awaitLoss();
        assertThat(evicted.eviction().reason()).isEqualTo("its host burnt down");
        assertThat(lease.release()).isFalse();
    }
}

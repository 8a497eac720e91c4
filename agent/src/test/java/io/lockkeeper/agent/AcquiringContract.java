package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What whoever asks for a lock is answered at once: the lease, or who holds it. */
interface AcquiringContract extends Contest {

    @Test
    default void aFreeLockIsGrantedAtOnce() throws InterruptedException {
        try (Lease lease = one().acquire(request("send_sms"))) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(lease.name()).isEqualTo("send_sms");
            assertThat(lease.token()).isEqualTo(world().holder("send_sms").token());
            assertThat(lease.acquiredAt()).isEqualTo(world().holder("send_sms").acquiredAt());
            assertThat(lease.remaining()).isBetween(Duration.ofSeconds(25), AgentOptions.DEFAULT_TTL);
            assertThat(lease.loss()).isEmpty();
        }
        assertThat(world().stored("send_sms").isIdle()).isTrue();
    }

    @Test
    default void aSecondHolderIsRefusedWhileTheLeaseRunsAndIsToldWhoHoldsIt() throws InterruptedException {
        try (Lease lease = one().acquire(request("report").withNote("month of May"))) {
            assertThat(other().tryAcquire(rival("report"))).isEmpty();
            Attempt.Refused refused = (Attempt.Refused) other().attempt(rival("report"));

            HeldBy holder = refused.heldBy().getFirst();
            assertThat(holder.owner().service()).isEqualTo("billing");
            assertThat(holder.owner().note()).isEqualTo("month of May");
            assertThat(holder.owner().pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(holder.since()).isEqualTo(lease.acquiredAt());
            assertThat(holder.remaining()).isBetween(Duration.ofSeconds(20), AgentOptions.DEFAULT_TTL.plusMillis(1));
            assertThat(refused.waiting()).isZero();
        }
    }

    @Test
    default void theSameAgentIsRefusedTooForALeaseBelongsToItsAcquirer() throws InterruptedException {
        try (Lease lease = one().acquire(request("report"))) {
            assertThat(one().tryAcquire(rival("report"))).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    default void theDetailsOfARequestAreSeenWhileItWaitsAndWhileItIsHeld() throws Exception {
        LockRequest detailed = request("report").withDetail("order.id", "$4711").withDetail("customer", "88");
        Lease lease = one().acquire(detailed);
        Attempt.Refused refused = (Attempt.Refused) other().attempt(rival("report"));
        assertThat(refused.heldBy().getFirst()).asString().contains("[order.id=$4711, customer=88]");

        CompletableFuture<Lease> waiting = other().acquireLater(rival("report").withDetails(Map.of("$set", "x")));
        world().awaitWaiters("report", 1);
        assertThat(world().stored("report").queue().getFirst().owner().details().values())
                .isEqualTo(Map.of("$set", "x"));
        lease.close();
        waiting.get(30, TimeUnit.SECONDS).close();
    }

    @Test
    default void hostileNamesAndNotesAreTextAndNothingElse() throws InterruptedException {
        for (String text :
                List.of("$where", "a.b.$[]", "<script>alert(1)</script>", "'\"; drop", "$$NOW", "größe 日本 👩‍🚀")) {
            try (Lease lease = one().acquire(request(text).withNote(text))) {
                assertThat(world().holder(text).owner().note()).isEqualTo(text);
                assertThat(lease.name()).isEqualTo(text);
            }
        }
    }
}

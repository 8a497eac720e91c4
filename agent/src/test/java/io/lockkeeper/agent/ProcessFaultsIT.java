package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.acquireLater;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holders in processes of their own that are killed and halted. */
@Timeout(120)
class ProcessFaultsIT {

    private static final Duration TTL = Duration.ofSeconds(3);

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent agent = agents.agent("billing");

    @Test
    void theLockOfAKilledHolderIsTakenOverWithinItsTtlAndASecond() throws Exception {
        try (ChildProcess holder = holder("report")) {
            long token = Long.parseLong(holder.await("acquired"));
            CompletableFuture<Lease> waiting = acquireLater(agent, LockRequest.of("report"));
            agents.awaitWaiters("report", 1);
            long killedAt = System.nanoTime();
            holder.kill();

            try (Lease lease = waiting.get(60, TimeUnit.SECONDS)) {
                assertThat(Duration.ofNanos(System.nanoTime() - killedAt)).isLessThan(TTL.plusSeconds(1));
                assertThat(lease.token()).isGreaterThan(token);
            }
        }
    }

    @Test
    void aHolderHaltedPastItsTtlKnowsThatItLostAndItsLateReleaseFreesNobodyElse() throws Exception {
        try (ChildProcess holder = holder("report")) {
            holder.await("acquired");
            holder.say("held");
            assertThat(holder.await("held")).isEqualTo("true");
            holder.pause();

            try (Lease lease = agent.acquire("report")) {
                holder.say("held");
                holder.resume();
                assertThat(holder.await("held")).isEqualTo("false");
                holder.say("release");
                assertThat(holder.await("released")).isEqualTo("false");

                assertThat(lease.isHeld()).isTrue();
                assertThat(agents.holder("report").token()).isEqualTo(lease.token());
                assertThat(agents.stored("report").holders()).hasSize(1);
            }
        }
    }

    @Test
    void aHaltedHolderIsToldTheCauseWhenItGoesOn() throws Exception {
        try (ChildProcess holder = holder("report")) {
            holder.await("acquired");
            holder.pause();
            agent.acquire("report").close();
            holder.resume();

            assertThat(holder.await("lost")).contains("expired");
        }
    }

    private ChildProcess holder(String lock) {
        return new ChildProcess(
                LeaseHolderProcess.class,
                MongoServer.shared().uri(),
                agents.database(),
                lock,
                Long.toString(TTL.toMillis()));
    }
}

package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An agent that is closed while its server is slow, or stopped. */
@OwnServer
@Timeout(120)
class ClosingFaultsIT {

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet server;

    @SuppressWarnings("NullAway.Init")
    private static CountedClient counted;

    @RegisterExtension
    private final TestAgents agents = new TestAgents(server.client());

    private final LockAgent agent = agents.agent(counted.client(), TestAgents.options("billing"));

    @BeforeAll
    static void startServer() {
        server = ReplicaSet.start(1);
        counted = new CountedClient(server.uri());
    }

    @AfterAll
    static void stopServer() {
        counted.close();
        server.close();
    }

    @Test
    void aGrantThatComesToAClosingAgentIsUndoneBeforeItsCallerHearsOfTheRefusal() {
        assertThat(agent.tryAcquire("warm").orElseThrow().release()).isTrue();
        FailPoint slow = server.failCommand(
                new Document("failCommands", List.of("findAndModify"))
                        .append("blockConnection", true)
                        .append("blockTimeMS", 1_000),
                1);
        counted.forget();
        CompletableFuture<Boolean> heldWhenRefused = CompletableFuture.supplyAsync(() -> {
            try {
                return agent.tryAcquire("report").isPresent();
            } catch (LockUnavailableException e) {
                return agents.held() > 0;
            }
        });
        await().until(() -> counted.changes() == 1);
        agent.close();
        slow.off();

        assertThat(heldWhenRefused.join()).isFalse();
        assertThat(agents.stored("report").token()).as("it was granted").isPositive();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    /** One after the other they would take five seconds each. */
    @Test
    void anAgentThatOwesShortestHoldsToAStoppedServerClosesInTheTimeOfOneCall()
            throws InterruptedException, ExecutionException {
        for (int i = 0; i < 8; i++) {
            var unused = agent.acquire(LockRequest.of("report-" + i).withShortestHold(Duration.ofMinutes(1)));
        }
        server.pause(0);
        try {
            CompletableFuture<Duration> closed = CompletableFuture.supplyAsync(() -> {
                long before = System.nanoTime();
                agent.close();
                return Duration.ofNanos(System.nanoTime() - before);
            });
            assertThat(closed).succeedsWithin(60, TimeUnit.SECONDS);
            assertThat(closed.get()).isLessThan(Duration.ofSeconds(10));
        } finally {
            server.resume(0);
        }
    }

    @Test
    void leasesThatOweAShortestHoldStayTakenAndOthersAreFree() throws InterruptedException {
        var lingers = agent.acquire(LockRequest.of("lingers").withShortestHold(Duration.ofMinutes(1)));
        var free = agent.acquire("free");
        counted.forget();
        agent.close();

        assertThat(counted.commands().stream().filter("update"::equals))
                .as("together")
                .hasSize(1);
        assertThat(agents.stored("lingers").holders()).hasSize(1);
        assertThat(agents.stored("free").isIdle()).isTrue();
        assertThat(List.of(lingers, free)).noneMatch(Lease::isHeld);
    }
}

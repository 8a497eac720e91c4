package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.Router;
import io.lockkeeper.test.StandIn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents behind a router to two replica sets, with their locks on one of them, or sharded over both. */
@OwnServer
class RouterIT {

    private static final long AT_ONCE = 6;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "STREAM"})
    void shardedLocksAreHandedOnByHintsAndByTheMergedStream(WakeMode wakes) throws Exception {
        StandIn server = router("locks");
        LockAgent one = agent(server, wakes);
        LockAgent other = agent(server, wakes);
        for (String lock : onEachShard()) {
            Lease held = one.acquire(lock);
            CompletableFuture<Lease> waits = TestAgents.acquireLater(other, LockRequest.of(lock));
            await().until(() -> other.monitor().status().stream() == AgentMonitor.StreamState.OPEN);
            await().until(() ->
                    !one.heldBy(lock).isEmpty() && other.monitor().status().waiters() == 1);
            held.release();
            waits.get(AT_ONCE, TimeUnit.SECONDS).release();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "locks"})
    void manyAtOnceAreGrantedRenewedAndReleased(String sharded) throws Exception {
        StandIn server = router(sharded);
        LockAgent agent = agent(server, WakeMode.AUTO);
        List<CompletableFuture<Lease>> all = IntStream.range(0, 60)
                .mapToObj(i -> TestAgents.acquireLater(agent, LockRequest.of("lock " + i)))
                .toList();
        for (CompletableFuture<Lease> each : all) {
            assertThat(each.get(60, TimeUnit.SECONDS).isHeld()).isTrue();
        }
        await().during(Duration.ofSeconds(4))
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> all.stream().allMatch(each -> each.join().isHeld()));
        for (CompletableFuture<Lease> each : all) {
            assertThat(each.join().release()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "locks")
    void whileAShardIsAwayTheLocksOfTheOtherGoOn(String sharded) throws Exception {
        Router router = Router.start(sharded);
        open.add(router);
        StandIn server = StandIn.of(router);
        open.add(server);
        LockAgent agent = agent(server, WakeMode.AUTO);
        List<String> locks = onEachShard();
        router.secondIsAway(true);
        assertThat(agent.acquire(locks.getFirst()).release()).isTrue();
        assertThatThrownBy(() -> agent.acquire(LockRequest.of(locks.get(1)).withLongestWait(Duration.ofSeconds(2))))
                .isInstanceOf(LockException.class);
        router.secondIsAway(false);
        assertThat(agent.acquire(LockRequest.of(locks.get(1)).withLongestWait(Duration.ofSeconds(60)))
                        .release())
                .isTrue();
    }

    private static List<String> onEachShard() {
        return IntStream.range(0, 2)
                .mapToObj(shard -> Stream.iterate(0, i -> i + 1)
                        .map(i -> "report " + i)
                        .filter(name -> Router.shardOf(new BsonString(name)) == shard)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    private StandIn router(String sharded) {
        Router router = Router.start(sharded);
        open.add(router);
        StandIn server = StandIn.of(router);
        open.add(server);
        return server;
    }

    private LockAgent agent(StandIn server, WakeMode wakes) {
        MongoClient client = MongoClients.create(server.uri("app"));
        open.add(client);
        LockAgent agent = LockAgent.connect(
                client, "app", TestAgents.options("mail").withWakes(wakes).withTtl(TestAgents.RENEWED_TTL));
        open.add(agent);
        return agent;
    }
}

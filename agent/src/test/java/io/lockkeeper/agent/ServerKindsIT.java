package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.hints.HintingStore;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Agents on servers of other kinds, as a stand-in imitates them: locks work there, or one sentence says at the start why not. */
class ServerKindsIT {

    /** Well before a waiter's next heartbeat, which comes after ten seconds. */
    private static final long AT_ONCE = 6;

    private static final int HAND_OFFS = 3;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        database.drop();
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                kind("M0", ServerKind.ATLAS_M0, HintPlace.DATABASE),
                kind("Flex", ServerKind.ATLAS_FLEX, HintPlace.DATABASE),
                kind("M10", ServerKind.ATLAS_M10, HintPlace.DATABASE),
                kind("no capped collections", ServerKind.NO_CAPPED, null),
                kind("mongos", ServerKind.MONGOS, HintPlace.DATABASE),
                kind("vCore", ServerKind.AZURE_VCORE, null),
                kind("9.0", ServerKind.NINE, HintPlace.LOCAL),
                kind("few connections", ServerKind.FEW_CONNECTIONS, HintPlace.LOCAL),
                kind("neither hints nor streams", ServerKind.DEAF, null));
    }

    private static Arguments kind(String name, ServerKind kind, HintPlace hints) {
        return Arguments.of(Named.of(name, kind), Optional.ofNullable(hints));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void locksAreHandedOnThere(ServerKind kind, Optional<HintPlace> hints) throws Exception {
        StandIn server = server(kind);
        LockAgent one = agent(server, WakeMode.AUTO);
        LockAgent other = agent(server, WakeMode.AUTO);
        assertThat(one.monitor().status().wakes()).isEqualTo(hints);
        handOn(one, other);
    }

    static Stream<Named<ServerKind>> streams() {
        return Stream.of(
                Named.of("9.0", ServerKind.NINE),
                Named.of("9.0 with a label", ServerKind.NINE_LABELLED),
                Named.of("vCore", ServerKind.AZURE_VCORE));
    }

    @ParameterizedTest
    @MethodSource("streams")
    void aStreamThatIsInterruptedIsOpenedAgain(ServerKind kind) throws Exception {
        StandIn server = server(kind);
        LockAgent one = agent(server, WakeMode.STREAM);
        LockAgent other = agent(server, WakeMode.STREAM);
        Lease held = one.acquire("report");
        CompletableFuture<Lease> waits = TestAgents.acquireLater(other, LockRequest.of("report"));
        if (kind != ServerKind.AZURE_VCORE) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> server.refusals().containsKey("getMore"));
        }
        awaitWaiter("report");
        held.release();
        waits.get(AT_ONCE, TimeUnit.SECONDS).release();
    }

    @Test
    void whereNothingWakesThatIsSaidOnceAndTheStreamIsAskedForEverMoreSeldom() throws Exception {
        StandIn server = server(ServerKind.DEAF);
        LockAgent one = agent(server, WakeMode.AUTO);
        try (CapturedLog log = CapturedLog.of(HintingStore.class.getName())) {
            LockAgent other = agent(server, WakeMode.AUTO);
            handOn(one, other);
            assertThat(log.warnings("Nothing wakes waiters"))
                    .singleElement()
                    .asString()
                    .contains(
                            "once a second",
                            "MongoDB refuses the stream of locks: change stream limit exceeded",
                            "a capped collection in this atlas tier is not supported");
            assertThat(log.warnings("change stream, wakes=stream")).isEmpty();
        }
        assertThat(server.refusals().get("aggregate"))
                .as("by two agents, of which each has asked at its start")
                .isLessThan(12);
    }

    @Test
    void whereStreamsAreCappedTheNextAgentsLook() throws Exception {
        StandIn server = server(ServerKind.ATLAS_M0);
        List<LockAgent> agents = IntStream.range(0, 8)
                .mapToObj(each -> agent(server, WakeMode.STREAM))
                .toList();
        LockAgent holder = agent(server, WakeMode.STREAM);
        for (LockAgent each : agents) {
            Lease held = holder.acquire("lock " + each.hashCode());
            CompletableFuture<Lease> waits = TestAgents.acquireLater(each, LockRequest.of(held.name()));
            open.add(() -> waits.cancel(true));
            awaitWaiter(held.name());
            if (each == agents.getLast()) {
                assertThat(server.streams()).isEqualTo(5);
                held.release();
                waits.get(AT_ONCE, TimeUnit.SECONDS).release();
            }
        }
        assertThat(server.late()).as("commands beyond 100 a second").isZero();
    }

    @ParameterizedTest
    @MethodSource("others")
    void othersAreRefusedInOneSentence(ServerKind kind, String lacks) {
        StandIn server = server(kind);
        assertThatThrownBy(() -> agent(server, WakeMode.AUTO))
                .isInstanceOf(UnsupportedServerException.class)
                .hasMessageContaining(lacks)
                .hasMessageNotContaining("\n");
    }

    static Stream<Arguments> others() {
        return Stream.of(
                Arguments.of(Named.of("Amazon", ServerKind.AMAZON), "updates by an aggregation pipeline"),
                Arguments.of(Named.of("FerretDB", ServerKind.FERRETDB), "updates by an aggregation pipeline"));
    }

    private void handOn(LockAgent one, LockAgent other) throws Exception {
        for (int i = 0; i < HAND_OFFS; i++) {
            Lease held = one.acquire("report");
            CompletableFuture<Lease> waits = TestAgents.acquireLater(other, LockRequest.of("report"));
            awaitWaiter("report");
            held.release();
            waits.get(AT_ONCE, TimeUnit.SECONDS).release();
        }
    }

    private void awaitWaiter(String lock) {
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> database.getCollection("locks")
                                .countDocuments(
                                        new Document("_id", lock).append("queue.0", new Document("$exists", true)))
                        == 1);
    }

    private StandIn server(ServerKind kind) {
        StandIn server = StandIn.of(kind);
        open.add(server);
        return server;
    }

    private LockAgent agent(StandIn server, WakeMode wakes) {
        MongoClient client = MongoClients.create(server.uri(database.getName()));
        open.add(client);
        LockAgent agent = LockAgent.connect(
                client, database.getName(), TestAgents.options("mail").withWakes(wakes));
        open.add(agent);
        return agent;
    }
}

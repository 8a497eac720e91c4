package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.fitness.ServerFitness;
import io.lockkeeper.agent.hints.HintingStore;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OtherServer;
import io.lockkeeper.test.OtherServer.Site;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Agents on servers of other kinds, as a stand-in imitates them: locks work there, or one sentence says at the start why not. */
class ServerKindsIT {

    /** Well before a waiter's next heartbeat, which comes after ten seconds. */
    private static final long AT_ONCE = 6;

    private static final int HAND_OFFS = 3;

    private static final Duration SETTLED = Duration.ofSeconds(5);
    private static final Duration COUNTED = Duration.ofSeconds(30);

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        database.drop();
    }

    @ParameterizedTest
    @EnumSource
    void locksAreHandedOnThere(OtherServer kind) throws Exception {
        Site site = site(kind);
        LockAgent one = agent(site.door(), WakeMode.AUTO);
        LockAgent other = agent(site.door(), WakeMode.AUTO);
        assertThat(one.monitor().status().wakes()).isEqualTo(hints(kind));
        List<Long> unused = handOn(behind(site), one, other);
    }

    private MongoDatabase behind(Site site) {
        MongoClient client = MongoClients.create(site.door().uri(""));
        open.add(client);
        return client.getDatabase(database.getName());
    }

    private static Optional<HintPlace> hints(OtherServer kind) {
        return switch (kind.wakes()) {
            case HINTS_IN_LOCAL -> Optional.of(HintPlace.LOCAL);
            case HINTS_BESIDE -> Optional.of(HintPlace.DATABASE);
            case STREAM_OR_LOOKS -> Optional.empty();
        };
    }

    private Site site(OtherServer kind) {
        Site site = kind.open();
        open.add(site);
        return site;
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
        if (!kind.equals(ServerKind.AZURE_VCORE)) {
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
            List<Long> unused = handOn(database, one, other);
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
        await().pollDelay(1, TimeUnit.SECONDS).until(() -> true); // nine that open at once may pass the tier's rate
        int opened = server.late();
        await().pollDelay(3, TimeUnit.SECONDS).until(() -> true); // a rate has to be counted over some time
        assertThat(server.late()).as("commands beyond 100 a second").isEqualTo(opened);
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

    /** It takes the pipelines of a lock as they are, but evaluates the branch that a condition rules out. */
    @Test
    void aServerThatCannotRunThePipelinesIsRefusedAlthoughItTakesThem() {
        StandIn server = server(ServerKind.PLAIN.refusing(command ->
                command.getFirstKey().equals("aggregate") && command.toString().contains("$facet")
                        ? Optional.of(new StandIn.Refusal(
                                17046, "Location17046", "both operands of $setIsSubset must be arrays"))
                        : Optional.empty()));
        assertThatThrownBy(() -> agent(server, WakeMode.AUTO))
                .isInstanceOf(UnsupportedServerException.class)
                .hasMessageContaining("both operands of $setIsSubset must be arrays");
    }

    @Test
    void aServerThatRunsThemInAnotherWayIsRefused() {
        StandIn server = server(
                ServerKind.PLAIN,
                command -> command.getFirstKey().equals("aggregate")
                                && command.toString().contains("$facet")
                        ? command.append("pipeline", BsonArray.parse("[ { $facet: { none: [ { $limit: 1 } ] } } ]"))
                        : command);
        assertThatThrownBy(() -> agent(server, WakeMode.AUTO))
                .isInstanceOf(UnsupportedServerException.class)
                .hasMessageContaining("a lock that was handed over is {\"none\": []}");
    }

    @Test
    void anEmptyListOfArbitersIsNone() {
        try (CapturedLog log = CapturedLog.of(ServerFitness.class.getName())) {
            agent(server(ServerKind.PLAIN.saying(hello -> hello.append("arbiters", new BsonArray()))), WakeMode.AUTO);
            assertThat(log.warnings("arbiter")).isEmpty();
        }
    }

    /** Prints how many commands a second an agent sends that does nothing, and one that waits, and how long hand-offs take. */
    @ParameterizedTest
    @EnumSource
    @Tag("nightly")
    void anAgentSendsFewCommandsThere(OtherServer kind) throws Exception {
        Site site = site(kind);
        StandIn idle = site.door();
        StandIn busy = site.door();
        var unused = present(idle);
        LockAgent waits = present(busy);
        MongoDatabase behind = behind(site);
        LockAgent holds = agent(site.door(), WakeMode.AUTO);
        Lease held = holds.acquire("report");
        CompletableFuture<Lease> waiting = TestAgents.acquireLater(waits, LockRequest.of("report"));
        awaitWaiter(behind, "report");
        await().pollDelay(SETTLED)
                .atMost(SETTLED.plusSeconds(10))
                .until(() -> true); // a rate has to be counted over some time
        int before = idle.commands();
        int waitedBefore = busy.commands();
        await().pollDelay(COUNTED).atMost(COUNTED.plusSeconds(10)).until(() -> true);
        double idleRate = (idle.commands() - before) / (double) COUNTED.toSeconds();
        double waitingRate = (busy.commands() - waitedBefore) / (double) COUNTED.toSeconds();
        held.release();
        waiting.get(AT_ONCE, TimeUnit.SECONDS).release();
        System.out.printf(
                Locale.ROOT,
                "%s: idle %.2f, waiting %.2f commands/s; hand-offs %s ms; refused: %s%n",
                kind,
                idleRate,
                waitingRate,
                handOn(behind, holds, waits),
                busy.refusals());
        assertThat(idleRate).isLessThan(0.5);
        assertThat(waitingRate).isLessThan(4);
        assertThat(busy.late()).isZero();
    }

    private LockAgent present(StandIn server) {
        MongoClient client = MongoClients.create(server.uri(database.getName()));
        open.add(client);
        LockAgent agent = LockAgent.connect(client, database.getName(), AgentOptions.forService("mail"));
        open.add(agent);
        return agent;
    }

    /** Answers how many milliseconds each took. */
    private static List<Long> handOn(MongoDatabase behind, LockAgent one, LockAgent other) throws Exception {
        List<Long> took = new ArrayList<>();
        for (int i = 0; i < HAND_OFFS; i++) {
            Lease held = one.acquire("report");
            CompletableFuture<Lease> waits = TestAgents.acquireLater(other, LockRequest.of("report"));
            awaitWaiter(behind, "report");
            long released = System.nanoTime();
            held.release();
            waits.get(AT_ONCE, TimeUnit.SECONDS).release();
            took.add(Duration.ofNanos(System.nanoTime() - released).toMillis());
        }
        return took;
    }

    private void awaitWaiter(String lock) {
        awaitWaiter(database, lock);
    }

    private static void awaitWaiter(MongoDatabase behind, String lock) {
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> behind.getCollection("locks")
                                .countDocuments(
                                        new Document("_id", lock).append("queue.0", new Document("$exists", true)))
                        == 1);
    }

    private StandIn server(ServerKind kind) {
        return server(kind, UnaryOperator.identity());
    }

    private StandIn server(ServerKind kind, UnaryOperator<BsonDocument> rewrites) {
        StandIn server = StandIn.of(kind, rewrites);
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

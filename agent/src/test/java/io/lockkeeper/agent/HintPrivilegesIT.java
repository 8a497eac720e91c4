package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.hints.HintingStore;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents whose users have the roles of {@code docker/roles.json}, or lack what hints need, or lose it while they wait. */
@OwnServer
@Timeout(60)
class HintPrivilegesIT {

    private static final String DATABASE = "app";
    private static final String AGENTS = "lockkeeperAgent";
    private static final Document WAKES = new Document("role", "lockkeeperWakes_" + DATABASE).append("db", "admin");
    /** Well before a waiter's next heartbeat, which comes after ten seconds. */
    private static final long AT_ONCE = 6;

    @SuppressWarnings("NullAway.Init")
    private static SecuredServer server;

    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        server = SecuredServer.start();
        Path file = Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .map(folder -> folder.resolve("docker/roles.json"))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow();
        Document definitions = Document.parse(Files.readString(file).replace("DATABASE", DATABASE));
        create(database(DATABASE), definitions);
        create(database("admin"), definitions.get("admin", Document.class));
        List<Document> privileges = Objects.requireNonNull(ofAgents(definitions).getList("privileges", Document.class));
        database(DATABASE)
                .runCommand(new Document("createRole", "withoutHints")
                        .append(
                                "privileges",
                                privileges.stream()
                                        .filter(each -> !each.toJson().contains(HintPlace.PREFIX))
                                        .toList())
                        .append("roles", List.of()));
    }

    private static void create(MongoDatabase database, Document definitions) {
        definitions.getList("roles", Document.class).forEach(database::runCommand);
    }

    private static Document ofAgents(Document definitions) {
        return definitions.getList("roles", Document.class).stream()
                .filter(each -> each.getString("createRole").equals(AGENTS))
                .findFirst()
                .orElseThrow();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void theRolesOfTheDocumentsAreEnoughForEachPlace() {
        assertThat(agent("both", AGENTS, WAKES).monitor().status().wakes()).contains(HintPlace.LOCAL);
        assertThat(agent("beside", AGENTS).monitor().status().wakes()).contains(HintPlace.DATABASE);
        assertThat(agent("neither", "withoutHints").monitor().status().wakes()).isEmpty();
    }

    @Test
    void aWaiterThatLosesTheRightToReadHintsFollowsTheStreamAndSaysSoOnce() throws Exception {
        LockAgent holder = agent("holds", AGENTS, WAKES);
        LockAgent waiter = agent("waits", AGENTS, WAKES);
        try (CapturedLog log = CapturedLog.of(HintingStore.class.getName())) {
            Lease held = holder.acquire("read");
            CompletableFuture<Lease> waiting = waiter.acquireAsync(LockRequest.of("read"));
            await().until(() -> waiter.monitor().status().stream() == AgentMonitor.StreamState.OPEN);
            revoke("waits");
            await().until(() -> waiter.monitor().status().wakes().isEmpty());
            held.release();
            waiting.get(AT_ONCE, TimeUnit.SECONDS).release();
            handOn(holder, waiter, "read");
            handOn(waiter, holder, "read");
            assertThat(log.warnings("Waiters are woken by a change stream")).hasSize(1);
        }
    }

    @Test
    void aHolderThatLosesTheRightToWriteHintsWakesItsWaiterThroughItsOwnLook() throws Exception {
        LockAgent holder = agent("writes", AGENTS, WAKES);
        LockAgent waiter = agent("listens", AGENTS, WAKES);
        Lease held = holder.acquire("write");
        CompletableFuture<Lease> waiting = waiter.acquireAsync(LockRequest.of("write"));
        await().until(() -> waiter.monitor().status().stream() == AgentMonitor.StreamState.OPEN);
        revoke("writes");
        held.release();
        waiting.get(AT_ONCE, TimeUnit.SECONDS).release();
        await().until(() -> holder.monitor().status().wakes().isEmpty());
        handOn(holder, waiter, "write");
        handOn(waiter, holder, "write");
    }

    private static void handOn(LockAgent holder, LockAgent waiter, String name) throws Exception {
        Lease held = holder.acquire(name);
        CompletableFuture<Lease> waiting = waiter.acquireAsync(LockRequest.of(name));
        await().until(() -> waiter.monitor().status().stream() == AgentMonitor.StreamState.OPEN);
        await().until(() -> database(DATABASE)
                        .getCollection("locks")
                        .countDocuments(new Document("_id", name).append("queue", new Document("$size", 1)))
                == 1);
        held.release();
        waiting.get(AT_ONCE, TimeUnit.SECONDS).release();
    }

    private static void revoke(String user) {
        database(DATABASE).runCommand(new Document("revokeRolesFromUser", user).append("roles", List.of(WAKES)));
    }

    private LockAgent agent(String user, Object... roles) {
        database(DATABASE)
                .runCommand(new Document("createUser", user).append("pwd", user).append("roles", List.of(roles)));
        MongoClient client = MongoClients.create(server.settings(server.uri(user, user, DATABASE)));
        open.add(client);
        LockAgent agent = LockAgent.connect(
                client, DATABASE, AgentOptions.forService(user).withIndexes(IndexMode.NONE));
        open.add(agent);
        return agent;
    }

    private static MongoDatabase database(String name) {
        return server.administrator().getDatabase(name);
    }
}

package io.lockkeeper.console.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.IndexMode;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.UnsupportedServerException;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.act.eviction.EvictionService;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.test.OwnServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

@OwnServer
class WireIT {

    private static final int UNAUTHORIZED = 13;

    @SuppressWarnings("NullAway.Init")
    private static Scene scene;

    @BeforeAll
    static void start() {
        scene = new Scene();
    }

    @AfterAll
    static void stop() {
        scene.close();
    }

    @Test
    void anAgentWithItsRoleAloneAcquiresWaitsIsHandedOverRenewsReleasesAndIsListed() throws Exception {
        try (LockAgent one = agent("billing");
                LockAgent other = agent("mail")) {
            Lease lease = one.acquire("report");
            lease.renew();
            CompletableFuture<Lease> waiting = other.acquireAsync(LockRequest.of("report"));
            await().until(() -> scene.administered()
                            .getCollection("locks")
                            .countDocuments(Document.parse("{ 'queue.0': { $exists: true } }"))
                    == 1);
            assertThat(lease.release()).isTrue();
            waiting.get(30, TimeUnit.SECONDS).close();
            await().until(() -> scene.administered().getCollection("agents").countDocuments() == 2);
        }
        assertThat(scene.administered().getCollection("agents").countDocuments())
                .isZero();
    }

    @Test
    void theConsoleWithItsRoleAloneShowsTheLockAndEvictsItsHolderWhoIsTold() throws Exception {
        try (LockAgent agent = agent("billing")) {
            CompletableFuture<Lease> told = new CompletableFuture<>();
            Lease lease = agent.acquire("import");
            lease.onLoss((lost, loss) -> told.complete(lost));
            await().until(() -> scene.bean(Board.class).find("import").isPresent());
            assertThat(evict("import")).isEqualTo(Outcome.MARKED);
            told.get(30, TimeUnit.SECONDS).close();
        }
        assertThat(scene.ownOfConsole().getCollection("audit").countDocuments()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ drop: 'locks' }",
                "{ delete: 'locks', deletes: [ { q: {}, limit: 0 } ] }",
                "{ createIndexes: 'locks', indexes: [ { name: 'own', key: { a: 1 } } ] }",
                "{ collMod: 'locks', validator: {} }",
                "{ create: 'other' }",
                "{ find: 'audit' }",
                "{ insert: 'audit', documents: [ { _id: 'forged' } ] }",
                "{ find: 'console_state' }",
                "{ find: 'other' }",
                "{ insert: 'other', documents: [ {} ] }",
                "{ aggregate: 'locks', pipeline: [ { $lookup: { from: 'audit', localField: 'a', foreignField: 'a', as: 'a' } } ], cursor: {} }",
                "{ aggregate: 'locks', pipeline: [ { $out: 'other' } ], cursor: {} }",
                "{ aggregate: 1, pipeline: [ { $changeStream: {} } ], cursor: {} }",
                "{ usersInfo: 1 }",
                "{ createUser: 'mallory', pwd: 'm', roles: [] }"
            })
    void whatAnAgentDoesNotNeedIsDeniedToIt(String command) {
        assertDenied(scene.as(Scene.AGENT), command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ delete: 'locks', deletes: [ { q: {}, limit: 0 } ] }",
                "{ drop: 'locks' }",
                "{ insert: 'audit', documents: [ { _id: 'forged' } ] }",
                "{ insert: 'agents', documents: [ { _id: 'forged' } ] }",
                "{ delete: 'agents', deletes: [ { q: {}, limit: 0 } ] }",
                "{ find: 'other' }",
                "{ aggregate: 'locks', pipeline: [ { $out: 'other' } ], cursor: {} }",
                "{ usersInfo: 1 }"
            })
    void whatTheConsoleDoesNotNeedIsDeniedToIt(String command) {
        assertDenied(scene.as(Scene.CONSOLE), command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ createIndexes: 'audit', indexes: [ { name: 'own', key: { a: 1 } } ] }",
                "{ update: 'audit', updates: [ { q: {}, u: { $set: { by: 'somebody else' } } } ] }",
                "{ delete: 'audit', deletes: [ { q: {}, limit: 0 } ] }",
                "{ drop: 'audit' }",
                "{ update: 'access', updates: [ { q: {}, u: { $set: { by: 'somebody else' } } } ] }",
                "{ delete: 'access', deletes: [ { q: {}, limit: 0 } ] }",
                "{ delete: 'users', deletes: [ { q: {}, limit: 0 } ] }",
                "{ drop: 'users' }",
                "{ find: 'other' }"
            })
    void theConsolesRecordsCannotBeChangedByTheConsoleItself(String command) {
        assertDenied(scene.as(Scene.CONSOLE, Scene.OWN), command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ find: 'users' }",
                "{ insert: 'users', documents: [ { _id: 'mallory' } ] }",
                "{ find: 'audit' }",
                "{ find: 'state' }"
            })
    void anAgentSeesNothingOfTheConsolesOwnDatabase(String command) {
        assertDenied(scene.as(Scene.AGENT, Scene.OWN), command);
    }

    @ParameterizedTest
    @ValueSource(strings = {Scene.AGENT, Scene.CONSOLE})
    void nobodysJavaScriptRunsOnTheServer(String user) {
        assertThatThrownBy(() ->
                        scene.as(user).runCommand(Document.parse("{ find: 'locks', filter: { $where: 'true' } }")))
                .isInstanceOf(MongoCommandException.class);
    }

    @Test
    void whoSpeaksNoTlsIsNotHeard() {
        String plain = scene.uri(Scene.AGENT).replace("tls=true", "tls=false&serverSelectionTimeoutMS=1000");
        try (MongoClient client = MongoClients.create(plain)) {
            assertThatThrownBy(() -> client.getDatabase(Scene.DATABASE).runCommand(new Document("ping", 1)))
                    .isInstanceOf(MongoTimeoutException.class);
        }
    }

    @Test
    void theIndexesOfTheScriptAreThoseThatAgentAndConsoleWouldMake() {
        try (LockAgent agent = LockAgent.connect(
                scene.server().administrator(), "made", options("maker").withIndexes(IndexMode.CREATE))) {
            assertThat(agent.tryAcquire("report")).isPresent();
            await().until(() -> scene.server()
                            .administrator()
                            .getDatabase("made")
                            .getCollection("agents")
                            .countDocuments()
                    == 1);
        }
        for (String collection : List.of("locks", "agents")) {
            assertThat(indexes(Scene.DATABASE, collection)).isEqualTo(indexes("made", collection));
        }
    }

    @Test
    void noPasswordIsInALogAnErrorAHealthAnswerAnErrorPageOrATextForm() throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger driver = (Logger) LoggerFactory.getLogger("org.mongodb.driver");
        driver.addAppender(log);
        driver.setLevel(Level.DEBUG);
        String wrong = scene.uri(Scene.AGENT, "sesame-that-is-wrong");
        StringWriter said = new StringWriter();
        try (MongoClient client = MongoClients.create(scene.server().settings(wrong))) {
            assertThatThrownBy(() -> LockAgent.connect(client, Scene.DATABASE, options("wrong")))
                    .isInstanceOfAny(UnsupportedServerException.class, MongoSecurityException.class)
                    .satisfies(thrown -> thrown.printStackTrace(new PrintWriter(said, true)));
        }
        try (LockAgent agent = agent("billing");
                Lease lease = agent.acquire("report")) {
            said.append(options("billing").toString()).append(agent.toString()).append(lease.toString());
        }
        for (String path :
                List.of("/actuator/health", "/actuator/env", "/no-such-page", "/api/no-such-thing", "/login")) {
            said.append(page(path));
        }
        assertThat(page("/actuator/health")).contains("UP");
        assertThat(said.toString()).contains("Exception").doesNotContain(scene.secrets());
        driver.setLevel(null);
        driver.detachAppender(log);
        assertThat(text(log)).isNotEmpty().doesNotContain(scene.secrets());
    }

    private static String text(ListAppender<ILoggingEvent> log) {
        return log.list.stream()
                .map(event -> event.getFormattedMessage() + ThrowableProxyUtil.asString(event.getThrowableProxy()))
                .collect(Collectors.joining("\n"));
    }

    private static void assertDenied(MongoDatabase database, String command) {
        assertThatThrownBy(() -> database.runCommand(Document.parse(command)))
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        denied -> assertThat(denied.getErrorCode()).isEqualTo(UNAUTHORIZED));
    }

    private static List<Document> indexes(String database, String collection) {
        return scene.server()
                .administrator()
                .getDatabase(database)
                .getCollection(collection)
                .listIndexes()
                .into(new ArrayList<>());
    }

    private static Outcome evict(String lock) {
        SecurityContextHolder.getContext()
                .setAuthentication(new TestingAuthenticationToken(
                        new ConsoleUser("olga", "", Role.OPERATOR, true, false, ""), "", "ROLE_" + Roles.OPERATOR));
        try {
            return scene.bean(EvictionService.class)
                    .evict(AskedEvictions.of(lock, holder(lock), "hangs", Way.MARK, "127.0.0.1"))
                    .outcome();
        } finally {
            Acting.asNobody();
        }
    }

    private static Holder holder(String lock) {
        BsonDocument found = scene.as(Scene.CONSOLE)
                .getCollection("locks", BsonDocument.class)
                .find(new Document("_id", lock))
                .first();
        return LockMapper.fromBson(Optional.ofNullable(found).orElseThrow())
                .holders()
                .getFirst();
    }

    private static String page(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(scene.address(path)))
                    .timeout(Duration.ofSeconds(30))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    private static LockAgent agent(String service) {
        return LockAgent.connect(scene.agentClient(), Scene.DATABASE, options(service));
    }

    /** As for production: the indexes are there. */
    private static AgentOptions options(String service) {
        return AgentOptions.forService(service).withIndexes(IndexMode.NONE);
    }
}

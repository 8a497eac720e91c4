package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lockkeeper evict}, directly on the database. */
class EvictIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final MongoClient client = MongoServer.shared().client();
    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoDatabase console = client.getDatabase(database.getName() + "_console");
    private LockAgent agent;

    @BeforeEach
    void open() {
        agent = LockAgent.connect(
                client, database.getName(), AgentOptions.forService("billing").withTtl(Duration.ofSeconds(5)));
    }

    @AfterEach
    void close() {
        agent.close();
        database.drop();
        console.drop();
    }

    @Test
    void theLeaseWithTheTokenIsEvictedAndBothRecordsAreThere() throws Exception {
        try (Lease held = agent.acquire("invoices")) {
            Terminal evict = evict(held.token());
            assertThat(evict.exitCode()).as(evict.err()).isZero();
            assertThat(evict.out()).startsWith("The lease is evicted.");
            await().atMost(PATIENCE).until(() -> held.loss().isPresent());
            assertThat(held.loss().orElseThrow().toString())
                    .contains(
                            "evicted by " + System.getProperty("user.name"),
                            "break-glass",
                            "MongoDB user none",
                            "it hangs");
            List<Document> records = records();
            assertThat(records).hasSize(2);
            assertThat(records.get(0))
                    .containsEntry("action", "EVICT")
                    .containsEntry("lock", "invoices")
                    .containsEntry("token", held.token())
                    .containsEntry("reason", "it hangs");
            assertThat(records.get(0).getString("ip")).startsWith("command line on ");
            assertThat(records.get(1))
                    .containsEntry("_id", records.get(0).getString("_id") + "/result")
                    .containsEntry("outcome", "MARKED");
        }
    }

    /** An agent of before took it, which asks for none such now. */
    @ParameterizedTest
    @ValueSource(strings = {"pay\u200bments", "gr\ufffde", "\ufeffbilling", " lead", "cafe\u0301", "line\u2028break"})
    void aNameThatAgentsRefuseByNowIsListedShownAndEvicted(String name) throws Exception {
        try (Lease held = agent.acquire("seed")) {
            MongoCollection<Document> locks = database.getCollection("locks");
            Document lock = Objects.requireNonNull(
                    locks.find(new Document("_id", "seed")).first());
            locks.insertOne(lock.append("_id", name));
            assertThat(direct("list", "--json").out())
                    .contains(new Json()
                            .with("name", name)
                            .toString()
                            .replaceAll("[{}]", "")
                            .strip());
            assertThat(direct("show", name).out()).contains("billing");
            Terminal evict = direct(
                    "evict", name, "--token", Long.toString(held.token()), "--reason", "it hangs", "--break-glass");
            assertThat(evict.exitCode()).as(evict.err()).isZero();
        }
        assertThat(records()).first().satisfies(record -> assertThat(record).containsEntry("lock", name));
    }

    private Terminal direct(String... arguments) {
        String uri = RunIT.withDatabase(MongoServer.shared().uri(), database.getName());
        return Terminal.run(
                Stream.concat(Stream.of(arguments), Stream.of("--mongodb", uri)).toArray(String[]::new));
    }

    @Test
    void anotherTokenEvictsNobodyAndSaysWhichThereAre() throws Exception {
        try (Lease held = agent.acquire("invoices")) {
            Terminal evict = evict(held.token() + 1);
            assertThat(evict.exitCode()).isEqualTo(ExitCode.NOT_SO);
            assertThat(evict.err()).contains("Nothing was changed", Long.toString(held.token()));
            assertThat(held.isHeld()).isTrue();
            assertThat(records()).isEmpty();
        }
    }

    @Test
    void whatCannotBeRecordedIsNotDone() throws Exception {
        console.runCommand(Document.parse("{ create: 'audit', validator: { never: { $exists: true } } }"));
        try (Lease held = agent.acquire("invoices")) {
            Terminal evict = evict(held.token());
            assertThat(evict.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(evict.err()).contains("Nothing was changed, because it could not be recorded");
            held.renew();
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void aNameUnderFourEyesIsNeverEvicted() throws Exception {
        Document rule = new Document("pattern", "inv*");
        console.getCollection("state").insertOne(new Document("_id", "four-eyes").append("rules", List.of(rule)));
        try (Lease held = agent.acquire("invoices")) {
            Terminal evict = evict(held.token());
            assertThat(evict.exitCode()).isEqualTo(ExitCode.NOT_ALLOWED);
            assertThat(evict.err()).contains("names that match inv* are under four eyes", "never for them");
            assertThat(records()).isEmpty();
            held.renew();
            assertThat(held.isHeld()).isTrue();
        }
    }

    /** Somebody has changed them by hand. */
    @Test
    void rulesThatCannotBeReadLetNothingThrough() throws Exception {
        for (Document book : List.of(
                new Document(),
                new Document("rules", "x"),
                new Document("rules", null),
                new Document("rules", List.of("x")),
                new Document("rules", List.of(new Document("why", "money"))),
                new Document("rules", List.of(new Document("pattern", ""))))) {
            console.getCollection("state")
                    .replaceOne(new Document("_id", "four-eyes"), book, new ReplaceOptions().upsert(true));
            try (Lease held = agent.acquire("invoices")) {
                Terminal evict = evict(held.token());
                assertThat(evict.exitCode()).as(book.toJson()).isNotZero();
                assertThat(evict.err()).contains("not of a form that this version knows");
                held.renew();
                assertThat(held.isHeld()).isTrue();
            }
        }
        assertThat(records()).isEmpty();
    }

    @Test
    @OwnServer
    void theRecordNamesTheUserThatMongoDbHasChecked() throws Exception {
        try (SecuredServer server = SecuredServer.start()) {
            server.administrator()
                    .getDatabase("app")
                    .runCommand(
                            Document.parse(
                                    "{ createUser: 'night', pwd: 'watch', roles: [{ role: 'readWriteAnyDatabase', db: 'admin' }] }"));
            try (LockAgent other =
                            LockAgent.connect(server.administrator(), "app", AgentOptions.forService("billing"));
                    Lease held = other.acquire("invoices")) {
                Terminal evict = Terminal.run(
                        "evict",
                        "invoices",
                        "--token",
                        Long.toString(held.token()),
                        "--reason",
                        "it hangs",
                        "--break-glass",
                        "--mongodb",
                        server.uri("night", "watch", "app"),
                        "--tls-ca-file",
                        server.certificate().toString());
                assertThat(evict.exitCode()).as(evict.err()).isZero();
                Document record = server.administrator()
                        .getDatabase("app_console")
                        .getCollection("audit")
                        .find(new Document("action", "EVICT"))
                        .first();
                assertThat(record).isNotNull();
                assertThat(record.getString("by"))
                        .startsWith(System.getProperty("user.name") + "@")
                        .endsWith(" (break-glass, MongoDB user night)");
            }
        }
    }

    @Test
    void namingAnotherDatabaseIsNoWayPastFourEyes() throws Exception {
        Document rule = new Document("pattern", "inv*");
        console.getCollection("state").insertOne(new Document("_id", "four-eyes").append("rules", List.of(rule)));
        MongoDatabase other = MongoServer.shared().freshDatabase();
        try (Lease held = agent.acquire("invoices")) {
            Terminal elsewhere = evict(held.token(), "--console-database", other.getName());
            assertThat(elsewhere.exitCode()).isEqualTo(ExitCode.NOT_ALLOWED);
            assertThat(elsewhere.err()).contains(other.getName() + " has no console's data");
            other.getCollection("schema").insertOne(new Document("_id", "console").append("version", 13));
            Terminal anotherConsole = evict(held.token(), "--console-database", other.getName());
            assertThat(anotherConsole.exitCode()).isEqualTo(ExitCode.NOT_ALLOWED);
            assertThat(anotherConsole.err()).contains("names that match inv* are under four eyes");
            held.renew();
            assertThat(held.isHeld()).isTrue();
        } finally {
            other.drop();
        }
    }

    private Terminal evict(long token, String... more) {
        return Terminal.run(Stream.concat(usual(token), Stream.of(more)).toArray(String[]::new));
    }

    private Stream<String> usual(long token) {
        return Stream.of(
                "evict",
                "invoices",
                "--token",
                Long.toString(token),
                "--reason",
                "it hangs",
                "--break-glass",
                "--mongodb",
                RunIT.withDatabase(MongoServer.shared().uri(), database.getName()));
    }

    private List<Document> records() {
        return console.getCollection("audit")
                .find()
                .sort(new Document("_id", 1))
                .into(new ArrayList<>());
    }
}

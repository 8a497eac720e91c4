package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerProcess;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code list}, {@code show}, {@code watch} and {@code agents} say of real locks. */
class LocksIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final String uri = RunIT.withDatabase(MongoServer.shared().uri(), database.getName());
    private LockAgent agent;

    @BeforeEach
    void open() {
        agent = LockAgent.connect(
                MongoServer.shared().client(), database.getName(), AgentOptions.forService("billing"));
    }

    @AfterEach
    void close() {
        agent.close();
        database.drop();
    }

    @Test
    void theListHasWhoHoldsWhatAndWhoWaits() throws Exception {
        try (Lease first = agent.acquire(LockRequest.of("invoices").withNote("month end"));
                Lease second = agent.acquire("reports")) {
            CompletableFuture<Lease> waiting = agent.acquireAsync(LockRequest.of("invoices"));
            await().atMost(PATIENCE)
                    .until(() -> run("show", "invoices", "--json").out().contains("\"waiting\": 1"));
            Terminal all = run("list");
            assertThat(all.exitCode()).isZero();
            assertThat(all.out().lines()).hasSize(3);
            assertThat(all.out().lines().toList().get(1))
                    .startsWith("invoices  billing@")
                    .contains("  1  ", Long.toString(first.token()))
                    .endsWith("month end");
            assertThat(run("list", "--name", "REP").out()).contains("reports").doesNotContain("invoices");
            assertThat(run("list", "--limit", "1").err()).contains("There are more than these 1");
            waiting.cancel(true);
            assertThat(second.isHeld()).isTrue();
        }
        await().atMost(PATIENCE).until(() -> run("list").out().equals("No lock is in use.\n"));
    }

    @Test
    void jsonIsOneObjectALine() throws Exception {
        try (Lease held = agent.acquire(LockRequest.of("invoices").withDetail("order", "47\"11"))) {
            BsonDocument lock = BsonDocument.parse(run("list", "--json").out());
            BsonDocument holder = lock.getArray("holders").getFirst().asDocument();
            assertThat(lock.getString("name").getValue()).isEqualTo("invoices");
            assertThat(holder.getInt64("token").getValue()).isEqualTo(held.token());
            assertThat(holder.getDocument("owner")
                            .getDocument("details")
                            .getString("order")
                            .getValue())
                    .isEqualTo("47\"11");
        }
    }

    @Test
    void showHasAllThatIsKnownAndSaysSoOfANameThatNobodyUses() throws Exception {
        try (Lease held = agent.acquire(LockRequest.of("invoices").withNote("month end"))) {
            Terminal shown = run("show", "invoices");
            assertThat(shown.out())
                    .contains("Held by   billing (", "token " + held.token(), "note: month end", "Waiting   0");
        }
        Terminal missing = run("show", "nothing\u001b[2J");
        assertThat(missing.exitCode()).isEqualTo(ExitCode.NOT_SO);
        assertThat(missing.err()).contains("There is no lock \"nothing?[2J\"");
    }

    @Test
    void aKeptLeaseIsToldWithItsUses() {
        LockRequest kept =
                LockRequest.of("invoices").withTtl(Duration.ofSeconds(5)).withKeep(Duration.ofMinutes(10));
        await().atMost(PATIENCE).untilAsserted(() -> {
            agent.acquire(kept).close();
            assertThat(run("show", "invoices").out()).contains("Kept by   billing (");
        });
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(run("show", "invoices").out()).contains("  idle for ", " uses as of "));
        assertThat(run("list").out()).contains(" (kept) ", "  idle  ");
        assertThat(run("list", "--json").out()).contains("\"kept\": true", "\"idle\": true");
    }

    @Test
    void aDocumentOfSomebodyElseIsNamedAndHostileTextIsHarmless() {
        database.getCollection("locks")
                .insertOne(Document.parse(
                        "{ _id: 'their\\u001b[31ms', holders: [ 1 ], expiresAt: { $date: '2099-01-01T00:00:00Z' } }"));
        Terminal list = run("list");
        assertThat(list.exitCode()).isZero();
        assertThat(list.out()).contains("their?[31ms", "(no lock's document)").doesNotContain("\u001b");
    }

    @Test
    void agentsAreListedWithWhenTheyWereSeen() {
        await().atMost(PATIENCE).until(() -> run("agents").out().contains("billing"));
        Terminal agents = run("agents");
        assertThat(agents.out())
                .contains("SERVICE", Long.toString(ProcessHandle.current().pid()), " ago");
        assertThat(BsonDocument.parse(run("agents", "--json").out())
                        .getBoolean("silent")
                        .getValue())
                .isFalse();
    }

    @Test
    void watchTellsOfEachChangeAndThatALockIsFreeAgain() throws Exception {
        try (CommandProcess watch = CommandProcess.start(uri, "watch", "--json")) {
            try (Lease held = agent.acquire("invoices")) {
                watch.awaitOut(Long.toString(held.token()));
            }
            await().atMost(PATIENCE).until(() -> watch.out().lines().count() >= 2);
            assertThat(watch.out().lines().toList().getLast()).contains("invoices", "\"holders\": []");
            watch.signal("TERM");
            assertThat(watch.exitCode()).isEqualTo(143);
        }
    }

    @Test
    void amongDocumentsThatAreDamagedWatchAndListTellOfTheOthers() throws Exception {
        Lease used = agent.acquire("seed");
        Document seed = Objects.requireNonNull(database.getCollection("locks")
                .find(new Document("_id", "seed"))
                .first());
        used.close();
        database.getCollection("locks")
                .insertMany(List.of(
                        new Document(seed)
                                .append("_id", "extreme")
                                .append("expiresAt", new BsonDateTime(Long.MAX_VALUE)),
                        new Document(seed).append("_id", "text").append("token", "x"),
                        new Document(seed).append("_id", 7),
                        new Document(seed).append("_id", "large").append("wake", "x".repeat(3 << 20))));
        try (CommandProcess watch = CommandProcess.start(uri, "watch", "--json")) {
            try (Lease held = agent.acquire("invoices")) {
                watch.awaitOut(Long.toString(held.token()));
                database.getCollection("locks")
                        .updateOne(new Document("_id", "text"), new Document("$set", new Document("queue", 5)));
                assertThat(run("list").out()).contains("invoices", "extreme", "text", "large");
                assertThat(run("doctor").exitCode()).isNotNegative();
            }
            try (Lease next = agent.acquire("reports")) {
                watch.awaitOut(Long.toString(next.token()));
            }
            watch.signal("TERM");
        }
    }

    @Test
    void withoutAServerItIsSaidSoAndNoPasswordIsShown() {
        Terminal list = Terminal.run(
                "list",
                "--mongodb",
                String.format(
                        Locale.ROOT,
                        "mongodb://app:s3cret@127.0.0.1:%d/app?serverSelectionTimeoutMS=300",
                        ServerProcess.freePort()));
        assertThat(list.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(list.err())
                .contains("MongoDB does not answer", "lockkeeper doctor")
                .doesNotContain("s3cret");
    }

    private Terminal run(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--mongodb";
        all[arguments.length + 1] = uri;
        return Terminal.run(all);
    }
}

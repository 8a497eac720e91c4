package io.lockkeeper.console.api;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.console.api.Commands.Ran;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.people.security.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line and the documents' examples, as people run them beside a console. */
class ConsoleCommandsIT {

    private static final String LOCK = "order:4711";

    @AutoClose
    private static final Console console = Console.start();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    private static final String viewer = ApiClient.mint(console, "viewer", Role.VIEWER, "eye");
    private static final String operator = ApiClient.mint(console, "operator", Role.OPERATOR, "hand");

    @BeforeAll
    static void start() {
        hold(LOCK, "billing");
    }

    @Test
    void waitsShowsWhoWaitsForWhom() {
        console.locks().enqueue(LOCK, Locks.owner("shop", "shop-1", 2, "http-7", ""), Duration.ofMinutes(10));
        await().atMost(30, SECONDS).untilAsserted(() -> {
            Ran waits = lockkeeper(viewer, "waits");
            assertThat(waits.code()).as(waits.err()).isZero();
            assertThat(waits.out())
                    .contains("billing · billing-1 · main holds order:4711", "1 behind it")
                    .contains("  shop · shop-1 · http-7 waits for order:4711");
        });
        assertThat(lockkeeper(viewer, "waits", "--json").out()).startsWith("{").contains("\"waiting\": 1");
    }

    @Test
    void theFirstCollectionIsListedShownAndSearchedAsASource() {
        hold("ours/1 2", "report");
        await().atMost(30, SECONDS)
                .untilAsserted(() -> assertThat(lockkeeper(viewer, "list", "--source", "-", "--name", "service:report")
                                .out())
                        .contains("ours/1 2", "held", "report · report-1")
                        .doesNotContain(LOCK));
        Ran show = lockkeeper(viewer, "show", "ours/1 2", "--source", "-");
        long token = console.locks().find("ours/1 2").holders().getFirst().token();
        assertThat(show.out()).as(show.err()).contains("Held by   report · report-1", "ETag      " + token);
        assertThat(lockkeeper(viewer, "history", "ours/1 2", "--source", "-", "--since", "1h")
                        .code())
                .isZero();
        assertThat(lockkeeper(
                                operator,
                                "evict",
                                "ours/1 2",
                                "--etag",
                                Long.toString(token),
                                "--source",
                                "-",
                                "--reason",
                                "x")
                        .code())
                .isZero();
        assertThat(console.locks().find("ours/1 2").holders().getFirst().evicted())
                .isNotNull();
    }

    @Test
    void historyShowsWhoHeldWhat() {
        await().atMost(30, SECONDS).untilAsserted(() -> {
            Ran history = lockkeeper(viewer, "history", LOCK, "--since", "1h");
            assertThat(history.code()).as(history.err()).isZero();
            assertThat(history.out()).contains("LOCK", LOCK, "billing · billing-1", "still held");
        });
        assertThat(lockkeeper(viewer, "history", "--json", "--since", "1h").out())
                .contains("\"lock\": \"order:4711\"");
    }

    @Test
    void evictGoesThroughTheConsolesRolesAndAudit() {
        long token = hold("a/b c", "billing");
        String[] evict = {"evict", "a/b c", "--token", Long.toString(token), "--reason", "it hangs"};
        Ran denied = lockkeeper(viewer, evict);
        assertThat(denied.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(denied.err()).isEqualTo("lockkeeper: Only an operator may evict.\n");
        Ran done = lockkeeper(operator, evict);
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.out()).startsWith("The lease is evicted.");
        assertThat(console.locks().find("a/b c").holders().getFirst().evicted())
                .hasFieldOrPropertyWithValue("by", "operator by API token hand");
        assertThat(lockkeeper(operator, evict).code()).isEqualTo(ExitCode.NOT_SO);
        Ran other = lockkeeper(operator, "evict", "a/b c", "--token", "1", "--reason", "x", "--json");
        assertThat(other.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(other.err()).contains("No lease of this lock has the token 1. Nothing was changed.");
        assertThat(console.own()
                        .getCollection("audit")
                        .countDocuments(new Document("lock", "a/b c").append("by", "operator by API token hand")))
                .isEqualTo(2);
    }

    @Test
    void aNameUnderFourEyesWaitsForASecondPerson() {
        Document rule = new Document("pattern", "pay:*")
                .append("why", "")
                .append("addedAt", Date.from(Instant.now()))
                .append("addedBy", "boss");
        console.own().getCollection("state").insertOne(new Document("_id", "four-eyes").append("rules", List.of(rule)));
        String token = Long.toString(hold("pay:1", "billing"));
        Ran evict = lockkeeper(operator, "evict", "pay:1", "--token", token, "--reason", "it hangs");
        assertThat(evict.code()).isEqualTo(ExitCode.AWAITS_CONSENT);
        assertThat(evict.err()).contains("Nothing was changed yet", "second person's consent", "/consent");
        assertThat(lockkeeper(operator, "pause", "pay:1", "--for", "2h", "--reason", "x")
                        .code())
                .isEqualTo(ExitCode.AWAITS_CONSENT);
        assertThat(console.locks().find("pay:1").holders().getFirst().evicted()).isNull();
    }

    @Test
    void aNameThatNobodyHasUsedIsPausedAndALikelySlipIsNamed() {
        hold("nightly:orders", "billing");
        Ran pause = lockkeeper(operator, "pause", "nightly:order", "--for", "2h", "--reason", "a deployment");
        assertThat(pause.code()).as(pause.err()).isZero();
        assertThat(pause.out())
                .startsWith("Paused until ")
                .contains("No process has used a lock of this name", "Did you mean \"nightly:orders\"?");
        assertThat(lockkeeper(operator, "pause", "nightly:order", "--for", "3h", "--reason", "it lasts")
                        .out())
                .doesNotContain("No process has used");
        assertThat(console.locks().find("nightly:order").paused()).hasFieldOrPropertyWithValue("reason", "it lasts");
        assertThat(lockkeeper(operator, "resume", "nightly:order").code()).isZero();
        assertThat(lockkeeper(operator, "evict", "nihgtly:orders", "--token", "1", "--reason", "x")
                        .err())
                .contains("There is no lock of this name. Did you mean \"nightly:orders\"");
        assertThat(lockkeeper(operator, "take-out", "nightly:oders", "a", "--reason", "x")
                        .err())
                .contains("Did you mean \"nightly:orders\", or \"nightly:order\"?");
    }

    /** An agent of before took it, which asks for none such now. */
    @Test
    void aNameThatAgentsRefuseByNowIsEvicted() {
        for (String name : List.of("pay\u200bments", "gr\ufffde", " lead")) {
            long token = hold("seed:odd", "billing");
            BsonDocument lock = Objects.requireNonNull(console.locks()
                    .collection()
                    .find(new Document("_id", "seed:odd"))
                    .first());
            console.locks().collection().deleteOne(new Document("_id", "seed:odd"));
            console.locks().collection().insertOne(lock.append("_id", new BsonString(name)));
            Ran evict = lockkeeper(operator, "evict", name, "--token", Long.toString(token), "--reason", "it hangs");
            assertThat(evict.code()).as(evict.err()).isZero();
            assertThat(console.locks().find(name).holders().getFirst().evicted())
                    .isNotNull();
        }
    }

    @Test
    void aWaiterIsTakenOutByItsAcquirer() {
        hold("take:1", "billing");
        String waiter = console.locks()
                .enqueue("take:1", Locks.owner("shop", "shop-1", 7, "http-1", ""), Duration.ofMinutes(10));
        Ran out = lockkeeper(operator, "take-out", "take:1", waiter, "--reason", "it waits for nothing");
        assertThat(out.out()).contains("was taken out");
        assertThat(console.locks().find("take:1").takenOut(waiter)).isPresent();
        Ran again = lockkeeper(operator, "take-out", "take:1", waiter, "--reason", "x");
        assertThat(again.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(again.err()).contains("No waiter of this lock has that acquirer");
        await().atMost(30, SECONDS)
                .untilAsserted(() -> assertThat(lockkeeper(viewer, "history", "take:1", "--since", "1h")
                                .out())
                        .contains("TAKEN OUT", "shop · shop-1", "operator by API token hand", "it waits for nothing"));
        assertThat(lockkeeper(viewer, "history", "take:1", "--since", "1h", "--json")
                        .out())
                .contains("\"takenOut\": {\"by\": \"operator by API token hand\"");
    }

    @Test
    void aTokenThatIsNoneAndAConsoleThatIsAwayAreSaid() {
        assertThat(lockkeeper("lockkeeper_none", "waits").code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(lockkeeper("", "waits").err()).contains("No API token is given");
        assertThat(lockkeeper("a b", "waits").err())
                .contains("This is not an API token")
                .doesNotContain("a b");
        assertThat(lockkeeper(viewer, "waits", "--console", "http://127.0.0.1:1")
                        .code())
                .isEqualTo(ExitCode.UNAVAILABLE);
        Ran open = lockkeeper(viewer, "waits", "--console", "http://console.example.org");
        assertThat(open.code()).isEqualTo(ExitCode.USAGE);
        assertThat(open.err()).contains("http is only for a console on this machine");
    }

    @Test
    void aTokenInAFileIsTakenIfNobodyElseMayReadIt() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), viewer + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Ran open = lockkeeper("", "waits", "--api-token-file", file.toString());
        assertThat(open.code()).isEqualTo(ExitCode.USAGE);
        assertThat(open.err()).contains("chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(lockkeeper("", "waits", "--api-token-file", file.toString()).code())
                .isZero();
    }

    @Test
    void theExamplesOfTheDocumentRun() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "api.md"));
        List<String> examples = new ArrayList<>();
        for (int at = page.indexOf("```sh\n"); at >= 0; at = page.indexOf("```sh\n", at + 1)) {
            examples.add(page.substring(at + 6, page.indexOf("```", at + 6)));
        }
        assertThat(examples).hasSize(4);
        for (String example : examples) {
            Ran ran = new Commands(console, folder)
                    .run(
                            operator,
                            List.of(
                                    "bash",
                                    "-euo",
                                    "pipefail",
                                    "-c",
                                    example.replace("| head -n 3", "| head -n 3 || true")));
            assertThat(ran.code()).as(example + ran.err()).isZero();
            assertThat(ran.out()).as(example).isNotBlank();
        }
        assertThat(console.locks().find(LOCK).holders().getFirst().evicted()).isNotNull();
    }

    private static Ran lockkeeper(String token, String... arguments) {
        return new Commands(console, folder).run(token, arguments);
    }

    private static long hold(String lock, String service) {
        console.locks().enqueue(lock, Locks.owner(service, service + "-1", 1, "main", ""), Duration.ofMinutes(10));
        return console.locks().find(lock).holders().getFirst().token();
    }
}

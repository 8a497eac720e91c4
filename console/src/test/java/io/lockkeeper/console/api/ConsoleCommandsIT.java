package io.lockkeeper.console.api;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.LockkeeperMain;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.security.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
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

    private static final String viewer = ApiClient.mint(console, "viewer", Role.VIEWER, "eye", later());
    private static final String operator = ApiClient.mint(console, "operator", Role.OPERATOR, "hand", later());

    @BeforeAll
    static void start() {
        hold(LOCK, "billing");
    }

    /** What a process was started with, and how it ended. */
    private record Ran(int code, String out, String err) {}

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
    void locksOfOtherLibrariesAreListedShownAndFoundInTheHistory() {
        String id = foreignLock("nightly report", "app-7");
        await().atMost(30, SECONDS).untilAsserted(() -> {
            Ran list = lockkeeper(viewer, "list", "--source", id);
            assertThat(list.code()).as(list.err()).isZero();
            assertThat(list.out()).contains("LOCK", "nightly report", "held", "app-7");
        });
        assertThat(lockkeeper(viewer, "sources").out()).contains("SOURCE", id, "ShedLock", "live");
        assertThat(lockkeeper(viewer, "list", "--source", id, "--json").out())
                .contains("\"name\": \"nightly report\"", "\"token\": null");
        Ran show = lockkeeper(viewer, "show", "nightly report", "--source", id);
        assertThat(show.out()).contains("Held by   app-7", "Renewed   unknown", "ETag      \"");
        assertThat(lockkeeper(viewer, "show", "none", "--source", id).code()).isEqualTo(ExitCode.NOT_SO);
        Ran none = lockkeeper(viewer, "list", "--source", "app.none/shedlock");
        assertThat(none.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(none.err()).contains("There is no source \"app.none/shedlock\". There are ", id);
        assertThat(lockkeeper(viewer, "list", "--source", id, "--limit", "1001").code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(lockkeeper(viewer, "history", "nightly report").out()).contains("SOURCE", id, "app-7", "still held");
        assertThat(lockkeeper(viewer, "history", "--source", id, "--since", "1h")
                        .out())
                .contains("nightly report")
                .doesNotContain("TOKEN");
    }

    @Test
    void watchFollowsTheConsolesEvents() throws IOException {
        String id = source("watched", false);
        held("watched", "first", "app-7");
        await().atMost(30, SECONDS)
                .until(() -> lockkeeper(viewer, "list", "--source", id).out().contains("first"));
        Path out = Files.createTempFile(folder, "watch", "");
        Process watch = console(viewer, line("watch", "--source", id, "--json"))
                .redirectOutput(out.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            await().atMost(60, SECONDS)
                    .untilAsserted(() -> assertThat(Files.readString(out)).contains("\"name\": \"first\""));
            held("watched", "second", "app-8");
            await().atMost(30, SECONDS)
                    .untilAsserted(() -> assertThat(Files.readString(out)).contains("\"name\": \"second\""));
            console.database().getCollection("watched").deleteOne(new Document("_id", "first"));
            await().atMost(30, SECONDS)
                    .untilAsserted(() ->
                            assertThat(Files.readString(out)).contains("{\"name\": \"first\", \"state\": \"free\"}"));
        } finally {
            watch.destroyForcibly();
        }
    }

    @Test
    void evictEndsTheAcquisitionOfAnotherLibraryThatItsOperatorSaw() {
        String id = source("evicted", true);
        held("evicted", "nightly", "app-7");
        await().atMost(30, SECONDS)
                .until(() ->
                        lockkeeper(viewer, "show", "nightly", "--source", id).code() == ExitCode.OK);
        String etag = Document.parse(lockkeeper(viewer, "show", "nightly", "--source", id, "--json")
                        .out())
                .getString("etag");
        String[] evict = {"evict", "nightly", "--source", id, "--etag", etag, "--reason", "it hangs"};
        Ran unconfirmed = lockkeeper(operator, evict);
        assertThat(unconfirmed.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(unconfirmed.err())
                .contains("Nothing was changed. Unlock checks no owner", "confirm it with --holder-is-dead");
        Ran other = evictDead(operator, id, "0123456789abcdef");
        assertThat(other.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(other.err()).contains("not the acquisition that If-Match names");
        assertThat(evictDead(viewer, id, etag).code()).isEqualTo(ExitCode.NOT_ALLOWED);
        Ran done = evictDead(operator, id, etag, "--json");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(Document.parse(done.out()))
                .containsEntry("source", id)
                .containsEntry("lock", "nightly")
                .containsEntry("outcome", "ENDED");
        assertThat(evictDead(operator, id, etag).code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(console.own()
                        .getCollection("audit")
                        .countDocuments(new Document("lock", "nightly").append("by", "operator by API token hand")))
                .isPositive();
    }

    @Test
    void aLockOfGradeDIsNotEvictedAndItsSentenceSaysWhy() {
        String id = source("servers", "jobrunr-servers", true);
        console.database()
                .getCollection("servers")
                .insertOne(new Document("_id", new Binary(new byte[] {7}))
                        .append("workerPoolSize", 4)
                        .append("pollIntervalInSeconds", 5)
                        .append("name", "worker-3")
                        .append("running", true)
                        .append("firstHeartbeat", Date.from(Instant.now()))
                        .append("lastHeartbeat", Date.from(Instant.now())));
        await().atMost(30, SECONDS)
                .until(() -> lockkeeper(viewer, "list", "--source", id, "--json")
                        .out()
                        .contains("etag"));
        Document server = Document.parse(
                lockkeeper(viewer, "list", "--source", id, "--json").out());
        Ran shown = lockkeeper(
                operator,
                "evict",
                server.getString("name"),
                "--source",
                id,
                "--etag",
                server.getString("etag"),
                "--reason",
                "x");
        assertThat(shown.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(shown.err()).contains("Grade D only shows.", "Nothing was changed.");
    }

    private static Ran evictDead(String token, String source, String etag, String... more) {
        List<String> evict = new ArrayList<>(List.of("evict", "nightly", "--source", source, "--etag", etag));
        evict.addAll(List.of("--reason", "it hangs", "--holder-is-dead"));
        evict.addAll(List.of(more));
        return lockkeeper(token, evict.toArray(String[]::new));
    }

    private static String foreignLock(String name, String by) {
        held("shedLock", name, by);
        return source("shedLock", false);
    }

    private static void held(String collection, String name, String by) {
        Instant now = Instant.now();
        console.database()
                .getCollection(collection)
                .insertOne(new Document("_id", name)
                        .append("lockUntil", Date.from(now.plusSeconds(600)))
                        .append("lockedAt", Date.from(now))
                        .append("lockedBy", by));
    }

    private static String source(String collection, boolean releasable) {
        return source(collection, "shedlock", releasable);
    }

    private static String source(String collection, String dialect, boolean releasable) {
        String id = console.database().getName() + "." + collection + "/" + dialect;
        Document source = new Document("_id", id)
                .append("database", console.database().getName())
                .append("collection", collection)
                .append("dialect", dialect)
                .append("addedAt", Date.from(Instant.now()))
                .append("addedBy", "boss");
        if (releasable) {
            source.append("releasableSince", Date.from(Instant.now())).append("releasableBy", "boss");
        }
        console.own().getCollection("sources").insertOne(source);
        return id;
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
        assertThat(open.err()).contains("http is for a console on this machine alone");
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
        String page = Files.readString(Path.of("..", "docs", "api.md"));
        List<String> examples = new ArrayList<>();
        for (int at = page.indexOf("```sh\n"); at >= 0; at = page.indexOf("```sh\n", at + 1)) {
            examples.add(page.substring(at + 6, page.indexOf("```", at + 6)));
        }
        assertThat(examples).hasSize(4);
        for (String example : examples) {
            Ran ran = run(
                    operator,
                    List.of("bash", "-euo", "pipefail", "-c", example.replace("| head -n 3", "| head -n 3 || true")));
            assertThat(ran.code()).as(example + ran.err()).isZero();
            assertThat(ran.out()).as(example).isNotBlank();
        }
        assertThat(console.locks().find(LOCK).holders().getFirst().evicted()).isNotNull();
    }

    private static Ran lockkeeper(String token, String... arguments) {
        return run(token, line(arguments));
    }

    private static List<String> line(String... arguments) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                LockkeeperMain.class.getName()));
        line.addAll(List.of(arguments));
        return line;
    }

    private static Ran run(String token, List<String> line) {
        try {
            Path out = Files.createTempFile(folder, "out", "");
            Path err = Files.createTempFile(folder, "err", "");
            Process started = console(token, line)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            if (!started.waitFor(60, SECONDS)) {
                started.destroyForcibly();
                throw new AssertionError("It has not ended: " + line.getLast());
            }
            return new Ran(started.exitValue(), Files.readString(out), Files.readString(err));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static ProcessBuilder console(String token, List<String> line) {
        ProcessBuilder process = new ProcessBuilder(line);
        process.environment().put("LOCKKEEPER_CONSOLE", console.address(""));
        process.environment().put("LOCKKEEPER_API_TOKEN", token);
        return process;
    }

    private static long hold(String lock, String service) {
        console.locks().enqueue(lock, Locks.owner(service, service + "-1", 1, "main", ""), Duration.ofMinutes(10));
        return console.locks().find(lock).holders().getFirst().token();
    }

    private static Instant later() {
        return Instant.now().plusSeconds(3_600);
    }
}

package io.lockkeeper.commandline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Settle;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import io.lockkeeper.test.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lockkeeper run} as a process that starts a real command, on a real server. */
@Execution(ExecutionMode.CONCURRENT)
class RunIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Says so when it is there, and hears TERM between two naps. */
    private static final String BUSY = "echo ready $$; while :; do sleep 0.1; done";

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final String uri = withDatabase(MongoServer.shared().uri(), database.getName());
    private LockAgent other;

    @BeforeEach
    void open() {
        other = LockAgent.connect(
                MongoServer.shared().client(), database.getName(), AgentOptions.forService("nightly-billing"));
    }

    @AfterEach
    void close() {
        other.close();
        database.drop();
    }

    @Test
    void theCommandHasTheTokenAndEndsWithItsOwnCode() throws Exception {
        try (CommandProcess run =
                run("run", "job", "--", "sh", "-c", "echo \"$LOCKKEEPER_LOCK $LOCKKEEPER_TOKEN\"; exit 7")) {
            assertThat(run.exitCode()).isEqualTo(7);
            assertThat(run.out())
                    .isEqualTo(
                            String.format(Locale.ROOT, "job %d\n", lock("job").token()));
            assertThat(lock("job").isIdle()).isTrue();
        }
    }

    @Test
    void whatItReadsGoesThrough() throws Exception {
        try (CommandProcess run = run("run", "job", "--", "cat")) {
            run.feed("line\n");
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).isEqualTo("line\n");
        }
    }

    @Test
    void aBusyLockEndsItWithACodeOfItsOwnAndTheHoldersName() throws Exception {
        try (Lease held = other.acquire("job");
                CommandProcess atOnce = run("run", "job", "--no-wait", "--", "echo", "never");
                CommandProcess later = run("run", "job", "--wait", "1s", "--", "echo", "never");
                CommandProcess silent =
                        run("run", "job", "--no-wait", "--busy-exit-code", "0", "--", "echo", "never")) {
            assertThat(atOnce.exitCode()).isEqualTo(ExitCode.BUSY);
            assertThat(atOnce.err()).contains("Lock \"job\" is busy", "nightly-billing");
            assertThat(later.exitCode()).isEqualTo(ExitCode.BUSY);
            assertThat(later.err()).contains("was not acquired within 1s", "nightly-billing");
            assertThat(silent.exitCode()).isZero();
            assertThat(atOnce.out() + later.out() + silent.out()).isEmpty();
            assertThat(silent.err()).doesNotContain("busy");
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void aPausedLockIsSaidToBePausedByWhomUntilWhenAndWhy() throws Exception {
        other.acquire("job").release();
        Instant until = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
        Change pause = Settle.pause("job", "ann", "migration", until, "stamp-of-operator");
        locks().findOneAndUpdate(pause.filter(), pause.pipeline(), pause.options());

        try (CommandProcess atOnce = run("run", "job", "--no-wait", "--", "echo", "never");
                CommandProcess later = run("run", "job", "--wait", "5s", "--", "echo", "never")) {
            assertThat(atOnce.exitCode()).as(atOnce.err()).isEqualTo(ExitCode.BUSY);
            assertThat(atOnce.err())
                    .contains("paused by ann until " + until + ": \"migration\"")
                    .doesNotContain("no holder");
            assertThat(later.exitCode()).as(later.err()).isEqualTo(ExitCode.BUSY);
            assertThat(later.err()).contains("paused by ann until " + until).doesNotContain("no holder");
        }
    }

    /** The first article that people find on a lock in MongoDB makes such a collection. */
    @Test
    void onAnotherLibrarysCollectionNothingRunsAndNothingIsChanged() throws Exception {
        other.close();
        database.drop();
        MongoCollection<Document> articles = database.getCollection(LockDocument.COLLECTION);
        articles.createIndex(new Document("lockName", 1), new IndexOptions().unique(true));
        Document held =
                new Document("lockName", "job").append("holder", "app-1").append("lockedAt", Date.from(Instant.now()));
        articles.insertOne(held);
        List<Document> indexes = articles.listIndexes().into(new ArrayList<>());
        try (CommandProcess run = run("run", "job", "--no-wait", "--", "echo", "never")) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(run.err()).contains("unique index \"lockName_1\" on lockName", database.getName() + ".locks");
            assertThat(run.out()).isEmpty();
        }
        assertThat(articles.find()).containsExactly(held);
        assertThat(articles.listIndexes()).containsExactlyElementsOf(indexes);
    }

    @Test
    void itWaitsForItsTurn() throws Exception {
        try (Lease held = other.acquire("job");
                CommandProcess run = run("run", "job", "--", "echo", "mine")) {
            await().atMost(PATIENCE).until(() -> lock("job").queue().size() == 1);
            assertThat(run.out()).isEmpty();
            held.release();
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).isEqualTo("mine\n");
        }
    }

    @Test
    void aTermWhileItWaitsEndsTheWaitAndLeavesNothing() throws Exception {
        try (Lease held = other.acquire("job");
                CommandProcess run = run("run", "job", "--", "echo", "never")) {
            await().atMost(PATIENCE).until(() -> lock("job").queue().size() == 1);
            run.signal("TERM");
            assertThat(run.exitCode()).isEqualTo(143);
            assertThat(lock("job").queue()).isEmpty();
            assertThat(held.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"INT,130", "TERM,143"})
    void aSignalEndsItWhileItConnects(String signal, int exitCode) throws Exception {
        assumeFalse(
                isIgnored(exitCode - 128), "What runs the tests ignores " + signal + ", and so does what they start");
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                CommandProcess run = CommandProcess.start(
                        "mongodb://127.0.0.1:%s/app?replicaSet=rs0".formatted(silent.getLocalPort()),
                        "run",
                        "job",
                        "--no-wait",
                        "--",
                        "true");
                Socket connection = silent.accept()) {
            assertThat(connection.isConnected()).isTrue();
            run.signal(signal);
            assertThat(run.exitCode()).isEqualTo(exitCode);
            assertThat(run.err()).doesNotContain("does not answer");
        }
    }

    /** Background jobs of a shell ignore the interrupt of a keyboard, for instance. */
    private static boolean isIgnored(int signal) throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .mapToLong(
                                line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                        .anyMatch(ignored -> (ignored & (1L << (signal - 1))) != 0);
    }

    @Test
    void aTermGoesToTheCommandWhichDecides() throws Exception {
        try (CommandProcess run = run("run", "job", "--", "sh", "-c", "trap 'echo tidied; exit 3' TERM; " + BUSY)) {
            run.awaitOut("ready");
            run.signal("TERM");
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.out()).contains("tidied");
            assertThat(lock("job").isIdle()).isTrue();
        }
    }

    @Test
    void aCommandThatIsKilledFreesTheLockAtOnce() throws Exception {
        try (CommandProcess run = run("run", "job", "--ttl", "1h", "--", "sh", "-c", BUSY)) {
            CommandProcess.signal("KILL", pidOf(run));
            assertThat(run.exitCode()).isEqualTo(137);
            assertThat(lock("job").isIdle()).isTrue();
        }
    }

    @Test
    void aLeaseThatIsEvictedEndsTheCommandAndAllThatItStarted() throws Exception {
        String stubborn = "trap '' TERM; sh -c 'echo child $$; while :; do sleep 0.1; done' & " + BUSY;
        try (CommandProcess run = run("run", "job", "--ttl", "5s", "--grace", "1s", "--", "sh", "-c", stubborn)) {
            long command = pidOf(run);
            run.awaitOut("child");
            long child = Long.parseLong(wordAfter("child ", run.out()));
            evict("job", "hangs");
            assertThat(run.exitCode()).isEqualTo(ExitCode.LOST);
            assertThat(run.err()).contains("is lost: evicted by operator: hangs", "killing it");
            await().atMost(PATIENCE).until(() -> !runs(command) && !runs(child));
            assertThat(lock("job").holders()).isEmpty();
        }
    }

    @Test
    @OwnServer
    void aServerThatFallsSilentEndsTheCommandBeforeTheLeaseEnds() throws Exception {
        try (ReplicaSet own = ReplicaSet.start(1);
                CommandProcess run = CommandProcess.start(
                        withDatabase(own.uri(), "app"),
                        "run",
                        "job",
                        "--ttl",
                        "12s",
                        "--grace",
                        "4s",
                        "--",
                        "sh",
                        "-c",
                        "trap 'echo tidied; exit 0' TERM; " + BUSY)) {
            run.awaitOut("ready");
            own.pause(0);
            run.awaitOut("tidied");
            own.resume(0);
            assertThat(run.exitCode()).isEqualTo(ExitCode.LOST);
            assertThat(run.err())
                    .contains("Ending the command: its lease ends soon")
                    .doesNotContain("killing it");
        }
    }

    @Test
    void aCommandThatHoldsForTooLongIsEnded() throws Exception {
        try (CommandProcess run = run("run", "job", "--max-hold", "2s", "--", "sleep", "600")) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.LOST);
            assertThat(lock("job").isIdle()).isTrue();
        }
    }

    @Test
    void withoutADatabaseNothingRuns() throws Exception {
        String nobody = String.format(Locale.ROOT, "mongodb://127.0.0.1:%d/app", ServerProcess.freePort());
        try (CommandProcess run = CommandProcess.start(nobody, "run", "job", "--no-wait", "--", "echo", "never")) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).contains("No MongoDB primary answered");
        }
    }

    @Test
    void aCommandThatCannotBeStartedLeavesTheLockFree() throws Exception {
        try (CommandProcess missing = run("run", "job", "--", "/nonexistent/command");
                CommandProcess forbidden = run("run", "other", "--", "/etc/passwd")) {
            assertThat(missing.exitCode()).isEqualTo(ExitCode.NOT_FOUND);
            assertThat(forbidden.exitCode()).isEqualTo(ExitCode.NOT_EXECUTABLE);
            assertThat(lock("job").isIdle()).isTrue();
            assertThat(lock("other").isIdle()).isTrue();
        }
    }

    @Test
    void sharedHoldersAreTogetherAndAnotherKindIsRefused() throws Exception {
        try (Lease reader = other.acquire(LockRequest.reading("job"));
                CommandProcess together = run("run", "job", "--shared", "--no-wait", "--", "echo", "both");
                CommandProcess alone = run("run", "job", "--write", "--no-wait", "--", "echo", "never");
                CommandProcess otherKind =
                        run("run", "job", "--permits", "1", "--capacity", "3", "--no-wait", "--", "echo", "never")) {
            assertThat(together.exitCode()).isZero();
            assertThat(alone.exitCode()).isEqualTo(ExitCode.BUSY);
            assertThat(otherKind.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(otherKind.err())
                    .contains("is in use as a read-write lock; a semaphore of 3 permits was requested");
            assertThat(reader.isHeld()).isTrue();
        }
    }

    private CommandProcess run(String... arguments) throws IOException {
        return CommandProcess.start(uri, arguments);
    }

    private static long pidOf(CommandProcess run) {
        run.awaitOut("ready");
        return Long.parseLong(wordAfter("ready ", run.out()));
    }

    /** One that has ended and whose parent has not looked runs no more. */
    private static boolean runs(long pid) throws IOException {
        Process ps = new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(pid)).start();
        String state = new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return !state.isEmpty() && !state.startsWith("Z");
    }

    private static String wordAfter(String before, String text) {
        return text.substring(text.indexOf(before) + before.length()).split("\\s", 2)[0];
    }

    private void evict(String name, String reason) {
        Holder seen = lock(name).holders().getFirst();
        Change change = Settle.evict(name, seen, "operator", reason, Duration.ofSeconds(15), "stamp-of-operator");
        BsonDocument left = locks().findOneAndUpdate(change.filter(), change.pipeline(), change.options());
        new HintWriter(
                        database.getName(),
                        (each, command) ->
                                MongoServer.shared().client().getDatabase(each).runCommand(command, BsonDocument.class))
                .changed(Change.answer(requireNonNull(left)).lock(), "stamp-of-operator");
    }

    private LockDocument lock(String name) {
        return Optional.ofNullable(locks().find(Filters.eq("_id", name)).first())
                .map(LockMapper::fromBson)
                .orElseThrow();
    }

    private MongoCollection<BsonDocument> locks() {
        return database.getCollection(LockDocument.COLLECTION, BsonDocument.class);
    }

    static String withDatabase(String uri, String database) {
        return uri.replace("/?", "/" + database + "?");
    }
}

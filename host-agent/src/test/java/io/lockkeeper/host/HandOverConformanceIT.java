package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each client while its host agent is replaced, on a real server. */
class HandOverConformanceIT {

    private static final int CHANGES = Integer.getInteger("hand.overs", 1_000);
    private static final Duration LOAD = Duration.ofSeconds(Integer.getInteger("hand.overs.seconds", 5_000));
    /** Milliseconds between two changes. */
    private static final int PAUSE = Integer.getInteger("hand.overs.pause", 2_000);

    private static final List<String> AS_PACKAGED = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED");
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int LOCKS = 4;

    @TempDir
    Path folder;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private ChildProcess host;
    private LockAgent other;

    @BeforeEach
    void start() throws Exception {
        host = serve();
        other = LockAgent.connect(
                MongoServer.shared().client(), database.getName(), AgentOptions.forService("nightly-billing"));
    }

    @AfterEach
    void end() {
        host.close();
        other.close();
        database.drop();
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(180)
    void aLeaseOutlivesTheHostAgentAndIsReleasedWithoutOne(ConformingClient client) throws Exception {
        try (ScriptProcess process = start(client, "120")) { // longer than a host agent takes to start
            for (String signal : List.of("TERM", "KILL")) {
                assertThat(ask(process, "acquire job 20000 120000")).startsWith("granted ");
                replace(signal);
                assertThat(ask(process, "with other")).isEqualTo("with true");
                assertThat(ask(process, "held")).isEqualTo("held true");
                assertThat(other.tryAcquire("job")).isEmpty();
                end(signal);
                process.order("release");
                host = serve();
                assertThat(process.await("")).isEqualTo("released true");
                other.acquire(LockRequest.of("job").withLongestWait(LONG)).close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(180)
    void aWaitKeepsItsPlace(ConformingClient client) throws Exception {
        Lease held = other.acquire("job");
        try (ScriptProcess process = client.start(socket())) {
            for (String signal : List.of("TERM", "KILL")) {
                process.order("acquire job 60000 30000");
                awaitWaiting(1);
                CompletableFuture<Lease> behind = other.acquireAsync(LockRequest.of("job"));
                awaitWaiting(2);
                replace(signal);
                held.close();
                assertThat(process.await("")).startsWith("granted ");
                assertThat(behind).isNotDone();
                assertThat(ask(process, "release")).isEqualTo("released true");
                held = behind.get(60, TimeUnit.SECONDS);
            }
        }
        held.close();
    }

    /** A caller that waits no more gets no answer; the lock is free as soon as there is a host agent. */
    @ParameterizedTest
    @EnumSource
    @Timeout(180)
    void aReleaseIsSaidAgainThoughItsCallerWaitsNoMore(ConformingClient client) throws Exception {
        try (ScriptProcess process = start(client, "1")) {
            assertThat(ask(process, "acquire job 20000 600000")).startsWith("granted ");
            end("KILL");
            assertThat(ask(process, "release")).isEqualTo("released false");
            host = serve();
            other.acquire(LockRequest.of("job").withLongestWait(LONG)).close();
        }
    }

    /** It has all that the page shows, and no more. */
    @Test
    @Timeout(180)
    void aClientThatDoesWhatThePageSaysOutlivesTheHostAgent() throws Exception {
        assumeTrue(hasPerl(), "There is no perl here with JSON::PP: its client was not tried.");
        try (ScriptProcess process =
                ScriptProcess.start(List.of("perl", ConformingClient.SMALL.toString(), socket().toString()))) {
            assertThat(ask(process, "acquire job 20000 120000")).startsWith("granted ");
            for (String signal : List.of("TERM", "KILL")) {
                replace(signal);
                assertThat(ask(process, "renewed")).isEqualTo("renewed");
                assertThat(other.tryAcquire("job")).isEmpty();
            }
            end("TERM");
            process.order("release");
            host = serve();
            assertThat(process.await("")).isEqualTo("released true");
            Lease held = other.acquire("job");
            process.order("acquire job 60000 30000");
            awaitWaiting(1);
            replace("KILL");
            held.close();
            assertThat(process.await("")).startsWith("granted ");
        }
    }

    private static boolean hasPerl() throws Exception {
        return ScriptProcess.isThere("perl")
                && new ProcessBuilder("perl", "-MJSON::PP", "-MTime::HiRes", "-e1")
                                .start()
                                .waitFor()
                        == 0;
    }

    /** Prints what it counted. Each of the processes takes locks all the time, half of the changes are kills. */
    @Test
    @Tag("nightly")
    void underLoadNoLockIsGrantedTwice() throws Exception {
        List<ScriptProcess> processes = new ArrayList<>();
        for (ConformingClient client :
                List.of(ConformingClient.PYTHON, ConformingClient.NODE_IMPORT, ConformingClient.GO)) {
            processes.add(client.start(socket()));
            processes.add(client.start(socket()));
        }
        Path files = Files.createDirectory(folder.resolve("files"));
        for (ScriptProcess process : processes) {
            process.order("load %s %s".formatted(files, LOCKS));
        }
        List<Span> away = change();
        Files.createFile(files.resolve("end"));
        long[] sums = new long[4];
        for (ScriptProcess process : processes) {
            String[] counted = process.await("load ").split(" ", -1);
            for (int i = 0; i < sums.length; i++) {
                sums[i] += Long.parseLong(counted[i]);
            }
            process.close();
        }
        System.out.printf(
                Locale.ROOT,
                "%d changes, half of them kills: %d grants, %d lost, %d double, %d refused%n",
                away.size(),
                sums[0],
                sums[1],
                sums[2],
                sums[3]);
        print("no host agent", away.stream().map(Span::millis).toList());
        waited(files.resolve("waits")).forEach((what, waits) -> {
            print(what, waits.stream().map(Span::millis).toList());
            print(
                    what + ", with a host agent",
                    waits.stream().map(each -> each.without(away)).toList());
        });
        assertThat(sums[2]).as("double").isZero();
        assertThat(sums[1]).as("lost").isLessThanOrEqualTo(sums[0] / 100);
    }

    /** Milliseconds of the wall clock. */
    private record Span(long from, long until) {
        long millis() {
            return until - from;
        }

        long without(List<Span> others) {
            return millis()
                    - others.stream()
                            .mapToLong(each -> Math.max(0, Math.min(until, each.until) - Math.max(from, each.from)))
                            .sum();
        }
    }

    /** When there was no host agent. */
    private List<Span> change() throws Exception {
        SplittableRandom chance = new SplittableRandom(1);
        List<Span> away = new ArrayList<>();
        other.acquire("clock");
        long until = System.nanoTime() + LOAD.toNanos();
        while (away.size() < CHANGES && System.nanoTime() - until < 0) {
            long ended = System.currentTimeMillis();
            replace(away.size() % 2 == 0 ? "TERM" : "KILL");
            away.add(new Span(ended, System.currentTimeMillis()));
            pass(Duration.ofMillis(PAUSE / 2 + chance.nextInt(PAUSE)));
        }
        return away;
    }

    /** Of those that waited for a lock since it was free, and of holders that waited for the answer to their release. */
    private static Map<String, List<Span>> waited(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.split(" ", -1))
                .collect(Collectors.groupingBy(
                        line -> line[0],
                        TreeMap::new,
                        Collectors.mapping(
                                line -> new Span(Long.parseLong(line[1]), Long.parseLong(line[2])),
                                Collectors.toList())));
    }

    private static void print(String what, List<Long> millis) {
        List<Long> sorted = millis.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%s: %d times, ms: half %d, 99 of 100 %d, at most %d%n",
                what,
                sorted.size(),
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() * 99 / 100),
                sorted.getLast());
    }

    /** The time itself is what is waited for: a lock that nothing frees. */
    private void pass(Duration time) throws Exception {
        assertThat(other.tryAcquire(LockRequest.of("clock"), time)).isEmpty();
    }

    private void replace(String signal) throws Exception {
        end(signal);
        host = serve();
    }

    private void end(String signal) throws Exception {
        ScriptProcess.signal(signal, host.pid());
        await().atMost(LONG).until(() -> !host.isRunning());
    }

    private void awaitWaiting(int waiting) {
        await().atMost(LONG).until(() -> {
            Document lock =
                    database.getCollection("locks").find(Filters.eq("job")).first();
            return lock != null && lock.getList("queue", Document.class).size() == waiting;
        });
    }

    private ScriptProcess start(ConformingClient client, String answerSeconds) throws Exception {
        assumeTrue(client.isThere(), "There is no such client here: " + client);
        List<String> command = new ArrayList<>(List.of("env", "ANSWER_SECONDS=" + answerSeconds));
        command.addAll(client.command(socket()));
        return ScriptProcess.start(command);
    }

    private static String ask(ScriptProcess process, String command) throws Exception {
        process.order(command);
        return process.await("");
    }

    private Path socket() {
        return folder.resolve("own/lockkeeper.sock");
    }

    private ChildProcess serve() throws InterruptedException {
        CountDownLatch serves = new CountDownLatch(1);
        ChildProcess serving = new ChildProcess(
                Place.LOOPBACK,
                List.of(),
                AS_PACKAGED,
                line -> {
                    if (line.equals("serves")) { // and no line of the log
                        serves.countDown();
                    }
                },
                ServingProcess.class,
                MongoServer.shared().uri(),
                database.getName(),
                socket().toString());
        assertThat(serves.await(60, TimeUnit.SECONDS)).isTrue();
        return serving;
    }
}

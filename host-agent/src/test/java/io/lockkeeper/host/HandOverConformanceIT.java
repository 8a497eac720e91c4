package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    private static final int SECONDS_OF_A_CHANGE = 5;
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
        try (ScriptProcess process = client.start(socket())) {
            for (String signal : List.of("TERM", "KILL")) {
                assertThat(ask(process, "acquire job 20000 30000")).startsWith("granted ");
                replace(signal);
                assertThat(ask(process, "with other")).isEqualTo("with true");
                assertThat(ask(process, "held")).isEqualTo("held true");
                assertThat(other.tryAcquire("job")).isEmpty();
                end(signal);
                process.order("release");
                host = serve();
                assertThat(process.await("")).isEqualTo("released true");
                other.acquire(LockRequest.of("job").withLongestWait(Duration.ofSeconds(20)))
                        .close();
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
        SplittableRandom chance = new SplittableRandom(1);
        Path files = Files.createDirectory(folder.resolve("files"));
        int seconds = CHANGES * SECONDS_OF_A_CHANGE;
        for (ScriptProcess process : processes) {
            process.order("load %s %s %s".formatted(files, LOCKS, seconds));
        }
        long began = System.nanoTime();
        long away = 0;
        int changes = 0;
        other.acquire("clock");
        while (changes < CHANGES
                && System.nanoTime() - began < Duration.ofSeconds(seconds).toNanos()) {
            long ended = System.nanoTime();
            replace(changes++ % 2 == 0 ? "TERM" : "KILL");
            away = Math.max(away, System.nanoTime() - ended);
            pass(Duration.ofMillis(1_000 + chance.nextInt(2_000)));
        }
        long[] sums = new long[5];
        for (ScriptProcess process : processes) {
            String[] counted = process.await("load ").split(" ", -1);
            for (int i = 0; i < sums.length; i++) {
                long count = Long.parseLong(counted[i]);
                sums[i] = i == 4 ? Math.max(sums[i], count) : sums[i] + count;
            }
            process.close();
        }
        System.out.printf(
                Locale.ROOT,
                "%d changes, half of them kills: %d grants, %d lost, %d double, %d refused; a free lock was awaited for"
                        + " %d ms at most, a host agent for %d ms%n",
                changes,
                sums[0],
                sums[1],
                sums[2],
                sums[3],
                sums[4],
                Duration.ofNanos(away).toMillis());
        assertThat(sums[2]).as("double").isZero();
        assertThat(sums[1]).as("lost").isLessThanOrEqualTo(sums[0] / 100);
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
                line -> serves.countDown(),
                ServingProcess.class,
                MongoServer.shared().uri(),
                database.getName(),
                socket().toString());
        assertThat(serves.await(60, TimeUnit.SECONDS)).isTrue();
        return serving;
    }
}

package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a host agent in a process of its own costs, beside a JVM that embeds an agent. {@code -Dhost.seconds=20} is what the documents show. */
@Tag("load")
class HostLoadIT {

    private static final int SECONDS = Integer.getInteger("host.seconds", 20);
    private static final int WARM = 5;
    private static final int PROCESSES = 64;
    private static final int WAITERS = 50;
    private static final int SESSIONS = 1_000;
    private static final List<String> AS_PACKAGED = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xms16m",
            "-Xmx256m",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED");

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @TempDir
    private Path folder;

    private ChildProcess host;
    private Path socket;

    @BeforeEach
    void serve() throws Exception {
        assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here: no process was started.");
        socket = folder.resolve("own/lockkeeper.sock");
        host = new ChildProcess(
                Place.LOOPBACK,
                List.of(),
                options(),
                line -> {},
                ServingProcess.class,
                MongoServer.shared().uri(),
                database.getName(),
                socket.toString());
        while (!Files.exists(socket)) {
            Thread.onSpinWait();
        }
    }

    /** With those of {@code -Dhost.options}, to compare or to record. */
    private static List<String> options() {
        List<String> options = new ArrayList<>(AS_PACKAGED);
        options.addAll(List.of(System.getProperty("host.options", "").split(" ", -1)));
        options.removeIf(String::isBlank);
        return options;
    }

    @AfterEach
    void end() {
        if (host != null) {
            host.close();
        }
        database.drop();
    }

    private record Work(double pairsPerSecond, double serverMicros, double hostMicros) {}

    private interface Run {
        long pairs(int seconds) throws Exception;
    }

    @Test
    void manyProcessesAreAsOne() throws Exception {
        Work threads = measured(this::pairsOfThreads);
        Work processes = measured(seconds -> pairsOfProcesses(PROCESSES, seconds, "job%d", ""));
        System.out.printf(
                Locale.ROOT,
                "host processes=%d pairs/s=%.0f, one JVM of as many threads=%.0f, ratio %.2f; server per pair %.0f µs, %.0f µs, ratio %.2f; host agent %.0f µs%n",
                PROCESSES,
                processes.pairsPerSecond(),
                threads.pairsPerSecond(),
                processes.pairsPerSecond() / threads.pairsPerSecond(),
                processes.serverMicros(),
                threads.serverMicros(),
                processes.serverMicros() / threads.serverMicros(),
                processes.hostMicros());
        assertThat(processes.pairsPerSecond()).isPositive();
    }

    @Test
    void aHotLockOfEightProcesses() throws Exception {
        Work hot = measured(seconds -> pairsOfProcesses(8, seconds, "hot", ",\"keepMs\":30000,\"cohortMs\":50"));
        System.out.printf(
                Locale.ROOT,
                "host hot lock, 8 processes: grants/s=%.0f, host agent %.0f µs each%n",
                hot.pairsPerSecond(),
                hot.hostMicros());
        assertThat(hot.pairsPerSecond()).isPositive();
    }

    @Test
    void waitingServicesCostOneCursor() throws Exception {
        List<TestPeer> peers = new ArrayList<>();
        List<Long> cursors = new ArrayList<>();
        try (TestPeer holder = TestPeer.of(socket, "holder")) {
            for (int i = 0; i < WAITERS; i++) {
                holder.acquire("wait" + i);
                cursors.add(cursors());
                TestPeer peer = TestPeer.of(socket, "service" + i);
                peers.add(peer);
                peer.queued(peer.send(JsonLine.of("acquire", "wait" + i)));
            }
            cursors.add(cursors());
        }
        System.out.printf(
                "host open cursors of the server: without a waiting service %d, with 1: %d, with %d: %d%n",
                cursors.get(0), cursors.get(1), WAITERS, cursors.getLast());
        peers.forEach(TestPeer::close);
        assertThat(peers).hasSize(WAITERS);
    }

    @Test
    void memoryOfAThousandSessions() throws Exception {
        long before = residentMiB();
        List<TestPeer> peers = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            TestPeer peer = TestPeer.of(socket, "service" + i);
            peer.acquire("job" + i);
            peers.add(peer);
        }
        System.out.printf("host sessions=%d resident=%d MiB, without %d MiB%n", SESSIONS, residentMiB(), before);
        peers.forEach(TestPeer::close);
        assertThat(peers).hasSize(SESSIONS);
    }

    private Work measured(Run run) throws Exception {
        run.pairs(WARM);
        Duration server = serverTime();
        Duration own = timeOf(host.pid());
        long pairs = run.pairs(SECONDS);
        return new Work(
                (double) pairs / SECONDS,
                micros(serverTime().minus(server), pairs),
                micros(timeOf(host.pid()).minus(own), pairs));
    }

    private static double micros(Duration time, long pairs) {
        return time.toNanos() / 1_000.0 / pairs;
    }

    private long pairsOfProcesses(int processes, int seconds, String lock, String members) throws Exception {
        try (ScriptProcess script = ScriptProcess.start("pairs.py", socket, processes, seconds, lock, members)) {
            return Long.parseLong(script.await("pairs "));
        }
    }

    private long pairsOfThreads(int seconds) throws Exception {
        try (LockAgent agent = agent();
                ExecutorService threads = Executors.newFixedThreadPool(PROCESSES)) {
            long until = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
            List<Callable<Long>> work = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                LockRequest request = LockRequest.of("thread" + i);
                work.add(() -> pairsUntil(agent, request, until));
            }
            long pairs = 0;
            for (Future<Long> each : threads.invokeAll(work)) {
                pairs += each.get();
            }
            return pairs;
        }
    }

    private static long pairsUntil(LockAgent agent, LockRequest request, long until) throws InterruptedException {
        long pairs = 0;
        while (System.nanoTime() < until) {
            agent.acquire(request).close();
            pairs++;
        }
        return pairs;
    }

    private LockAgent agent() {
        return LockAgent.connect(
                MongoServer.shared().client(),
                database.getName(),
                AgentOptions.forService("embedding").withoutHostAgent());
    }

    private static Document serverStatus() {
        return MongoServer.shared().client().getDatabase("admin").runCommand(new Document("serverStatus", 1));
    }

    private static Duration serverTime() {
        return timeOf(((Number) Objects.requireNonNull(serverStatus().get("pid"))).longValue());
    }

    private static Duration timeOf(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow();
    }

    private static long cursors() {
        Document open = serverStatus().get("metrics", Document.class).get("cursor", Document.class);
        return ((Number) Objects.requireNonNull(open.get("open", Document.class).get("total"))).longValue();
    }

    private long residentMiB() throws Exception {
        return Files.readAllLines(Path.of("/proc/" + host.pid() + "/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .map(line -> line.replaceAll("\\D", ""))
                        .mapToLong(Long::parseLong)
                        .sum()
                / 1_024;
    }
}

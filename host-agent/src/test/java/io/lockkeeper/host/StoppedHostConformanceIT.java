package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What every client has to do while the host agent stands still, or is away: all clients beside each other, as it takes its time. */
@Execution(ExecutionMode.CONCURRENT)
class StoppedHostConformanceIT {

    /** A file in the place of the kernel's, as containers have one. */
    private static final List<String> WITH_A_CLOCK_FILE = List.of(
            "unshare",
            "--user",
            "--map-root-user",
            "--mount",
            "sh",
            "-c",
            "mount --bind \"$0\" /proc/uptime && exec \"$@\"");

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final Map<ConformingClient, ScriptProcess> clients = new EnumMap<>(ConformingClient.class);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        clients.values().forEach(ScriptProcess::close);
        database.drop();
    }

    @Test
    void noCallWaitsLongerThanItsBoundAndItsMargin() throws Exception {
        try (ChildProcess host = serve()) {
            start(socket(), List.of());
            each("acquire job NAME 20000 8000", "granted ");
            host.pause();
            each("acquire late NAME 1000 8000", "error connection");
            each("try later NAME", "error connection");
            each("lost", "lost expired: the host agent does not answer");
            each("release", "released false");
            host.resume();
            start(socket(), List.of());
            each("acquire late NAME 20000 8000", "granted ");
            host.pause();
            each("release", "released false");
            each("close", "closed");
            each("acquire other NAME 1000 8000", "error connection");
        }
    }

    @Test
    void aClockFileThatGoesBackProlongsNoBelief() throws Exception {
        Path clock = Files.writeString(folder.resolve("uptime"), "900000.00 0.00\n");
        assumeTrue(canBind(clock), "No file can be put in the place of the kernel's here.");
        try (ChildProcess host = serve()) {
            start(socket(), with(clock));
            each("acquire job NAME 20000 5000", "granted ");
            host.pause();
            Files.writeString(clock, "899900.00 0.00\n");
            each("lost", "lost ");
            each("held", "held false");
        }
    }

    @Test
    void aFullBacklogIsAnErrorAfterTheMargin() throws Exception {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(folder.resolve("s")), 1);
            while (waiting.isEmpty() || waiting.getLast().isConnected()) {
                waiting.add(tried(folder.resolve("s")));
            }
            start(folder.resolve("s"), List.of());
            each("acquire job NAME 1000 8000", "error connection");
            each("try job NAME", "error connection");
        } finally {
            for (SocketChannel each : waiting) {
                each.close();
            }
        }
    }

    /** What was asked, and what is asked in between, waits for the next host agent and for the lease that the first one has left. */
    @Test
    void aBoundedWaitOutlivesTheHostAgent() throws Exception {
        try (ChildProcess host = serve()) {
            start(socket(), List.of());
            TestPeer holder = TestPeer.of(socket(), "holder"); // which resumes nothing
            for (ConformingClient client : clients.keySet()) {
                assertThat(holder.ask(JsonLine.of("acquire", "job-" + client).with("ttlMs", 20_000)))
                        .containsKey("granted");
            }
            order("acquire job NAME 60000 8000");
            awaitWaits(clients.size());
            host.kill();
            await().until(() -> !host.isRunning());
        }
        try (ChildProcess host = serve()) {
            hear("granted ");
            host.kill();
            await().until(() -> !host.isRunning());
            each("try other NAME", "error connection");
            order("acquire other NAME 60000 8000");
        }
        try (ChildProcess host = serve()) {
            hear("granted ");
            each("release", "released true");
            assertThat(host.isRunning()).isTrue();
        }
    }

    @Test
    void aThousandLeasesAreRenewedByOneAnswer() throws Exception {
        try (ChildProcess host = serve()) {
            start(socket(), List.of());
            for (ScriptProcess client : clients.values()) { // one after another: five thousand at once take their time
                client.order("many 1000");
                assertThat(client.await("")).isEqualTo("many 1000");
            }
            each("all", "all 1000");
            assertThat(host.isRunning()).isTrue();
        }
    }

    /** MongoDB is away, and the host agent answers what it can. */
    @Test
    void itBeatsWhileItsFirstRequestIsUnanswered() throws Exception {
        Set<String> beating = ConcurrentHashMap.newKeySet();
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
            Thread.ofVirtual().start(() -> answerHellosOf(server, beating));
            start(folder.resolve("s"), List.of());
            for (ScriptProcess client : clients.values()) {
                client.order("acquire job 60000 6000");
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> beating.size() == clients.size());
        }
    }

    private static void answerHellosOf(ServerSocketChannel server, Set<String> beating) {
        try {
            while (true) {
                SocketChannel peer = server.accept();
                Thread.ofVirtual().start(() -> answerHello(peer, beating));
            }
        } catch (IOException e) {
            // the test has ended
        }
    }

    private static void answerHello(SocketChannel peer, Set<String> beating) {
        try (Scanner lines = new Scanner(peer, StandardCharsets.UTF_8)) {
            while (lines.hasNextLine()) {
                String line = lines.nextLine();
                if (line.contains("hello")) {
                    String welcome =
                            "{\"seen\":1,\"re\":1,\"session\":\"k1\",\"beatMs\":2000,\"store\":\"s\",\"proof\":\"none\"}\n";
                    peer.write(ByteBuffer.wrap(welcome.getBytes(StandardCharsets.UTF_8)));
                } else if (line.contains("beat")) {
                    beating.add(peer.toString() + peer.hashCode());
                }
            }
        } catch (IOException e) {
            // the client has ended
        }
    }

    private static SocketChannel tried(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.configureBlocking(false);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException full) {
            // it is not connected
        }
        return channel;
    }

    private static List<String> with(Path clock) {
        List<String> command = new ArrayList<>(WITH_A_CLOCK_FILE);
        command.add(clock.toString());
        return command;
    }

    private static boolean canBind(Path clock) throws Exception {
        List<String> command = with(clock);
        command.add("true");
        return ScriptProcess.isThere("unshare")
                && new ProcessBuilder(command).start().waitFor() == 0;
    }

    private Path socket() {
        return folder.resolve("own/s");
    }

    private ChildProcess serve() {
        ChildProcess host = new ChildProcess(
                ServingProcess.class, MongoServer.shared().uri(), database.getName(), socket().toString());
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(socket()));
        return host;
    }

    private void start(Path socket, List<String> before) throws Exception {
        for (ConformingClient client : ConformingClient.values()) {
            if (client.isThere()) {
                List<String> command = new ArrayList<>(before);
                command.addAll(client.command(socket));
                ScriptProcess previous = clients.put(client, ScriptProcess.start(command));
                if (previous != null) {
                    previous.close();
                }
            }
        }
    }

    /** Each client says within a minute what is expected of it. */
    private void each(String command, String expected) throws Exception {
        order(command);
        hear(expected);
    }

    private void order(String command) throws IOException {
        for (Map.Entry<ConformingClient, ScriptProcess> each : clients.entrySet()) {
            each.getValue().order(command.replace(" NAME", "-" + each.getKey()));
        }
    }

    private void hear(String expected) throws InterruptedException {
        for (Map.Entry<ConformingClient, ScriptProcess> each : clients.entrySet()) {
            assertThat(each.getValue().await("")).as(each.getKey().name()).startsWith(expected);
        }
    }

    private void awaitWaits(long expected) throws Exception {
        try (TestPeer peer = TestPeer.of(socket(), "watcher")) {
            await().until(() -> Objects.equals(
                    TestPeer.object(peer.ask(JsonLine.of("status", true)), "status")
                            .get("waits"),
                    expected));
        }
    }
}

package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.MongoServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code lockkeeper serve} as a process, and what asks it. */
@Execution(ExecutionMode.CONCURRENT)
class ServeIT {

    @TempDir
    Path folder;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final String uri = RunIT.withDatabase(MongoServer.shared().uri(), database.getName());
    private Path socket;
    private CommandProcess serve;

    @BeforeEach
    void start() throws IOException {
        socket = folder.resolve("host/lockkeeper.sock");
        serve = CommandProcess.start(uri, "serve", "--socket", socket.toString(), "--metrics", "0");
        serve.awaitErr("serving the locks");
    }

    @AfterEach
    void end() throws IOException {
        serve.close();
        database.drop();
    }

    @Test
    void anEmptyVariableNamesNoSocketAndAPathIsBounded() throws Exception {
        for (String empty : List.of("", "  ")) {
            try (CommandProcess asked = CommandProcess.start(Map.of("LOCKKEEPER_HOST_SOCKET", empty), "sessions")) {
                assertThat(asked.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
                assertThat(asked.err()).contains("No host agent answers at /run/lockkeeper/lockkeeper.sock");
            }
        }
        String path = "/" + "a".repeat(10_000);
        try (CommandProcess asked = CommandProcess.start(Map.of("LOCKKEEPER_HOST_SOCKET", path), "sessions")) {
            assertThat(asked.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(asked.err())
                    .contains("has 10,001 bytes; at most 107 are possible")
                    .doesNotContain("aaaa");
        }
        Terminal named = Terminal.run("sessions", "--socket", "");
        assertThat(named.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(named.err()).contains("--socket is empty");
    }

    @Test
    void askedToEndItHandsOver() throws Exception {
        try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                BufferedReader lines = new BufferedReader(Channels.newReader(peer, StandardCharsets.UTF_8))) {
            write(peer, "{\"id\":1,\"hello\":1,\"service\":\"billing\"}\n{\"id\":2,\"acquire\":\"job\"}\n");
            assertThat(lines.readLine()).contains("\"session\":\"k1\"");
            assertThat(lines.readLine()).contains("\"granted\"");
            serve.signal("TERM");
            assertThat(lines.readLine()).isNull();
        }
        assertThat(serve.exitCode()).isEqualTo(ExitCode.SIGNAL + 15);
        assertThat(Files.exists(socket)).isFalse();
        try (CommandProcess next = CommandProcess.start(uri, "serve", "--socket", socket.toString())) {
            next.awaitErr("serving the locks");
        }
    }

    @Test
    void withDrainItTellsTheHolderAndLeavesTheLockToItsExpiry() throws Exception {
        serve.close();
        serve = CommandProcess.start(uri, "serve", "--socket", socket.toString(), "--drain", "--grace", "1s");
        serve.awaitErr("serving the locks");
        try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                BufferedReader lines = new BufferedReader(Channels.newReader(peer, StandardCharsets.UTF_8))) {
            write(peer, "{\"id\":1,\"hello\":1,\"service\":\"billing\"}\n{\"id\":2,\"acquire\":\"job\"}\n");
            assertThat(lines.readLine()).contains("\"session\":\"k1\"");
            assertThat(lines.readLine()).contains("\"granted\"");
            serve.signal("TERM");
            assertThat(lines.readLine()).contains("\"lost\"", "\"cause\":\"ended\"");
            assertThat(lines.readLine()).isNull();
        }
        assertThat(serve.exitCode()).isEqualTo(ExitCode.SIGNAL + 15);
        assertThat(serve.err()).contains("stay locked until they expire");
        try (LockAgent other = LockAgent.connect(
                MongoServer.shared().client(), database.getName(), AgentOptions.forService("other"))) {
            assertThat(other.heldBy("job")).hasSize(1);
        }
        assertThat(Files.exists(socket)).isFalse();
    }

    @Test
    void aSecondOneOfTheSocketEndsWithASentence() {
        Terminal second = Terminal.run("serve", "--mongodb", uri, "--socket", socket.toString());
        assertThat(second.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(second.err()).contains("Another host agent has the folder").doesNotContain("\tat ");
    }

    @Test
    void sessionsListsTheProcessesThatTakeLocks() throws Exception {
        try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                BufferedReader lines = new BufferedReader(Channels.newReader(peer, StandardCharsets.UTF_8))) {
            write(peer, "{\"id\":1,\"hello\":1,\"service\":\"billing\",\"client\":\"raw/1\"}\n");
            assertThat(lines.readLine()).contains("\"session\"");
            Terminal table = Terminal.run("sessions", "--socket", socket.toString());
            assertThat(table.out()).contains("SERVICE", "billing", "raw/1", "after the ttl");
            assertThat(table.out().lines()).hasSize(2);
            assertThat(Terminal.run("sessions", "--json", "--socket", socket.toString())
                            .out())
                    .contains("\"service\": \"billing\"", "\"proof\": \"none\"", "\"connected\": true");
        }
    }

    @Test
    void statusAndMetricsHaveTheSameFigures() throws Exception {
        try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                BufferedReader lines = new BufferedReader(Channels.newReader(peer, StandardCharsets.UTF_8))) {
            write(peer, "{\"id\":1,\"hello\":1,\"service\":\"billing\"}\n{\"id\":2,\"acquire\":\"job\"}\n");
            assertThat(lines.readLine()).contains("\"session\"");
            assertThat(lines.readLine()).contains("\"granted\"");
            assertThat(Terminal.run("sessions", "--status", "--socket", socket.toString())
                            .out())
                    .containsPattern("FIGURE +VALUE")
                    .containsPattern("leases +1\n")
                    .containsPattern("ending +false\n")
                    .containsPattern("endsDeath +0\n");
            assertThat(Terminal.run("sessions", "--status", "--json", "--socket", socket.toString())
                            .out())
                    .contains("\"leases\": 1", "\"ending\": false");
            String metrics = serve.err()
                    .lines()
                    .filter(line -> line.contains("metrics at "))
                    .findFirst()
                    .orElseThrow();
            URI address = URI.create(metrics.substring(metrics.indexOf("http://127.0.0.1:")));
            try (HttpClient http = HttpClient.newHttpClient()) {
                assertThat(http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                                .body())
                        .contains("lockkeeper_host_leases 1\n");
            }
        }
    }

    @Test
    void aPortThatIsNoneOrTakenIsRefusedWithASentence() throws Exception {
        String other = folder.resolve("other/lockkeeper.sock").toString();
        Terminal none = Terminal.run("serve", "--mongodb", uri, "--socket", other, "--metrics", "localhost:99999");
        assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(none.err()).contains("write for example 9464");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Terminal second = Terminal.run(
                    "serve", "--mongodb", uri, "--socket", other, "--metrics", Integer.toString(taken.getLocalPort()));
            assertThat(second.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(second.err()).contains("The host agent cannot serve").doesNotContain("\tat ");
        }
        assertThat(Files.exists(Path.of(other))).isFalse();
    }

    @Test
    void aRunThatIsKilledKeepsItsLockUntilItsCommandHasEnded() throws Exception {
        try (CommandProcess run = CommandProcess.startWithHost(
                        socket, uri, "run", "job", "--ttl", "5s", "--", "sh", "-c", "echo ready $$; exec sleep 600");
                LockAgent other = LockAgent.connect(
                        MongoServer.shared().client(), database.getName(), AgentOptions.forService("other"))) {
            run.awaitOut("ready");
            long command = Long.parseLong(run.out().strip().split(" ", -1)[1]);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> Terminal.run("sessions", "--socket", socket.toString())
                            .out()
                            .matches("(?s).*lockkeeper-run.* own .*at once.*"));
            CompletableFuture<Lease> next = other.acquireAsync(LockRequest.of("job"));
            run.signal("KILL");
            assertThat(next.copy()
                            .thenApply(lease -> true)
                            .completeOnTimeout(false, 12, TimeUnit.SECONDS)
                            .get())
                    .isFalse();
            long before = System.nanoTime();
            CommandProcess.signal("KILL", command);
            next.get(60, TimeUnit.SECONDS).close();
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void withoutAHostAgentSessionsSaysSo() {
        Terminal none =
                Terminal.run("sessions", "--socket", folder.resolve("none").toString());
        assertThat(none.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(none.err()).contains("No host agent answers at").doesNotContain("\tat ");
    }

    @Test
    void aHostAgentThatStandsStillIsSaidToNotAnswer() throws Exception {
        serve.signal("STOP");
        Terminal asked = Terminal.run("sessions", "--socket", socket.toString());
        serve.signal("CONT");
        assertThat(asked.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(asked.err()).contains("did not answer within 5 s");
    }

    private static void write(SocketChannel peer, String lines) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
        while (left.hasRemaining()) {
            peer.write(left);
        }
    }
}

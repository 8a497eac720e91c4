package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OtherServer;
import io.lockkeeper.test.OtherServer.Site;
import io.lockkeeper.test.StandIn;
import java.io.BufferedReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The commands and the host agent on servers of other kinds. Prints how many commands each of them sends. */
@Tag("nightly")
class ServerKindsIT {

    private static final Duration COUNTED = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
    }

    @ParameterizedTest
    @EnumSource
    void locksAreTakenAndListedThere(OtherServer kind) throws Exception {
        Path socket = folder.resolve("host/lockkeeper.sock");
        try (Site site = kind.open();
                StandIn host = site.door();
                StandIn shell = site.door();
                CommandProcess serve = CommandProcess.start(
                        host.uri(database.getName()), "serve", "--socket", socket.toString(), "--metrics", "0")) {
            serve.awaitErr("serving the locks");
            try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                    BufferedReader lines = new BufferedReader(Channels.newReader(peer, StandardCharsets.UTF_8))) {
                write(peer, "{\"id\":1,\"hello\":1,\"service\":\"billing\"}\n{\"id\":2,\"acquire\":\"job\"}\n");
                assertThat(lines.readLine()).contains("\"session\"");
                assertThat(lines.readLine()).contains("\"granted\"");
                int list = commands(shell, "list", "job");
                int before = host.commands();
                await().pollDelay(COUNTED)
                        .atMost(COUNTED.plusSeconds(10))
                        .until(() -> true); // a rate has to be counted over some time
                double sent = (host.commands() - before) / (double) COUNTED.toSeconds();
                int doctor = kind == OtherServer.FEW_CONNECTIONS
                        ? failing(shell, "doctor", "FAILED   pool: up to 100 connections, but only")
                        : commands(shell, "doctor", "OK ");
                try (CommandProcess run = CommandProcess.start(
                        shell.uri(database.getName()), "run", "job", "--", "echo", "it was handed on")) {
                    write(peer, "{\"id\":3,\"release\":\"1\"}\n");
                    assertThat(run.exitCode()).as(run.err()).isZero();
                    assertThat(run.out()).contains("it was handed on");
                }
                System.out.printf(
                        Locale.ROOT,
                        "%s: a host agent that holds a lock sends %.2f commands/s; list sends %d, doctor %d; refused: %s%n",
                        kind,
                        sent,
                        list,
                        doctor,
                        host.refusals());
                assertThat(sent).isLessThan(4);
                assertThat(host.late() + shell.late()).isZero();
            }
        }
    }

    /** How many commands a subcommand sends, which prints this and no failure. */
    private int commands(StandIn server, String subcommand, String printed) {
        int before = server.commands();
        Terminal ran = Terminal.run(subcommand, "--mongodb", server.uri(database.getName()));
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains(printed).doesNotContain("FAILED");
        return server.commands() - before;
    }

    /** The same of one that fails, and says why. */
    private int failing(StandIn server, String subcommand, String printed) {
        int before = server.commands();
        Terminal ran = Terminal.run(subcommand, "--mongodb", server.uri(database.getName()));
        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.out()).containsOnlyOnce("FAILED").contains(printed);
        return server.commands() - before;
    }

    private static void write(SocketChannel peer, String lines) throws Exception {
        peer.write(ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8)));
    }
}

package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import java.io.BufferedReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands and the host agent on servers of other kinds, as a stand-in imitates them. */
@Tag("nightly")
class ServerKindsIT {

    @TempDir
    Path folder;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
    }

    static Stream<Named<ServerKind>> kinds() {
        return Stream.of(
                Named.of("M0", ServerKind.ATLAS_M0),
                Named.of("Flex", ServerKind.ATLAS_FLEX),
                Named.of("M10", ServerKind.ATLAS_M10),
                Named.of("no capped collections", ServerKind.NO_CAPPED),
                Named.of("neither hints nor streams", ServerKind.DEAF),
                Named.of("mongos", ServerKind.MONGOS),
                Named.of("vCore", ServerKind.AZURE_VCORE),
                Named.of("9.0", ServerKind.NINE),
                Named.of("few connections", ServerKind.FEW_CONNECTIONS));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void locksAreTakenAndListedThere(ServerKind kind) throws Exception {
        Path socket = folder.resolve("host/lockkeeper.sock");
        try (StandIn server = StandIn.of(kind);
                CommandProcess serve = CommandProcess.start(
                        server.uri(database.getName()), "serve", "--socket", socket.toString(), "--metrics", "0")) {
            serve.awaitErr("serving the locks");
            try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                    BufferedReader lines = new BufferedReader(Channels.newReader(peer, StandardCharsets.UTF_8))) {
                write(peer, "{\"id\":1,\"hello\":1,\"service\":\"billing\"}\n{\"id\":2,\"acquire\":\"job\"}\n");
                assertThat(lines.readLine()).contains("\"session\"");
                assertThat(lines.readLine()).contains("\"granted\"");
                Terminal list = Terminal.run("list", "--mongodb", server.uri(database.getName()));
                assertThat(list.out()).as(list.err()).contains("job", "host-agent");
                try (CommandProcess run = CommandProcess.start(
                        server.uri(database.getName()), "run", "job", "--", "echo", "it was handed on")) {
                    write(peer, "{\"id\":3,\"release\":\"1\"}\n");
                    assertThat(run.exitCode()).as(run.err()).isZero();
                    assertThat(run.out()).contains("it was handed on");
                }
            }
        }
    }

    private static void write(SocketChannel peer, String lines) throws Exception {
        peer.write(ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8)));
    }
}

package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.session.HostSettings;
import io.lockkeeper.test.MongoServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fails in a way that is not foreseen is answered, and its session goes on. */
@Timeout(120)
class UnexpectedFailuresIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @TempDir
    private Path folder;

    private HostAgent host;
    private TestPeer peer;

    @BeforeEach
    void open() throws Exception {
        Path socket = folder.resolve("own/lockkeeper.sock");
        host = HostAgent.serve(
                FailingClient.around(MongoServer.shared().client(), UnexpectedFailuresIT::failure),
                database.getName(),
                new HostSettings(
                        socket, null, "shop", false, AgentOptions.forService("host-agent"), HostLimits.DEFAULT));
        peer = TestPeer.of(socket, "billing");
    }

    @AfterEach
    void close() throws Exception {
        peer.close();
        assertThat(host.stop(Duration.ofSeconds(5))).isTrue();
        database.drop();
        assertThat(Files.exists(folder.resolve("own/lockkeeper.sock"))).isFalse();
    }

    private static Optional<Throwable> failure(String command) {
        if (command.contains("by-exception")) {
            return Optional.of(new ClassCastException("seeded " + "x".repeat(10_000)));
        }
        return command.contains("by-error") ? Optional.of(new StackOverflowError("seeded")) : Optional.empty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"by-exception", "by-error"})
    void aRequestThatFailsUnexpectedlyIsAnsweredWithWhatFailedAndTheSessionGoesOn(String lock) throws Exception {
        Map<String, Object> error = TestPeer.object(peer.ask(JsonLine.of("acquire", lock)), "error");
        assertThat(error).containsEntry("code", "failed");
        assertThat((String) error.get("text")).contains("seeded").hasSizeLessThan(400);

        assertThat(peer.release(peer.lease("another"))).isTrue();
    }
}

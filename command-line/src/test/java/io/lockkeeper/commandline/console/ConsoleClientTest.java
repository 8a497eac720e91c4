package io.lockkeeper.commandline.console;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.commandline.FailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** What the command says when nobody knows what became of its request. */
class ConsoleClientTest {

    private static final BsonDocument HUNG = new BsonDocument("reason", new BsonString("hung"));
    private static final String IN_DOUBT = "may have been evicted all the same";

    @Test
    void anEvictionWhoseAnswerIsLostMayHaveHappened() throws IOException {
        try (ServerSocket console = answering("");
                ConsoleClient client = client(console)) {
            assertThatThrownBy(() -> client.evict("/locks/-/order:4711", "7", HUNG))
                    .isInstanceOf(FailedException.class)
                    .hasMessageContaining("does not answer")
                    .hasMessageContaining(IN_DOUBT);
        }
    }

    @Test
    void soMayOneThatAProxyGaveUp() throws IOException {
        try (ServerSocket proxy = answering("HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 0\r\n\r\n");
                ConsoleClient client = client(proxy)) {
            assertThatThrownBy(() -> client.evict("/locks/-/order:4711", "7", HUNG))
                    .hasMessageContaining("status 504")
                    .hasMessageContaining(IN_DOUBT);
        }
    }

    @Test
    void oneThatNeverLeftHasNotNorHasAQuestion() throws IOException {
        ServerSocket gone = answering("");
        gone.close();
        try (ServerSocket console = answering("");
                ConsoleClient nobody = client(gone);
                ConsoleClient client = client(console)) {
            assertThatThrownBy(() -> nobody.evict("/locks/-/order:4711", "7", HUNG))
                    .hasMessageContaining("does not answer")
                    .hasMessageNotContaining(IN_DOUBT);
            assertThatThrownBy(() -> client.get("/waits", Map.of())).hasMessageNotContaining(IN_DOUBT);
        }
    }

    /** Whatever listens at the console's address. */
    @Test
    void anAnswerWithoutEndIsNotReadToIt() throws IOException {
        String head = "HTTP/1.1 200 OK\r\nContent-Length: 2000000000\r\n\r\n";
        try (ServerSocket endless = answering(head + " ".repeat(BoundedText.MOST + 100_000));
                ConsoleClient client = client(endless)) {
            assertThatThrownBy(() -> client.get("/waits", Map.of()))
                    .isInstanceOf(FailedException.class)
                    .hasMessageContaining("its answer has more than 16,777,216 bytes");
        }
    }

    private static ConsoleClient client(ServerSocket at) {
        URI address = URI.create("http://127.0.0.1:" + at.getLocalPort());
        return new ConsoleClient(HttpClient.newHttpClient(), address, "lockkeeper_token");
    }

    /** Reads a request, answers so, and hangs up. */
    private static ServerSocket answering(String answer) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try (var connection = server.accept()) {
                    var unused = connection.getInputStream().read(new byte[4096]);
                    connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    // the test is over
                }
            }
        });
        return server;
    }
}

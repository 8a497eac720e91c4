package io.lockkeeper.commandline;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Looks at the one window of a Chromium that was started with {@code --remote-debugging-port=0}, and closes it. */
final class DevTools {

    private final int port;

    private DevTools(int port) {
        this.port = port;
    }

    /** Waits until the browser with that profile has started, or the process has ended. */
    static DevTools of(Path profile, Process process) throws IOException {
        Path file = profile.resolve("DevToolsActivePort");
        await().atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> isWhole(file) || !process.isAlive());
        return new DevTools(Integer.parseInt(Files.readAllLines(file).getFirst()));
    }

    /** Whether a text stands on its page. */
    boolean shows(String text) throws Exception {
        BsonDocument page = page();
        if (page == null) {
            return false;
        }
        Answers answers = new Answers();
        try (HttpClient client = HttpClient.newHttpClient()) {
            WebSocket socket = client.newWebSocketBuilder()
                    .buildAsync(
                            URI.create(page.getString("webSocketDebuggerUrl").getValue()), answers)
                    .get(10, TimeUnit.SECONDS);
            BsonDocument ask = BsonDocument.parse("{id: 1, method: 'Runtime.evaluate', params: {}}");
            ask.getDocument("params").append("expression", new BsonString("document.body.innerText"));
            socket.sendText(ask.toJson(), true).get(10, TimeUnit.SECONDS);
            String said = answers.said.poll(10, TimeUnit.SECONDS);
            socket.abort();
            return said != null && said.contains(text);
        }
    }

    void close() throws Exception {
        BsonDocument page = page();
        if (page != null) {
            String unused = get("/json/close/" + page.getString("id").getValue());
        }
    }

    private @Nullable BsonDocument page() throws Exception {
        List<BsonValue> targets = BsonArray.parse(get("/json/list"));
        return targets.stream()
                .map(BsonValue::asDocument)
                .filter(target -> target.getString("type").getValue().equals("page"))
                .findFirst()
                .orElse(null);
    }

    private String get(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI address = URI.create(String.format(Locale.ROOT, "http://127.0.0.1:%d%s", port, path));
            return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    private static boolean isWhole(Path file) throws IOException {
        return Files.exists(file) && Files.readAllLines(file).size() > 1;
    }

    private static final class Answers implements WebSocket.Listener {

        private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
        private final StringBuilder part = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                said.add(part.toString());
            }
            socket.request(1);
            return null;
        }
    }
}

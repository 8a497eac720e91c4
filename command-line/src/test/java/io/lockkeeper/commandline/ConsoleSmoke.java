package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a packed console has to do, however it was packed: become healthy, serve its scripts, and use its cache. */
final class ConsoleSmoke {

    private static final Pattern SCRIPT = Pattern.compile("src=\"(?:\\./)?(VAADIN/[^\"]+)\"");

    private ConsoleSmoke() {}

    /** Answers how long after {@code began} it was healthy. */
    static Duration passes(Process console, int port, Path log, long began) throws Exception {
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> isHealthy(port) || !console.isAlive());
        assertThat(console.isAlive()).as(Files.readString(log)).isTrue();
        Duration healthy = Duration.ofNanos(System.nanoTime() - began);
        assertScriptsAreServed(port);
        assertThat(get(port, "/console/console.css").statusCode())
                .as("what the Helm chart's probes ask for")
                .isEqualTo(200);
        assertThat(Files.readString(log)).doesNotContain("[aot]");
        return healthy;
    }

    /** They lie in a jar, which is read as a file system. */
    private static void assertScriptsAreServed(int port) throws Exception {
        String page = get(port, "/login").body();
        List<String> scripts =
                SCRIPT.matcher(page).results().map(found -> found.group(1)).toList();
        assertThat(scripts).isNotEmpty();
        for (String script : scripts) {
            assertThat(get(port, "/" + script).statusCode()).as(script).isEqualTo(200);
        }
    }

    private static HttpResponse<String> get(int port, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI address = URI.create(String.format(Locale.ROOT, "http://127.0.0.1:%d%s", port, path));
            return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
        }
    }

    private static boolean isHealthy(int port) throws InterruptedException {
        URI health = URI.create(String.format(Locale.ROOT, "http://127.0.0.1:%d/actuator/health", port));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}

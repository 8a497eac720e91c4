package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerProcess;
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
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console that {@code ./lockkeeper package} made, in an empty folder and with no Java on the path. Run by that command. */
@Tag("packaged")
class PackagedConsoleIT {

    private static final Pattern SCRIPT = Pattern.compile("src=\"(?:\\./)?(VAADIN/[^\"]+)\"");

    @TempDir
    Path empty;

    @Test
    void itIsHealthyWithoutJavaAndItsCacheIsAccepted() throws Exception {
        Packages.unpack("lockkeeper-console-*.tar.gz", empty);
        MongoDatabase database = MongoServer.shared().freshDatabase();
        Path log = empty.resolve("console.log");
        int port = ServerProcess.freePort();
        long began = System.nanoTime();
        Process console = start(port, RunIT.withDatabase(MongoServer.shared().uri(), database.getName()), log);
        try {
            await().atMost(Duration.ofSeconds(90))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> isHealthy(port) || !console.isAlive());
            assertThat(console.isAlive()).as(Files.readString(log)).isTrue();
            Packages.tell("console healthy", Duration.ofNanos(System.nanoTime() - began));
            assertScriptsAreServed(port);
            assertThat(Files.readString(log)).doesNotContain("[aot]");
        } finally {
            console.destroy();
            console.waitFor();
            database.drop();
            MongoServer.shared()
                    .client()
                    .getDatabase(database.getName() + "_console")
                    .drop();
        }
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
            URI address = URI.create("http://127.0.0.1:%d%s".formatted(port, path));
            return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
        }
    }

    private Process start(int port, String uri, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                empty.resolve("lockkeeper-console/bin/lockkeeper-console").toString());
        builder.environment().clear();
        builder.environment().put("PATH", Packages.NO_PATH);
        builder.environment().put("SERVER_PORT", Integer.toString(port));
        builder.environment().put("LOCKKEEPER_MONGODB_URI", uri);
        return builder.directory(empty.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private static boolean isHealthy(int port) throws InterruptedException {
        URI health = URI.create("http://127.0.0.1:%d/actuator/health".formatted(port));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}

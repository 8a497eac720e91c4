package io.lockkeeper.commandline;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The images that {@code ./lockkeeper package images} made, run as an orchestrator runs them: by Podman, or in a namespace
 * where there is none. Run by that command.
 */
@Tag("packaged")
class PackagedImagesIT {

    private static final String CONSOLE = "lockkeeper-console-image-*.tar";
    /** Beyond ASCII: whoever reads it in another character set takes another lock. */
    private static final String NAME = "größe:Zürich";

    private static final String COMMAND_LINE = "lockkeeper-image-*.tar";

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final String uri =
            "LOCKKEEPER_MONGODB_URI=" + RunIT.withDatabase(MongoServer.shared().uri(), database.getName());

    @TempDir
    Path empty;

    @AfterEach
    void drop() {
        database.drop();
        MongoServer.shared()
                .client()
                .getDatabase(database.getName() + "_console")
                .drop();
    }

    @Test
    void theConsoleIsHealthyWithAReadOnlyRootAndEndsWhenAsked() throws Exception {
        Path log = empty.resolve("console.log");
        int port = ServerProcess.freePort();
        long began = System.nanoTime();
        Process console = run(log, CONSOLE, uri, "SERVER_ADDRESS=127.0.0.1", "SERVER_PORT=" + port);
        try {
            Duration healthy = ConsoleSmoke.passes(console, port, log, began);
            Packages.tell("console's image unpacked, run " + engine(log) + " and healthy", healthy);
        } finally {
            console.destroy();
            assertThat(console.waitFor(60, SECONDS)).as("ends when asked").isTrue();
        }
        assertThat(console.exitValue()).isEqualTo(128 + 15);
    }

    @Test
    void theCommandLineRunsACommandAsItsOwnUser() throws Exception {
        Path log = empty.resolve("run.log");
        String java = "/opt/lockkeeper/runtime/bin/java";
        Process run =
                run(log, COMMAND_LINE, uri, "--", "run", NAME, "--", java, "-XshowSettings:properties", "-version");
        assertThat(run.waitFor(120, SECONDS)).isTrue();
        assertThat(run.exitValue()).as(Files.readString(log)).isZero();
        assertThat(Files.readString(log)).contains("user.name = lockkeeper", "user.home = /tmp");
        assertThat(database.getCollection("locks").find().map(lock -> lock.getString("_id")))
                .containsExactly(NAME);
    }

    @Test
    void anImageSaysWhoseItIsWhatIsInItAndWhereItComesFrom() throws Exception {
        for (String pattern : List.of(CONSOLE, COMMAND_LINE)) {
            BsonDocument config = document(Packages.only(pattern), configOf(pattern));
            BsonDocument process = config.getDocument("config");
            assertThat(process.getString("User").getValue()).isEqualTo("10001:10001");
            assertThat(process.getArray("Env")).contains(new BsonString("LC_ALL=C.UTF-8"));
            BsonDocument labels = process.getDocument("Labels");
            assertThat(labels.keySet())
                    .contains(
                            "org.opencontainers.image.revision",
                            "org.opencontainers.image.source",
                            "org.opencontainers.image.version",
                            "org.opencontainers.image.licenses",
                            "io.lockkeeper.java",
                            "io.lockkeeper.system");
            String sbom = labels.getString("io.lockkeeper.sbom").getValue();
            assertThat(everyPathIn(pattern)).contains("." + sbom).noneMatch(path -> path.endsWith("/sh"));
        }
    }

    private static String configOf(String pattern) throws Exception {
        return manifest(pattern).getString("Config").getValue();
    }

    private static BsonDocument manifest(String pattern) throws Exception {
        return BsonArray.parse(said("tar", "-xOf", Packages.only(pattern).toString(), "./manifest.json"))
                .get(0)
                .asDocument();
    }

    private static BsonDocument document(Path archive, String name) throws Exception {
        return BsonDocument.parse(said("tar", "-xOf", archive.toString(), "./" + name));
    }

    private static List<String> everyPathIn(String pattern) throws Exception {
        List<String> paths = new ArrayList<>();
        for (var layer : manifest(pattern).getArray("Layers")) {
            String read = "tar -xOf '%s' './%s' | tar -tzf -"
                    .formatted(Packages.only(pattern), layer.asString().getValue());
            paths.addAll(said("sh", "-c", read).lines().toList());
        }
        return paths;
    }

    private static String said(String... command) throws Exception {
        Process process = new ProcessBuilder(command).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return said;
    }

    private static String engine(Path log) throws IOException {
        return Files.readAllLines(log).getFirst().replace("run-image: ", "");
    }

    private Process run(Path log, String pattern, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of("..", "launcher", "run-image").toString(),
                Files.createDirectories(empty.resolve("image")).toString(),
                Packages.only(pattern).toString()));
        line.addAll(List.of(arguments));
        return new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }
}

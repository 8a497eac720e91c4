package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.CodeBlock;
import io.lockkeeper.test.MongoServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial's service, run and broken by the tutorial's own commands. */
@Timeout(240)
class TutorialIT {

    private static final Path PAGE = Path.of("guide/tutorial.md");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<String> commands =
            CodeBlock.ofPage(PAGE, "sh").stream().map(CodeBlock::text).toList();
    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final List<Process> started = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path project;

    @BeforeEach
    void writeTheService() throws IOException {
        String service = CodeBlock.ofPage(PAGE, "java").getFirst().text();
        Files.writeString(
                project.resolve("Worker.java"), service.replace("\"lockkeeper\"", "\"" + database.getName() + "\""));
    }

    @AfterEach
    void endTheWorkers() {
        started.forEach(Process::destroyForcibly);
        database.drop();
    }

    @Test
    void aKilledHolderIsReplacedAndAPausedOneIsRefused() throws Exception {
        assertThat(commands).hasSize(6);
        assertThat(commands.getFirst()).startsWith("export MONGODB_URI=");
        String startOne = commands.get(1);
        String startTwo = commands.get(2);

        Process one = start(startOne);
        awaitWords(one, "holds the lock");
        Process two = start(startTwo);
        to(one, commands.get(3));
        awaitWords(two, "holds the lock");

        to(two, commands.get(4));
        Process again = start(startOne);
        awaitWords(again, "holds the lock");
        to(two, commands.get(5));
        awaitWords(two, "lost the lock: expired");
        awaitWords(two, "was too late");
        assertThat(words(two)).doesNotContain("has counted");
    }

    private Process start(String command) throws IOException {
        ProcessBuilder worker = bash("exec " + command.replace("'lib/*'", "\"$CLASSPATH\""));
        Process process = worker.redirectErrorStream(true)
                .redirectOutput(project.resolve("worker-" + started.size()).toFile())
                .start();
        started.add(process);
        return process;
    }

    /** The tutorial's reader types the pid that the worker prints. */
    private void to(Process worker, String command) throws Exception {
        assertThat(bash(command.replace("PID", Long.toString(worker.pid())))
                        .start()
                        .waitFor())
                .isZero();
    }

    private ProcessBuilder bash(String command) {
        ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", command).directory(project.toFile());
        Map<String, String> environment = bash.environment();
        environment.put("MONGODB_URI", MongoServer.shared().uri());
        environment.put("CLASSPATH", System.getProperty("java.class.path"));
        environment.put(
                "PATH", Path.of(System.getProperty("java.home"), "bin") + File.pathSeparator + environment.get("PATH"));
        return bash;
    }

    private void awaitWords(Process worker, String words) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(words(worker)).contains(words));
    }

    private String words(Process worker) {
        try {
            return Files.readString(project.resolve("worker-" + started.indexOf(worker)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

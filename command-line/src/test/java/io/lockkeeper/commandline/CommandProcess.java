package io.lockkeeper.commandline;

import static org.awaitility.Awaitility.await;

import io.lockkeeper.test.Jvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command as a process of its own, as a shell would start it. */
final class CommandProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final Process process;

    private CommandProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    static CommandProcess start(String uri, String... arguments) throws IOException {
        return start(Map.of(Connection.VARIABLE, uri), arguments);
    }

    /** On a machine whose host agent has that socket. */
    static CommandProcess startWithHost(Path socket, String uri, String... arguments) throws IOException {
        return start(Map.of(Connection.VARIABLE, uri, "LOCKKEEPER_HOST_SOCKET", socket.toString()), arguments);
    }

    static CommandProcess start(Map<String, String> variables, String... arguments) throws IOException {
        List<String> line = Jvm.command(List.of(), LockkeeperMain.class.getName());
        line.addAll(List.of(arguments));
        Path folder = Files.createTempDirectory("lockkeeper-command-");
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().putAll(variables);
        return new CommandProcess(folder, builder.start());
    }

    void awaitOut(String text) {
        await().atMost(PATIENCE).until(() -> out().contains(text));
    }

    void awaitErr(String text) {
        await().atMost(PATIENCE).until(() -> err().contains(text));
    }

    void signal(String name) throws IOException, InterruptedException {
        signal(name, process.pid());
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", name, Long.toString(pid)).start().waitFor();
    }

    void feed(String text) throws IOException {
        process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The command has not ended; it said: " + out() + err());
        }
        return process.exitValue();
    }

    String out() {
        return read("out");
    }

    String err() {
        return read("err");
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        Files.deleteIfExists(folder.resolve("out"));
        Files.deleteIfExists(folder.resolve("err"));
        Files.deleteIfExists(folder);
    }
}

package io.lockkeeper.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.Jvm;
import io.lockkeeper.test.MongoServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** One of the examples as a process of its own, and what it has said so far. */
final class Program implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Thread reader;

    private Program(Process process) {
        this.process = process;
        this.reader = new Thread(this::read, "reader");
        reader.start();
    }

    static Program start(String name, MongoDatabase database, String... arguments) throws IOException {
        return start(List.of(), name, database, arguments);
    }

    static Program start(List<String> options, String name, MongoDatabase database, String... arguments)
            throws IOException {
        List<String> command = Jvm.command(options, "io.lockkeeper.examples." + name);
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .put(
                        "LOCKKEEPER_MONGODB_URI",
                        MongoServer.shared().uri().replaceFirst("/[^/?]*(\\?|$)", "/" + database.getName() + "$1"));
        return new Program(builder.start());
    }

    List<String> said() {
        return List.copyOf(said);
    }

    /** Waits until a line contains the text, and returns the line. */
    String awaitLine(String text) {
        await().atMost(PATIENCE)
                .failFast("it ended", () -> !process.isAlive() && !reader.isAlive() && !saidLineWith(text))
                .untilAsserted(() -> assertThat(said).anyMatch(line -> line.contains(text)));
        return said.stream().filter(line -> line.contains(text)).findFirst().orElseThrow();
    }

    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("It has not ended; it said " + said);
        }
        reader.join();
        return process.exitValue();
    }

    /** Asks it to end, as Ctrl-C and a container's stop do, and waits until it has. */
    void end() throws InterruptedException {
        process.toHandle().destroy(); // the process's own destroy() would close what it still has to say
        awaitEnd();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private boolean saidLineWith(String text) {
        return said.stream().anyMatch(line -> line.contains(text));
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(said::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

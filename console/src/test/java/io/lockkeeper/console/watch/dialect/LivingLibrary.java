package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.test.MongoServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One instance of another library as a process of its own: a program of examples/other-libraries, in Java, on Node, in Python or in PHP. */
final class LivingLibrary implements AutoCloseable {

    private static final Path PROGRAMS = Path.of("..", "examples", "other-libraries", "target");
    private static final Path OLD_DRIVER = Path.of("..", "examples", "old-driver", "target");
    private static final String ANSWER = "= ";

    private static final Path NODE = PROGRAMS.resolve("node");
    private static final Path PYTHON = PROGRAMS.resolve("python");

    private static final Path PHP = Path.of("..", "examples", "other-libraries", "src", "main", "php");

    private final Process process;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private LivingLibrary(Process process) {
        this.process = process;
        Thread.ofVirtual().start(this::listen);
    }

    static LivingLibrary start(String library, String instance, String database, String... options)
            throws IOException, InterruptedException {
        Process process =
                program(MongoServer.shared().uri(), database, List.of(options), "DriveMain", library, instance);
        return ready(process);
    }

    /** Mongobee, whose driver cannot be beside that of the others. */
    static LivingLibrary mongobee(String database) throws IOException, InterruptedException {
        List<String> command = java(OLD_DRIVER, List.of(), "io.lockkeeper.examples.olddriver.MongobeeMain");
        return ready(run(MongoServer.shared().uri(), database, Map.of(), command));
    }

    static LivingLibrary node(String library, String instance, String database)
            throws IOException, InterruptedException {
        return ready(run(
                MongoServer.shared().uri(),
                database,
                Map.of(),
                List.of("node", "--no-deprecation", NODE.resolve("drive.mjs").toString(), library, instance)));
    }

    static LivingLibrary python(String library, String instance, String database)
            throws IOException, InterruptedException {
        return ready(run(
                MongoServer.shared().uri(),
                database,
                Map.of("PYTHONPATH", PYTHON.resolve("packages").resolve(library).toString()),
                List.of("python3", PYTHON.resolve("drive.py").toString(), library, instance)));
    }

    static LivingLibrary php(String library, String instance, String database)
            throws IOException, InterruptedException {
        return ready(run(
                MongoServer.shared().uri(),
                database,
                Map.of(),
                List.of("php", PHP.resolve("drive.php").toString(), library, instance)));
    }

    private static LivingLibrary ready(Process process) throws InterruptedException {
        LivingLibrary started = new LivingLibrary(process);
        started.awaitAnswer();
        return started;
    }

    /** One of the programs, with the shop's database of that name. */
    static Process program(String uri, String shop, List<String> options, String main, String... arguments)
            throws IOException {
        List<String> command = java(PROGRAMS, options, "io.lockkeeper.examples.other." + main);
        command.addAll(List.of(arguments));
        return run(uri, shop, Map.of(), command);
    }

    private static List<String> java(Path target, List<String> options, String main) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC", "-Xmx128m"));
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                target + File.separator + "*" + File.pathSeparator + target.resolve("lib") + File.separator + "*",
                main));
        return command;
    }

    private static Process run(String uri, String shop, Map<String, String> environment, List<String> command)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        builder.environment().put("LOCKKEEPER_MONGODB_URI", uri);
        builder.environment().put("LOCKKEEPER_SHOP", shop);
        return builder.start();
    }

    /** Has the library do it, and answers what it said. */
    String perform(String command) throws InterruptedException {
        try {
            process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return awaitAnswer();
    }

    /** As {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }

    private String awaitAnswer() throws InterruptedException {
        String answer = answers.poll(90, TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError("The library did not answer within 90 s");
        }
        return answer;
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines()
                    .filter(line -> line.startsWith(ANSWER))
                    .map(line -> line.substring(ANSWER.length()))
                    .forEach(answers::add);
        } catch (IOException | UncheckedIOException e) {
            // it was killed
        } finally {
            answers.add("ended");
        }
    }
}

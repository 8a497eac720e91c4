package io.lockkeeper.host;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of the tests that runs in Python, by its standard input and output. */
final class ScriptProcess implements AutoCloseable {

    private final Process process;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    private ScriptProcess(Process process) {
        this.process = process;
        Thread.ofVirtual().start(this::listen);
    }

    static boolean isPythonThere() {
        return isThere("python3");
    }

    static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** One of the scripts beside the tests. */
    static ScriptProcess start(String script, Object... arguments) throws IOException {
        return start(command(script, arguments));
    }

    /** How such a script is started. */
    static List<String> command(String script, Object... arguments) {
        URL file = requireNonNull(ScriptProcess.class.getResource(script));
        List<String> command = new ArrayList<>(List.of("python3", path(file)));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return command;
    }

    static ScriptProcess start(List<String> command) throws IOException {
        return new ScriptProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private static String path(URL file) {
        try {
            return Path.of(file.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** A process that holds the lock, and beats. */
    static ScriptProcess holder(Path socket, String lock, long ttl) throws Exception {
        ScriptProcess holder = start("holder.py", socket, lock, ttl);
        String[] held = holder.await("holds ").split(" ", -1);
        if (!held[0].equals("process")) {
            throw new AssertionError("The end of the process is not proven: " + held[0]);
        }
        return holder;
    }

    void order(String order) throws IOException {
        process.getOutputStream().write((order + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** What it says next that begins so, without the beginning. */
    String await(String beginning) throws InterruptedException {
        while (true) {
            String line = said.poll(60, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("The process did not say \"" + beginning + "\" within 60 s");
            }
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length()).strip();
            }
        }
    }

    /** Until when it believed that it holds, in milliseconds of the wall clock. */
    long believedUntil() throws InterruptedException {
        return Long.parseLong(await("doubts "));
    }

    void signal(String name) throws Exception {
        signal(name, process.pid());
    }

    static void signal(String name, long pid) throws Exception {
        new ProcessBuilder("kill", "-s", name, Long.toString(pid)).start().waitFor();
    }

    long pid() {
        return process.pid();
    }

    boolean isRunning() {
        return process.isAlive();
    }

    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        kill();
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(said::add);
        } catch (IOException | UncheckedIOException e) {
            // it was killed
        }
    }
}

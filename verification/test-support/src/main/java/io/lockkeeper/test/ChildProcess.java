package io.lockkeeper.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Another JVM, or another program, that a test talks to line by line, halts and kills. */
public final class ChildProcess implements AutoCloseable {

    private static final String ENDED = "ended";
    /** One that only gets little of a busy machine is waited for. */
    private static final int LONGEST_SECONDS = 240;

    private final Process process;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final Consumer<String> heard;

    /** One whose lines are kept for {@link #await}. */
    public ChildProcess(Class<?> main, String... arguments) {
        heard = said::add;
        process = launch(Place.LOOPBACK, java(List.of(), List.of(), main, List.of(arguments)));
        Thread.ofVirtual().start(this::listen);
    }

    /**
     * One that runs elsewhere, with classes before those of this JVM, and whose lines are handed on.
     *
     * @param before folders that come first on its class path
     * @param options of its JVM
     * @param heard receives each line on one thread
     */
    public ChildProcess(
            Place place,
            List<Path> before,
            List<String> options,
            Consumer<String> heard,
            Class<?> main,
            String... arguments) {
        this(place, heard, java(before, options, main, List.of(arguments)));
    }

    /**
     * Another program than a JVM, whose lines are handed on.
     *
     * @param heard receives each line on one thread
     */
    public ChildProcess(Place place, Consumer<String> heard, List<String> program) {
        this.heard = heard;
        process = launch(place, program);
        Thread.ofPlatform().daemon().name("hear-" + process.pid()).start(this::listen);
    }

    private static List<String> java(List<Path> before, List<String> options, Class<?> main, List<String> arguments) {
        List<String> command = Jvm.command(before, options, main.getName());
        command.addAll(arguments);
        return command;
    }

    private static Process launch(Place place, List<String> program) {
        List<String> command = new ArrayList<>(place.prefix());
        command.addAll(program);
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().putAll(place.environment());
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the process says next that begins so, without the beginning. */
    public String await(String beginning) throws InterruptedException {
        while (true) {
            String line = said.poll(LONGEST_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("The process did not say \"" + beginning + "\" in " + LONGEST_SECONDS + " s");
            }
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length()).strip();
            }
            if (line.equals(ENDED)) {
                throw new AssertionError("The process ended before it said \"" + beginning + "\"");
            }
        }
    }

    public void say(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    public void kill() {
        process.destroyForcibly();
    }

    public void pause() {
        signal("-STOP");
    }

    public void resume() {
        signal("-CONT");
    }

    @Override
    public void close() {
        resume();
        kill();
    }

    private void signal(String signal) {
        try {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last line that is heard is {@code ended}. */
    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(heard);
        } catch (IOException | UncheckedIOException e) {
            // the process was killed
        } finally {
            heard.accept(ENDED);
        }
    }
}

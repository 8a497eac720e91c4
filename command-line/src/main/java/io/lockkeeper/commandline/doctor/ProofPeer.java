package io.lockkeeper.commandline.doctor;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.LockkeeperMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The other process of a proof, as this one sees it. */
final class ProofPeer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Writer to;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private ProofPeer(Process process) {
        this.process = process;
        this.to = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(this::listen);
    }

    /** Starts it, and returns once it is connected. */
    static ProofPeer start(Connection connection, String database, int rate) {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockkeeperMain.class.getName(),
                        ProofPeerCommand.NAME,
                        "--rate",
                        Integer.toString(rate))))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        connection.passTo(builder, database);
        try {
            ProofPeer peer = new ProofPeer(builder.start());
            peer.await("ready");
            return peer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        try (BufferedReader from = process.inputReader(StandardCharsets.UTF_8)) {
            from.lines().forEach(answers::add);
        } catch (IOException | UncheckedIOException e) {
            answers.add("failed: " + e.getMessage());
        }
        answers.add("failed: the other process has ended");
    }

    /** Asks for something that takes a while; {@link #await()} says when it is done. */
    void ask(String line) {
        try {
            to.write(line + "\n");
            to.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks, and waits until it is done. */
    void have(String line) {
        ask(line);
        await();
    }

    void await() {
        await("done");
    }

    private void await(String expected) {
        try {
            String answer = answers.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (!expected.equals(answer)) {
                throw new IllegalStateException(answer == null ? "the other process does not answer" : answer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Ends it without a chance to release anything. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}

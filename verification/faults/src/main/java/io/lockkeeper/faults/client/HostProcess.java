package io.lockkeeper.faults.client;

import io.lockkeeper.faults.client.ClientProcess.Setup;
import io.lockkeeper.faults.history.History;
import io.lockkeeper.faults.history.RecordedProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** A host agent as the suite sees it. */
public final class HostProcess implements AutoCloseable {

    private final RecordedProcess process;

    private HostProcess(RecordedProcess process) {
        this.process = process;
    }

    /** Starts it without waiting for it. */
    public static HostProcess start(String name, Setup setup, Path socket, History history) {
        String[] arguments = Stream.concat(Arrays.stream(setup.arguments(name)), Stream.of(socket.toString()))
                .toArray(String[]::new);
        return new HostProcess(
                new RecordedProcess(name, history, setup.place(), setup.overlay(), HostMain.class, arguments));
    }

    public HostProcess awaitReady() throws InterruptedException {
        process.awaitReady();
        return this;
    }

    public String name() {
        return process.name();
    }

    /** Asks it to end. */
    public void end() {
        process.say("end");
    }

    public void pause() {
        process.pause();
    }

    public void resume() {
        process.resume();
    }

    public boolean isRunning() {
        return process.isRunning();
    }

    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}

package io.lockkeeper.faults.history;

import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process that takes orders, can be halted and killed, and whose output goes into the history line by line. */
public final class RecordedProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(90);

    private final String name;
    private final History history;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final ChildProcess process;
    private volatile boolean ended;

    /**
     * Starts it without waiting for it.
     *
     * @param overlay folders whose classes stand in front of this JVM's
     */
    public RecordedProcess(
            String name, History history, Place place, List<Path> overlay, Class<?> main, String... arguments) {
        this.name = name;
        this.history = history;
        this.process = new ChildProcess(place, overlay, List.of(), this::hear, main, arguments);
    }

    /** Starts another program than a JVM, which says {@code ready} as well. */
    public RecordedProcess(String name, History history, Place place, List<String> program) {
        this.name = name;
        this.history = history;
        this.process = new ChildProcess(place, this::hear, program);
    }

    public void awaitReady() throws InterruptedException {
        if (!ready.await(START_LIMIT.toSeconds(), TimeUnit.SECONDS) || !isRunning()) {
            throw new IllegalStateException("The client " + name + " did not start");
        }
    }

    public String name() {
        return name;
    }

    public void say(String line) {
        process.say(line);
    }

    public void pause() {
        process.pause();
    }

    public void resume() {
        process.resume();
    }

    public boolean isRunning() {
        return !ended && process.isRunning();
    }

    /** Ends it as {@code kill -9} does. */
    public void kill() {
        ended = true;
        process.kill();
        history.add(new Event.Ended(System.nanoTime(), name));
    }

    @Override
    public void close() {
        ended = true;
        process.close();
    }

    private void hear(String line) {
        if (line.equals("ready")) {
            ready.countDown();
        } else if (line.equals("ended")) {
            ended = true;
            ready.countDown();
        } else {
            hearEvent(line);
        }
    }

    /** A killed process leaves half a line at its end. */
    private void hearEvent(String line) {
        try {
            history.add(EventText.read(line));
        } catch (IllegalArgumentException e) {
            if (!ended) {
                throw e;
            }
        }
    }
}

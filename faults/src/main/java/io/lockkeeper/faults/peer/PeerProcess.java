package io.lockkeeper.faults.peer;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.faults.history.EventText;
import io.lockkeeper.faults.history.History;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A client of one of the locks as the suite sees it: told what to do, halted, killed, and its journal part of the history. */
public final class PeerProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(90);

    private final String name;
    private final History history;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final ChildProcess process;
    private volatile boolean ended;

    private PeerProcess(String name, Place place, History history, String... arguments) {
        this.name = name;
        this.history = history;
        this.process = new ChildProcess(place, List.of(), this::hear, PeerMain.class, arguments);
    }

    /** Starts it without waiting for it; the counter is a file that is there. */
    public static PeerProcess start(
            String name, Peer peer, String address, Place place, Path counter, History history) {
        return new PeerProcess(name, place, history, peer.name(), address, name, counter.toString());
    }

    public void awaitReady() throws InterruptedException {
        if (!ready.await(START_LIMIT.toSeconds(), TimeUnit.SECONDS) || ended) {
            throw new IllegalStateException("The client " + name + " did not start");
        }
    }

    public void acquire(String call, String lock) {
        process.say("acquire " + call + " " + lock);
    }

    /** Counts under the lock until it is told to stop. */
    public void count(String call, String lock) {
        process.say("count " + call + " " + lock);
    }

    public void stop() {
        process.say("stop");
    }

    /** Reads the counter, and writes it when it is told to and not before. */
    public void read(String call) {
        process.say("READ " + call);
    }

    public void write(String call) {
        process.say("WRITE " + call);
    }

    public void release(String call) {
        process.say("RELEASE " + call);
    }

    public void pause() {
        process.pause();
    }

    public void resume() {
        process.resume();
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

package io.lockkeeper.faults.peer;

import io.lockkeeper.faults.history.History;
import io.lockkeeper.faults.history.RecordedProcess;
import io.lockkeeper.peers.Peer;
import io.lockkeeper.test.Place;
import java.nio.file.Path;
import java.util.List;

/** A client of one of the locks as the suite sees it: given orders, halted, killed, and its journal part of the history. */
public final class PeerProcess implements AutoCloseable {

    private final RecordedProcess process;

    private PeerProcess(RecordedProcess process) {
        this.process = process;
    }

    /** Starts it without waiting for it; the counter is a file that is there. */
    public static PeerProcess start(
            String name, Peer peer, String address, Place place, Path counter, History history) {
        return new PeerProcess(new RecordedProcess(
                name, history, place, List.of(), PeerMain.class, peer.name(), address, name, counter.toString()));
    }

    public void awaitReady() throws InterruptedException {
        process.awaitReady();
    }

    public void acquire(String call, String lock) {
        process.say("acquire " + call + " " + lock);
    }

    /** Counts under the lock until the order to stop. */
    public void count(String call, String lock) {
        process.say("count " + call + " " + lock);
    }

    public void stop() {
        process.say("stop");
    }

    /** Reads the counter, and writes it on order and not before. */
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
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}

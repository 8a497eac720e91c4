package io.lockkeeper.faults.client;

import io.lockkeeper.agent.WakeMode;
import io.lockkeeper.faults.history.History;
import io.lockkeeper.faults.history.RecordedProcess;
import io.lockkeeper.test.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A client as the suite sees it: a process that it gives orders, halts and kills, and whose journal goes into the history. */
public final class ClientProcess implements AutoCloseable {

    private final RecordedProcess process;
    private final boolean takesOrders;

    /**
     * How a client is set up.
     *
     * @param overlay folders whose classes stand in front of the product's
     */
    public record Setup(
            String uri,
            String database,
            Duration ttl,
            Duration allowance,
            Duration answerTimeout,
            Path resource,
            Place place,
            List<Path> overlay,
            WakeMode wakes) {

        public Setup withTtl(Duration other) {
            return new Setup(uri, database, other, allowance, answerTimeout, resource, place, overlay, wakes);
        }

        public Setup withAnswerTimeout(Duration other) {
            return new Setup(uri, database, ttl, allowance, other, resource, place, overlay, wakes);
        }

        public Setup at(Place other) {
            return new Setup(uri, database, ttl, allowance, answerTimeout, resource, other, overlay, wakes);
        }

        /** With a folder whose classes stand in front of the product's. */
        public Setup before(Path classes) {
            return new Setup(uri, database, ttl, allowance, answerTimeout, resource, place, List.of(classes), wakes);
        }

        public Setup waking(WakeMode other) {
            return new Setup(uri, database, ttl, allowance, answerTimeout, resource, place, overlay, other);
        }

        String[] arguments(String name) {
            return new String[] {
                uri,
                database,
                name,
                Long.toString(ttl.toMillis()),
                Long.toString(allowance.toMillis()),
                Long.toString(answerTimeout.toMillis()),
                resource.toString(),
                wakes.name()
            };
        }
    }

    private ClientProcess(RecordedProcess process, boolean takesOrders) {
        this.process = process;
        this.takesOrders = takesOrders;
    }

    /** Starts it without waiting for it. */
    public static ClientProcess start(String name, Setup setup, History history) {
        return new ClientProcess(
                new RecordedProcess(
                        name, history, setup.place(), setup.overlay(), ClientMain.class, setup.arguments(name)),
                true);
    }

    /**
     * One that takes its locks through the host agent of that socket, without waiting for it.
     *
     * @param believes whether it never asks if it still holds: the negative control
     */
    public static ClientProcess through(
            Path socket, Language language, String name, Setup setup, boolean believes, History history) {
        List<String> program = new ArrayList<>(language.command());
        program.addAll(List.of(
                socket.toString(),
                name,
                Long.toString(setup.ttl().toMillis()),
                setup.resource().toString()));
        if (believes) {
            program.add("believes");
        }
        return new ClientProcess(new RecordedProcess(name, history, setup.place(), program), false);
    }

    /** Whether it takes orders call by call. One through a host agent only works. */
    public boolean takesOrders() {
        return takesOrders;
    }

    /** Ends its connection to the host agent, while it lives. */
    public void cut() {
        process.say("cut");
    }

    public ClientProcess awaitReady() throws InterruptedException {
        process.awaitReady();
        return this;
    }

    public String name() {
        return process.name();
    }

    public void acquire(ClientRequest ask) {
        process.say(ask.order());
    }

    public void release(String call) {
        process.say("release " + call);
    }

    public void renew(String call) {
        process.say("renew " + call);
    }

    /** Interrupts the thread that asks. */
    public void interrupt(String call) {
        process.say("interrupt " + call);
    }

    public void evict(String eviction, String lock, String acquirer, long token, String way, Duration quarantine) {
        process.say(String.format(
                Locale.ROOT, "evict %s %s %s %d %s %d", eviction, lock, acquirer, token, way, quarantine.toMillis()));
    }

    public void work(int callers, long seed) {
        process.say("work " + callers + " " + seed);
    }

    /** Lets the callers finish what they are at. */
    public void stop() {
        process.say("stop");
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

    /** Ends it as {@code kill -9} does. */
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}

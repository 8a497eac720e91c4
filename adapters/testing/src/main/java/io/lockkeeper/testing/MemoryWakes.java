package io.lockkeeper.testing;

import io.lockkeeper.agent.store.Wakes;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The wakes of locks in memory that concern one agent. */
final class MemoryWakes implements Wakes {

    private static final long LONGEST_SECONDS = 5;

    private final String ofAgent;
    private final Runnable requireReachable;
    private final Consumer<MemoryWakes> whenClosed;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    MemoryWakes(String agent, Runnable requireReachable, Consumer<MemoryWakes> whenClosed) {
        this.ofAgent = " " + agent + ".";
        this.requireReachable = requireReachable;
        this.whenClosed = whenClosed;
    }

    void hear(String wake) {
        if (wake.contains(ofAgent)) {
            heard.add(wake);
        }
    }

    @Override
    public Optional<String> next() {
        try {
            String wake = heard.poll(LONGEST_SECONDS, TimeUnit.SECONDS);
            requireReachable.run();
            return Optional.ofNullable(wake);
        } catch (InterruptedException e) {
            throw new IllegalStateException("The agent was closed", e);
        }
    }

    @Override
    public void close() {
        whenClosed.accept(this);
    }
}

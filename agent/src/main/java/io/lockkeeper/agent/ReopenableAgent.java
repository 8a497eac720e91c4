package io.lockkeeper.agent;

import io.lockkeeper.agent.closing.ShutdownHook;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** An agent between its opening and its end: its present parts, and how they are made again after it was closed. */
final class ReopenableAgent {

    private final Supplier<AgentParts> opening;
    private final ShutdownHook shutdownHook;
    private final ReentrantLock reopening = new ReentrantLock();
    private volatile AgentParts parts;

    /** Opens the agent. */
    ReopenableAgent(Supplier<AgentParts> opening) {
        this.opening = opening;
        this.parts = opening.get();
        this.shutdownHook = new ShutdownHook(
                () -> close(Objects.requireNonNull(parts.upkeep().options().shutdownGrace())));
    }

    /** A request of the calling thread, which the gate counts until it is closed. */
    record Inside(AgentParts parts) implements AutoCloseable {
        @Override
        public void close() {
            parts.gate().end();
        }
    }

    /**
     * Lets a request of the calling thread in.
     *
     * @throws IllegalStateException if the agent is closed
     */
    Inside enter() {
        AgentParts open = parts;
        open.gate().begin();
        return new Inside(open);
    }

    AgentParts parts() {
        return parts;
    }

    /** Closes the agent with the JVM. */
    void endWithTheJvm() {
        shutdownHook.add();
    }

    boolean close(Duration grace) {
        boolean drained = parts.closing().drain(grace);
        close();
        return drained;
    }

    void close() {
        AgentParts ending = parts;
        ending.closing().close();
        ending.closeOuterLocks();
        shutdownHook.remove();
    }

    void reopen() {
        reopening.lock();
        try {
            if (parts.closing().hasEnded()) {
                parts = opening.get();
                shutdownHook.addAgain();
            }
        } finally {
            reopening.unlock();
        }
    }
}

package io.lockkeeper.agent.closing;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes an agent when the JVM ends, unless it was closed before. */
public final class ShutdownHook {

    private static final Logger log = LoggerFactory.getLogger(ShutdownHook.class);

    private final Thread thread;
    private volatile boolean wanted;

    public ShutdownHook(Runnable close) {
        thread = new Thread(close, "lockkeeper-shutdown");
    }

    public void add() {
        wanted = true;
        try {
            Runtime.getRuntime().addShutdownHook(thread);
        } catch (IllegalStateException e) {
            log.debug("The JVM is ending already", e);
        }
    }

    /** Adds the hook if it was ever added. */
    public void addAgain() {
        if (wanted) {
            add();
        }
    }

    /** Lets the JVM forget the agent. Does nothing if the hook was not added, or if the JVM is ending. */
    public void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            log.debug("The JVM is ending", e);
        }
    }
}

package io.lockkeeper.agent.time;

import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread of the agent's own that starts with its first work. A caller that brings work starts it if it does not run yet, so none depends
 * on another caller that was about to.
 */
public final class OwnThread {

    private static final Logger log = LoggerFactory.getLogger(OwnThread.class);

    private final Thread thread;
    private volatile boolean started;

    public OwnThread(Thread unstarted) {
        this.thread = unstarted;
    }

    /** There is work. */
    public void startOrWake() {
        if (!started) {
            start();
        }
        wake();
    }

    private void start() {
        try {
            thread.start();
        } catch (IllegalThreadStateException e) {
            log.trace("Another caller has just started it", e);
        }
        started = true;
    }

    /** Has it look, if it runs. */
    public void wake() {
        LockSupport.unpark(thread);
    }

    public void interrupt() {
        thread.interrupt();
    }

    public boolean wasStarted() {
        return thread.getState() != Thread.State.NEW;
    }
}

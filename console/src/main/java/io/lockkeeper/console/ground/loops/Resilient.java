package io.lockkeeper.console.ground.loops;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one turn of work that has to go on: a failure, errors included, ends the turn and never the thread. Only an
 * {@code OutOfMemoryError} gets through, because it ends the process.
 */
public final class Resilient {

    private static final Logger LOG = LoggerFactory.getLogger(Resilient.class);

    private Resilient() {}

    /**
     * Runs the turn.
     *
     * @param name of the work, for the log
     * @param failed called with what went wrong
     */
    public static void run(String name, Runnable turn, Consumer<Throwable> failed) {
        try {
            turn.run();
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            LOG.error("work={} failed and starts again", name, e);
            failed.accept(e);
        }
    }
}

package io.lockkeeper.console;

import java.lang.Thread.UncaughtExceptionHandler;
import org.slf4j.LoggerFactory;

/**
 * Handles the death of a thread: it is logged, and if it died for want of memory the process ends at once, as with
 * {@code -XX:+ExitOnOutOfMemoryError}, and with the same code. Otherwise it would neither answer nor be restarted.
 */
final class LastWords implements UncaughtExceptionHandler {

    static final int OUT_OF_MEMORY = 3;

    @Override
    public void uncaughtException(Thread thread, Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            Runtime.getRuntime().halt(OUT_OF_MEMORY);
        }
        LoggerFactory.getLogger(LastWords.class).error("thread={} died", thread.getName(), cause);
    }
}

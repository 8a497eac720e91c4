package io.lockkeeper.console.people.web;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Limits the output of each logger: in {@value #WINDOW_SECONDS} s at most {@value #STACKS} stack traces and {@value #LINES} other lines.
 * What is left out is counted, and reported with the logger's next line. Thread-safe.
 */
public final class LogLimit extends TurboFilter {

    static final int STACKS = 2;
    static final int LINES = 100;
    private static final int WINDOW_SECONDS = 10;

    private final Map<String, Window> windows = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    /** The one that {@code logback-spring.xml} names. */
    public LogLimit() {
        this(System::nanoTime);
    }

    LogLimit(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        boolean asked = format == null && thrown == null;
        if (asked || !level.isGreaterOrEqual(logger.getEffectiveLevel()) || isOwn(logger)) {
            return FilterReply.NEUTRAL;
        }
        boolean stack = thrown != null || endsWithThrowable(arguments);
        String key = logger.getName() + (stack ? " stack" : "");
        Window window = windows.computeIfAbsent(key, it -> new Window(stack ? STACKS : LINES));
        long leftOut = window.admit(nanos.getAsLong());
        if (leftOut > 0) {
            LoggerFactory.getLogger(LogLimit.class)
                    .warn("leftOut={} logger={}: lines above the limit of {} s", leftOut, key, WINDOW_SECONDS);
        }
        return leftOut < 0 ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    private static boolean isOwn(Logger logger) {
        return logger.getName().equals(LogLimit.class.getName());
    }

    private static boolean endsWithThrowable(Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[arguments.length - 1] instanceof Throwable;
    }

    /** The output of one logger within the last seconds. */
    private static final class Window {

        private final int limit;
        private long start;
        private int said;
        private long leftOut;

        Window(int limit) {
            this.limit = limit;
        }

        /** Negative if the line is to be left out; else how many were left out before it. */
        synchronized long admit(long now) {
            if (said == 0 || now - start > TimeUnit.SECONDS.toNanos(WINDOW_SECONDS)) {
                long before = leftOut;
                start = now;
                said = 1;
                leftOut = 0;
                return before;
            }
            if (said < limit) {
                said++;
                return 0;
            }
            leftOut++;
            return -1;
        }
    }
}

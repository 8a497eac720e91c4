package io.lockkeeper.test;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What is logged under one name until it is closed, by any test of this JVM: look only for your own test's lines. */
public final class CapturedLog implements AutoCloseable {

    private final Logger logger;
    private final Kept kept = new Kept();

    private CapturedLog(Logger logger) {
        this.logger = logger;
        kept.setContext(logger.getLoggerContext());
        kept.start();
        logger.addAppender(kept);
    }

    public static CapturedLog of(String logger) {
        return new CapturedLog((Logger) LoggerFactory.getLogger(logger));
    }

    /** The lines of that level so far which contain the text. */
    public List<String> lines(Level level, String text) {
        return kept.events.stream()
                .filter(event -> event.getLevel().equals(level))
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(text))
                .toList();
    }

    public List<String> warnings(String text) {
        return lines(Level.WARN, text);
    }

    @Override
    public void close() {
        logger.detachAppender(kept);
        kept.stop();
    }

    private static final class Kept extends AppenderBase<ILoggingEvent> {
        private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    }
}

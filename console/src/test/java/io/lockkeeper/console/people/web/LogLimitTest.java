package io.lockkeeper.console.people.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.spi.FilterReply;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogLimitTest {

    private final AtomicLong nanos = new AtomicLong(1);
    private final LogLimit limit = new LogLimit(nanos::get);
    private final Logger logger = new LoggerContext().getLogger("a.page");

    @Test
    void aLoggerTellsTwoStackTracesAndThenCounts() {
        assertThat(admitted(500, new IllegalStateException())).isEqualTo(LogLimit.STACKS);
    }

    @Test
    void otherLinesHaveALimitOfTheirOwn() {
        assertThat(admitted(500, new IllegalStateException())).isEqualTo(LogLimit.STACKS);
        assertThat(admitted(500, null)).isEqualTo(LogLimit.LINES);
    }

    @Test
    void afterTenSecondsItSpeaksAgain() {
        assertThat(admitted(500, null)).isEqualTo(LogLimit.LINES);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(11));
        assertThat(admitted(1, null)).isEqualTo(1);
    }

    @Test
    void whatIsNotLoggedAnywayIsNotCounted() {
        IntStream.range(0, 500).forEach(i -> decide(Level.DEBUG, null));
        assertThat(admitted(1, null)).isEqualTo(1);
    }

    private long admitted(int times, @Nullable Throwable thrown) {
        return IntStream.range(0, times)
                .filter(i -> decide(Level.WARN, thrown) == FilterReply.NEUTRAL)
                .count();
    }

    private FilterReply decide(Level level, @Nullable Throwable thrown) {
        logger.setLevel(Level.INFO);
        return limit.decide(null, logger, level, "A page failed", null, thrown);
    }
}

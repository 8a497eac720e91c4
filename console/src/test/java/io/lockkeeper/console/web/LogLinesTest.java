package io.lockkeeper.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lines as the console's own configuration writes them. */
class LogLinesTest {

    private static final String FORGED = "2026-11-22T12:00:00.000Z INFO operator evicted the holder";

    private final LoggerContext context = new LoggerContext();
    private final Logger logger = context.getLogger("a.page");

    @BeforeEach
    void configure() throws JoranException {
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(Objects.requireNonNull(LogLinesTest.class.getResource("/logback-spring.xml")));
    }

    @Test
    void aMessageIsOneLineWhateverIsInIt() {
        assertThat(line("lock=a\r\n" + FORGED + "\u2028" + FORGED + "\u0085" + FORGED + "\u001b[2J", null)
                        .strip())
                .doesNotContain("\n", "\r", "\u2028", "\u0085", "\u001b");
    }

    @Test
    void whatAnExceptionSaysStandsIndented() {
        String text = line("A page failed", new IllegalStateException("no lock a\n" + FORGED));
        assertThat(text.lines().skip(1).filter(line -> !line.isBlank())).allMatch(line -> line.startsWith("    "));
        assertThat(text).contains("IllegalStateException");
    }

    @Test
    void aLineHasAnEnd() {
        assertThat(line("x".repeat(1_000_000), null)).hasSizeLessThan(3_000);
        assertThat(line("A page failed", new IllegalStateException("x".repeat(1_000_000))))
                .hasSizeLessThan(20_000);
    }

    private String line(String message, @Nullable Throwable thrown) {
        ConsoleAppender<ILoggingEvent> console = (ConsoleAppender<ILoggingEvent>)
                context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("CONSOLE");
        LoggingEvent event = new LoggingEvent("fqcn", logger, Level.WARN, message, thrown, null);
        return new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
    }
}

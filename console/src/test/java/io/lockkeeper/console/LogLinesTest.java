package io.lockkeeper.console;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What others wrote, in the console's log as it is delivered. */
class LogLinesTest {

    private static final String FORGED = "2026-11-22T12:00:00.000Z  INFO 1 --- [main] o.Audit : all is well";

    private final LoggerContext context = new LoggerContext();

    @Test
    void noMessageForgesALine() throws IOException {
        String logged = logged("denied user=vera\r\n" + FORGED + "\u001B[2K\u2028" + FORGED, null);
        assertThat(logged).contains("denied user=vera?\n | " + FORGED + "?[2K?" + FORGED);
        assertThat(logged.lines()).noneMatch(line -> line.startsWith(FORGED));
        assertThat(logged.chars()).doesNotContain(0x1B, (int) '\r');
    }

    /** NEL and CSI are control characters beyond ASCII, which terminals obey as well; the last two are no line's end to most programs. */
    @ParameterizedTest
    @ValueSource(strings = {"\u0085", "\u009B2K", "\u2028", "\u2029", "\u000B", "\f", "\u202E"})
    void noOtherEndOfALineIsOne(String end) throws IOException {
        assertThat(logged("denied" + end + FORGED, new IllegalStateException("refused" + end + FORGED)))
                .doesNotContain(end.substring(0, 1))
                .contains("denied?", "refused?");
    }

    @Test
    void noExceptionForgesALineAndItsStackStays() throws IOException {
        Exception cause = new IllegalStateException("refused\n" + FORGED + "\r" + FORGED);
        String logged = logged("failed", new IllegalArgumentException("outer\n" + FORGED, cause));
        assertThat(logged.lines()).noneMatch(line -> line.startsWith(FORGED));
        assertThat(logged.lines()).anyMatch(line -> line.startsWith("\tat " + LogLinesTest.class.getName()));
        assertThat(logged.lines()).anyMatch(line -> line.startsWith("Caused by: "));
        assertThat(logged).contains("IllegalStateException: refused\n | " + FORGED + "?");
    }

    @Test
    void aLineHasAnEndHoweverLongItsTextIs() throws IOException {
        assertThat(logged("x".repeat(1_000_000), null)).hasSizeLessThan(3_000);
        assertThat(logged("failed", new IllegalStateException("x".repeat(1_000_000))))
                .hasSizeLessThan(20_000)
                .endsWith("\n");
    }

    private String logged(String message, @Nullable Throwable failure) throws IOException {
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.setPattern(pattern());
        layout.start();
        LoggingEvent event = new LoggingEvent("", context.getLogger("test"), Level.WARN, message, failure, null);
        return layout.doLayout(event);
    }

    private static String pattern() throws IOException {
        try (InputStream file = LogLinesTest.class.getResourceAsStream("/application.properties")) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(file));
            return properties.getProperty("logging.pattern.console");
        }
    }
}

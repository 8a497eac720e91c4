package io.lockkeeper.commandline;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats values for a terminal. */
public final class Plain {

    private static final Pattern ISO =
            Pattern.compile("\\b(?<!\")PT(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?\\b");

    private Plain() {}

    /** The text without what a terminal would obey: control characters, and those that turn the direction of writing. */
    public static String text(@Nullable String text) {
        StringBuilder plain = new StringBuilder();
        String.valueOf(text)
                .codePoints()
                .map(each -> isObeyed(each) ? '?' : each)
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }

    private static boolean isObeyed(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    /** The duration in its two largest units: {@code 25m 3s}, {@code 2d 4h}, {@code 0.4s}. */
    public static String duration(Duration duration) {
        if (duration.toDays() > 0) {
            return String.format(Locale.ROOT, "%dd %dh", duration.toDays(), duration.toHoursPart());
        }
        if (duration.toHours() > 0) {
            return String.format(Locale.ROOT, "%dh %dm", duration.toHours(), duration.toMinutesPart());
        }
        if (duration.toMinutes() > 0) {
            return String.format(Locale.ROOT, "%dm %ds", duration.toMinutes(), duration.toSecondsPart());
        }
        return duration.toSeconds() >= 10
                ? duration.toSeconds() + "s"
                : String.format(Locale.ROOT, "%d.%ds", duration.toSeconds(), duration.toMillisPart() / 100);
    }

    /** The text with durations as users type them, {@code 1h30m} or {@code 50ms}, in place of ISO's, but for what is quoted. */
    static String typed(String text) {
        return ISO.matcher(text).replaceAll(found -> typed(Duration.parse(found.group())));
    }

    private static String typed(Duration duration) {
        String[] parts = {
            part(duration.toHours(), "h"),
            part(duration.toMinutesPart(), "m"),
            part(duration.toSecondsPart(), "s"),
            part(duration.toMillisPart(), "ms")
        };
        String typed = String.join("", parts);
        return typed.isEmpty() ? "0s" : typed;
    }

    private static String part(long amount, String unit) {
        return amount == 0 ? "" : amount + unit;
    }

    /** The instant in UTC, to the second. */
    public static String instant(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

package io.lockkeeper.console.ground.formats;

import io.lockkeeper.console.ground.components.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Lengths of time and texts as the console writes them. */
public final class Formats {

    private static final DateTimeFormatter EXACT = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd HH:mm:ss.SSS 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** As many things as have that name: "1 lock", "1,024 locks". */
    public static String counted(long count, String one) {
        return String.format(Locale.ROOT, "%,d %s%s", count, one, count == 1 ? "" : "s");
    }

    /** Stands for a value that a library's document does not have. */
    public static final String UNTOLD = "Its document does not tell.";

    private Formats() {}

    /** The duration, for example "21 s", "4 min 12 s", "3 h 02 min", "2 d 04 h"; the script of the page writes the same. */
    public static String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return pair(seconds / 60, "min", seconds % 60, "s");
        }
        return seconds < 86_400
                ? pair(seconds / 3_600, "h", seconds % 3_600 / 60, "min")
                : pair(seconds / 86_400, "d", seconds % 86_400 / 3_600, "h");
    }

    /** A short duration, with a tenth below ten seconds: "14 ms", "0.1 s", "9.4 s", "21 s". */
    public static String lasted(Duration duration) {
        long millis = Math.max(0, duration.toMillis());
        if (millis < 100) {
            return millis + " ms";
        }
        return millis < 10_000
                ? String.format(Locale.ROOT, "%d.%d s", millis / 1_000, millis / 100 % 10)
                : duration(duration);
    }

    /** A round time as people choose it: "15 minutes", "1 hour", "7 days". */
    public static String inWords(Duration round) {
        long hours = round.toHours();
        if (hours == 0) {
            return round.toMinutes() + " minutes";
        }
        if (hours < 24) {
            return hours == 1 ? "1 hour" : hours + " hours";
        }
        return round.toDays() == 1 ? "1 day" : round.toDays() + " days";
    }

    /** The duration, also if very short: "12 ms" below a second. */
    public static String precisely(Duration duration) {
        return duration.toMillis() < 1_000
                ? String.format(Locale.ROOT, "%d ms", Math.max(0, duration.toMillis()))
                : lasted(duration);
    }

    /** An instant to the millisecond, in UTC: for tooltips, and for all that is recorded or sent. {@link Times} has the viewer's zone. */
    public static String exact(Instant instant) {
        return EXACT.format(instant);
    }

    /** A text that others wrote, with its control and bidirectional characters made visible, so that it shows as it is stored. */
    public static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(codePoint -> {
            if (isInvisible(codePoint)) {
                shown.append(String.format(Locale.ROOT, "\\u{%X}", codePoint));
            } else {
                shown.appendCodePoint(codePoint);
            }
        });
        return shown.toString();
    }

    /** A lock's name: in quotes if its end would otherwise be invisible. */
    public static String name(String name) {
        return name.equals(name.strip()) && !name.isEmpty() ? visible(name) : "“" + visible(name) + "”";
    }

    private static boolean isInvisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static String pair(long first, String firstUnit, long second, String secondUnit) {
        return String.format(Locale.ROOT, "%d %s %02d %s", first, firstUnit, second, secondUnit);
    }
}

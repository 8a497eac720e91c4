package io.lockkeeper.agent.methods;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a duration of {@link Locked}: {@code 30s}, {@code 5m} or {@code PT30S}. */
final class DurationText {

    private static final Pattern SHORT = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");

    private DurationText() {}

    /** @throws IllegalArgumentException if the attribute has another text */
    static Optional<Duration> of(Locked locked, String attribute) {
        String text = text(locked, attribute);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Matcher matcher = SHORT.matcher(text);
        try {
            return Optional.of(
                    matcher.matches()
                            ? amount(Long.parseLong(matcher.group(1)), matcher.group(2))
                            : Duration.parse(text));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "%s = \"%s\" is no duration: write 30s, 5m or PT30S".formatted(attribute, text), e);
        }
    }

    private static Duration amount(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    private static String text(Locked locked, String attribute) {
        return switch (attribute) {
            case "ttl" -> locked.ttl();
            case "longestWait" -> locked.longestWait();
            case "longestHold" -> locked.longestHold();
            case "shortestHold" -> locked.shortestHold();
            case "keep" -> locked.keep();
            case "cohort" -> locked.cohort();
            default -> throw new IllegalArgumentException(attribute);
        };
    }
}

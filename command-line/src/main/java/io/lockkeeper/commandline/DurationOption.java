package io.lockkeeper.commandline;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a duration such as {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h30m} or {@code 2d}, also with {@code sec} and {@code min}. */
final class DurationOption implements ITypeConverter<Duration> {

    private static final Pattern WHOLE = Pattern.compile("(\\d{1,9}(ms|sec|min|[smhd]))+");
    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|sec|min|[smhd])");

    @Override
    public Duration convert(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new TypeConversionException(
                    "\"%s\" is no duration; write for example 500ms, 30s, 5m, 1h30m or 2d".formatted(Plain.text(text)));
        }
        Duration sum = Duration.ZERO;
        Matcher parts = PART.matcher(text);
        while (parts.find()) {
            sum = sum.plus(of(Long.parseLong(parts.group(1)), parts.group(2)));
        }
        return sum;
    }

    private static Duration of(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s", "sec" -> Duration.ofSeconds(amount);
            case "m", "min" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}

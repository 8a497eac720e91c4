package io.lockkeeper.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.stream.Stream;

/** The machine that this runs on. */
public final class Place {

    private Place() {}

    public static String describe() throws IOException {
        return String.format(
                Locale.ROOT,
                "%s, %s, %d cores, %s %s, JDK %s",
                LocalDate.now(ZoneOffset.UTC),
                processor(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                Runtime.version());
    }

    /** How many processes wanted a processor in the last minute, on average. */
    public static String load() throws IOException {
        Path average = Path.of("/proc/loadavg");
        if (!Files.exists(average)) {
            return "unknown";
        }
        String numbers = Files.readString(average);
        return numbers.substring(0, numbers.indexOf(' '));
    }

    private static String processor() throws IOException {
        Path information = Path.of("/proc/cpuinfo");
        if (!Files.exists(information)) {
            return System.getProperty("os.arch");
        }
        try (Stream<String> lines = Files.lines(information)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        }
    }
}

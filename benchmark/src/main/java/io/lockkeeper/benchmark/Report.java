package io.lockkeeper.benchmark;

import com.mongodb.client.MongoClient;
import io.lockkeeper.benchmark.Contest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.bson.Document;

/** How and where it was measured, and one line of a Markdown table for each figure as soon as it is known. */
final class Report {

    private static final String HEAD = """

            | scenario | nodes | n | agent p50 | p10 | p90 | p99 | bare p50 | p10 | p90 | p99 | pooled | by round |
            |---|---|---|---|---|---|---|---|---|---|---|---|---|""";

    private Report() {}

    static void printMethod() throws IOException {
        print("%s, %s, %d cores, %s %s, JDK %s"
                .formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        processor(),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        Runtime.version()));
        print("""
                Measured in turns, agent and bare driver round by round, who goes first alternating; write concern majority.
                acquire, refused: %s, one thread.
                handoff: %s, to a second process, System.nanoTime of both (one CLOCK_MONOTONIC).
                Times in ms. Pooled: ratio of the medians of all. By round: median of the ratios of each round's medians.
                """.formatted(Uncontended.CONTEST, Handoff.CONTEST));
    }

    static void printPlace(MongoClient client, int nodes) {
        Document server = client.getDatabase("admin").runCommand(new Document("buildInfo", 1));
        print("\nmongod %s, %d on this machine, WiredTiger cache 0.25 GB, all else as it comes"
                .formatted(server.getString("version"), nodes));
        print(HEAD);
    }

    static void printFigures(String scenario, int nodes, Outcome outcome) {
        print("| %s | %d | %d | %s | %s | %.3f | %.3f |"
                .formatted(
                        scenario,
                        nodes,
                        outcome.agent().count(),
                        times(outcome.agent()),
                        times(outcome.bare()),
                        outcome.ratioOfMedians(),
                        outcome.medianOfRatios()));
    }

    private static String times(Samples samples) {
        return "%.2f | %.2f | %.2f | %.2f"
                .formatted(
                        samples.median() / 1e6,
                        samples.quantile(0.1) / 1e6,
                        samples.quantile(0.9) / 1e6,
                        samples.quantile(0.99) / 1e6);
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

    private static void print(String line) {
        System.out.println(line);
    }
}

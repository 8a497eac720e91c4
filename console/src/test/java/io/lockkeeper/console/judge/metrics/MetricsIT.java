package io.lockkeeper.console.judge.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.judge.findings.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MetricsIT {

    private static final Path OPERATIONS = Path.of("..", "docs", "reference", "operations");
    private static final Pattern METRIC = Pattern.compile("lockkeeper_console_[a-z_]+");
    private static final String SECRET_NAME = "customer:4711";

    @AutoClose
    private static final Console console = Console.start();

    @Test
    void aFindingIsCountedByItsKindWithoutItsLocksNameUntilItIsOver() {
        await().untilAsserted(() ->
                assertThat(scrape()).contains("lockkeeper_console_live 1.0", "lockkeeper_console_recording 1.0"));
        assertThat(scrape()).contains(damaged(0));
        console.locks()
                .collection()
                .insertOne(BsonDocument.parse("{ _id: '%s', holders: 'x' }".formatted(SECRET_NAME)));
        await().untilAsserted(() -> assertThat(scrape()).contains(damaged(1)));
        assertThat(scrape()).doesNotContain(SECRET_NAME);
        assertThat(scrape().lines().filter(line -> line.startsWith("lockkeeper_console_findings{")))
                .hasSize(Kind.values().length);
        console.locks().collection().deleteOne(new Document("_id", SECRET_NAME));
        await().untilAsserted(() -> assertThat(scrape()).contains(damaged(0)));
    }

    @Test
    void everyQueryOfTheRulesAndTheDashboardFindsItsMetrics() throws IOException {
        Set<String> known = metrics(scrape());
        for (String file : List.of("console-rules.yml", "grafana-console.json")) {
            assertThat(metrics(Files.readString(OPERATIONS.resolve(file))))
                    .as(file)
                    .isNotEmpty()
                    .isSubsetOf(known);
        }
    }

    @Test
    void prometheusTakesTheRulesAndWakesPeopleByThem() throws Exception {
        promtool("check", "rules", OPERATIONS.resolve("console-rules.yml").toString());
        promtool("test", "rules", "src/test/resources/console-rules-test.yml");
    }

    private static String damaged(int count) {
        return String.format(
                Locale.ROOT, "lockkeeper_console_findings{kind=\"damaged\",severity=\"warning\"} %d.0", count);
    }

    private static Set<String> metrics(String text) {
        return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String scrape() {
        try (Visitor prometheus = new Visitor(console)) {
            return prometheus
                    .basic("/actuator/prometheus", Console.VIEWER, Console.VIEWER)
                    .body();
        }
    }

    private static void promtool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.addFirst(Objects.requireNonNullElse(System.getenv("LOCKKEEPER_PROMTOOL"), "promtool"));
        Process check = started(command);
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(said).isZero();
    }

    private static Process started(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return Assumptions.abort("The alerts are not tried here: " + e.getMessage());
        }
    }
}

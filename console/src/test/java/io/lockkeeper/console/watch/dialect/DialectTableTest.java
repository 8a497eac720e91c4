package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that users read says of each dialect what its file says, and lists no other. */
class DialectTableTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "dialects.md");

    @Test
    void theTableIsWhatTheFilesSay() throws IOException {
        List<String> rows = Files.readAllLines(PAGE).stream()
                .filter(line -> line.matches("\\| .* \\| `.*` \\| .* \\| .* \\| .* \\| .* \\| .* \\|"))
                .toList();
        assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(
                        Dialects.builtIn().stream().map(DialectTableTest::row).toList());
    }

    @Test
    void theTableOfJobsIsWhatTheFilesSay() throws IOException {
        List<String> rows = Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals("### What tells of jobs"))
                .filter(line -> line.matches("\\| .* \\| `.*` \\| .* \\| .* \\| .* \\| .* \\|"))
                .toList();
        assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(Dialects.builtIn().stream()
                        .flatMap(dialect -> dialect.job().map(job -> row(dialect, job)).stream())
                        .toList());
    }

    private static String row(FileDialect dialect, JobRule job) {
        String beside = job.beside().map(it -> " in `…%s`".formatted(it.jobs())).orElse("");
        Optional<String> text =
                job.history().map(it -> " in `%s`".formatted(it.field().text()));
        Stream<String> fields = Stream.concat(
                job.failure().last().map(it -> it.path().text()).stream(),
                Stream.of(job.failure().count(), job.failure().reason())
                        .flatMap(Optional::stream)
                        .map(FieldPath::text));
        Stream<String> failures = Stream.concat(
                fields.map("`%s`"::formatted),
                job.history().map(it -> "`%s`%s".formatted(it.reason(), text.orElse(""))).stream());
        return "| %s | `%s` | %s | %s | %s | %s |"
                .formatted(
                        dialect.library(),
                        dialect.id(),
                        job.history()
                                .map(it -> "`%s`%s".formatted(it.at(), text.orElse("")))
                                .orElseGet(() -> field(job.lastRun(), beside)),
                        field(job.nextRun(), beside),
                        failures.reduce("%s, %s"::formatted).orElse("—"),
                        job.atMost().map("`%s`"::formatted).orElse("—"));
    }

    private static String field(Optional<TimeField> field, String beside) {
        return field.map(it -> "`%s`%s".formatted(it.path().text(), beside)).orElse("—");
    }

    private static String row(FileDialect dialect) {
        return "| %s | `%s` | %s | %s | %s | %s | %s |"
                .formatted(
                        dialect.library(),
                        dialect.id(),
                        dialect.collections().isEmpty()
                                ? "yours"
                                : "`" + String.join("`, `", dialect.collections()) + "`",
                        dialect.evidence() instanceof Evidence.Run(String version) ? version : "—",
                        forced(dialect),
                        dialect.grade().text(),
                        dialect.evidence() instanceof Evidence.Run ? "run" : "by reading");
    }

    private static String forced(FileDialect dialect) {
        Optional<Recipe> release = dialect.force().release();
        if (release.isEmpty()) {
            return dialect.force().quarantine().isPresent() ? "quarantine" : "—";
        }
        return release.get() instanceof Recipe.Delete ? "delete" : "change";
    }
}

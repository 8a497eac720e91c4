package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

    private static String row(FileDialect dialect) {
        return "| %s | `%s` | %s | %s | %s | %s | %s |"
                .formatted(
                        dialect.library(),
                        dialect.id(),
                        dialect.collection().map("`%s`"::formatted).orElse("yours"),
                        dialect.evidence() instanceof Evidence.Run(String version) ? version : "—",
                        forced(dialect),
                        dialect.grade().text(),
                        dialect.evidence() instanceof Evidence.Run ? "run" : "by reading");
    }

    private static String forced(FileDialect dialect) {
        Optional<Recipe> release = dialect.release();
        if (release.isEmpty()) {
            return dialect.quarantine().isPresent() ? "quarantine" : "—";
        }
        return release.get() instanceof Recipe.Delete ? "delete" : "change";
    }
}

package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The settings that the console's code reads have a row in a page of the reference, with the default of the code. */
class ConsoleSettingsTest {

    private static final Pattern READ = Pattern.compile("@Value\\(\"\\$\\{(lockkeeper\\.[a-z.-]+)(?::([^}]*))?}\"\\)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(LOCKKEEPER_[A-Z_]+)` \\|(?: `([^`]*)` \\|)?");
    private static final List<String> PAGES = List.of("console-settings.md", "alerts.md", "logins.md");

    /** Of the demo and of the desktop application. */
    private static final Set<String> INTERNAL = Set.of("LOCKKEEPER_USERS_DEMO", "LOCKKEEPER_USERS_FIRST_ADMINISTRATOR");

    @Test
    void eachSettingHasARowWithItsDefault() {
        Map<String, String> written = written();
        Map<String, String> read = read();
        assertThat(read).hasSizeGreaterThan(15);
        assertThat(written).containsAllEntriesOf(read);
    }

    @Test
    void aSettingWithoutARowAndAnotherDefaultAreFound() {
        assertThat(rows("| `LOCKKEEPER_QUARANTINE` | `15s` | is |\n| `LOCKKEEPER_DIALECTS` | | is |\n"))
                .containsOnly(Map.entry("LOCKKEEPER_QUARANTINE", "15s"), Map.entry("LOCKKEEPER_DIALECTS", ""));
        assertThat(settings("@Value(\"${lockkeeper.quarantine:15s}\") @Value(\"${lockkeeper.api.listeners}\")"))
                .containsOnly(Map.entry("LOCKKEEPER_QUARANTINE", "15s"), Map.entry("LOCKKEEPER_API_LISTENERS", ""));
    }

    private static Map<String, String> read() {
        Map<String, String> read = new TreeMap<>();
        Pages.sourcesOf("console").forEach(source -> read.putAll(settings(text(source))));
        read.keySet().removeAll(INTERNAL);
        return read;
    }

    private static Map<String, String> settings(String source) {
        Map<String, String> found = new TreeMap<>();
        READ.matcher(source)
                .results()
                .forEach(each -> found.put(
                        each.group(1).toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"),
                        each.group(2) == null ? "" : each.group(2)));
        return found;
    }

    private static Map<String, String> written() {
        Map<String, String> written = new TreeMap<>();
        PAGES.forEach(page -> written.putAll(rows(text(Path.of("reference", page)))));
        return written;
    }

    private static Map<String, String> rows(String page) {
        Map<String, String> found = new TreeMap<>();
        ROW.matcher(page).results().forEach(row -> found.put(row.group(1), row.group(2) == null ? "" : row.group(2)));
        return found;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

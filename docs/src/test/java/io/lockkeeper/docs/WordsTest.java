package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The words that make a page read as translated; CONTRIBUTING.md says what to write instead. What is history keeps its words. */
class WordsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern REFUSED =
            Pattern.compile("(?i)\\b(nobody|whoever|whatever|alone|anew|in vain|(is|are|be) told|be had)\\b");
    private static final Pattern CODE = Pattern.compile(
            "(?ms)^```.*?^```|^<!-- generated -->.*?^<!-- end of generated -->|`[^`\n]*`|\\]\\([^)]*\\)");
    private static final List<String> HISTORY = List.of("CHANGELOG.md", "CONTRIBUTING.md", "decisions", "benchmarks");

    @TestFactory
    Stream<DynamicTest> noDocumentUsesAWordOfTheList() {
        return Stream.concat(Stream.of(ROOT.resolve("README.md")), documents())
                .map(page -> DynamicTest.dynamicTest(
                        ROOT.relativize(page).toString(),
                        () -> assertThat(refused(Files.readString(page))).isEmpty()));
    }

    @Test
    void eachOfThemIsFoundWithItsLineAndNotInCode() {
        assertThat(refused("Nobody waits.\n\n```\nnobody\n```\nSend it over TLS alone, to `whoever`.\nHe is told.\n"))
                .containsExactly("1: Nobody", "6: alone", "7: is told");
        assertThat(refused("a standalone server, told apart")).isEmpty();
    }

    private static Stream<Path> documents() {
        return Pages.all().stream()
                .filter(page -> page.startsWith(ROOT.resolve("docs")))
                .filter(page -> HISTORY.stream()
                        .noneMatch(each -> ROOT.relativize(page).toString().contains(each)));
    }

    /** Each with its line. */
    private static List<String> refused(String page) {
        List<String> lines = CODE.matcher(page)
                .replaceAll(code -> code.group().replaceAll("[^\n]", ""))
                .lines()
                .toList();
        return IntStream.range(0, lines.size())
                .boxed()
                .flatMap(line ->
                        REFUSED.matcher(lines.get(line)).results().map(word -> (line + 1) + ": " + word.group()))
                .toList();
    }
}

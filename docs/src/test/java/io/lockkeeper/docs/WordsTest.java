package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The words that make a text read as translated; CONTRIBUTING.md says what to write instead. What is history keeps its words. In the code,
 * the texts that people see are looked at, and the Javadoc of what services call.
 */
class WordsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern REFUSED =
            Pattern.compile("(?i)\\b(nobody|whoever|whatever|alone|anew|in vain|(is|are|be) told|be had)\\b");
    private static final List<String> HISTORY = List.of("CHANGELOG.md", "CONTRIBUTING.md", "decisions", "benchmarks");

    private static final List<String> FOR_SERVICES = List.of(
            "agent",
            "agent-spring-boot-starter",
            "adapters/shedlock",
            "adapters/spring-integration",
            "adapters/cdi",
            "adapters/moving",
            "adapters/testing");
    private static final List<String> FOR_OPERATORS =
            List.of("shared-model", "host-agent", "command-line", "console", "desktop");

    private static final Pattern PUBLIC = Pattern.compile("(?m)^public ");
    /** Public to the agent's other packages only. */
    private static final Pattern INSIDE = Pattern.compile("agent/(batching|fitness|keeping|presence|store|time)/");

    @TestFactory
    Stream<DynamicTest> noDocumentUsesAWordOfTheList() {
        return Stream.concat(Stream.of(ROOT.resolve("README.md")), documents())
                .map(page -> DynamicTest.dynamicTest(
                        ROOT.relativize(page).toString(),
                        () -> assertThat(refused(Pages.proseOf(Files.readString(page))))
                                .isEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> noTextOfTheCodeUsesOne() {
        return Stream.concat(FOR_SERVICES.stream(), FOR_OPERATORS.stream())
                .map(module -> DynamicTest.dynamicTest(module, () -> {
                    List<Path> sources = Pages.sourcesOf(module);
                    assertThat(sources).isNotEmpty();
                    assertThat(sources.stream().flatMap(source -> refused(source, CodeTexts::literalsOf)))
                            .isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> noJavadocThatServicesReadUsesOne() {
        return FOR_SERVICES.stream()
                .map(module -> DynamicTest.dynamicTest(
                        module,
                        () -> assertThat(Pages.sourcesOf(module).stream()
                                        .filter(source -> !INSIDE.matcher(source.toString())
                                                .find())
                                        .filter(source ->
                                                PUBLIC.matcher(read(source)).find())
                                        .flatMap(source -> refused(source, CodeTexts::javadocOf)))
                                .isEmpty()));
    }

    @Test
    void eachOfThemIsFoundWithItsLineAndNotInCode() {
        assertThat(refused(Pages.proseOf(
                        "Nobody waits.\n\n```\nnobody\n```\nSend it over TLS alone, to `whoever`.\nHe is told.\n")))
                .containsExactly("1: Nobody", "6: alone", "7: is told");
        assertThat(refused("a standalone server, told apart")).isEmpty();
    }

    @Test
    void inASourceTheyAreFoundInTextsAndInJavadocEachByItself() {
        String source =
                "/** Nobody waits. */\nString said = \"an \\\"alone\\\" one\"; // whoever\nchar c = '\"'; /* anew */"
                        + " String block = \"\"\"\n   in vain\n   \"\"\";\nObject nobody = told;\n";

        assertThat(refused(CodeTexts.literalsOf(source))).containsExactly("2: alone", "4: in vain");
        assertThat(refused(CodeTexts.javadocOf(source))).containsExactly("1: Nobody");
    }

    private static Stream<Path> documents() {
        return Pages.all().stream()
                .filter(page -> page.startsWith(ROOT.resolve("docs")))
                .filter(page -> HISTORY.stream()
                        .noneMatch(each -> ROOT.relativize(page).toString().contains(each)));
    }

    private static Stream<String> refused(Path source, UnaryOperator<String> texts) {
        return refused(texts.apply(read(source))).stream().map(word -> source.getFileName() + ":" + word);
    }

    /** Each with its line. */
    private static List<String> refused(String text) {
        List<String> lines = text.lines().toList();
        return IntStream.range(0, lines.size())
                .boxed()
                .flatMap(line ->
                        REFUSED.matcher(lines.get(line)).results().map(word -> (line + 1) + ": " + word.group()))
                .toList();
    }

    private static String read(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

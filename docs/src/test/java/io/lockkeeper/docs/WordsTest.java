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
 * the texts that people see are checked, and all comments beside tests.
 */
class WordsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern REFUSED =
            Pattern.compile("(?i)\\b(nobody|whoever|whatever|alone|anew|in vain|(is|are|be) told|be had)\\b");
    /** The same and <em>tell</em>, which should be reports, shows, says, records or returns; not as a part of a page's name. */
    private static final Pattern REFUSED_IN_COMMENTS = Pattern.compile(
            "(?i)(?<![\\w-])(nobody|whoever|whatever|alone|anew|in vain|tells?|told|telling|be had)(?![\\w-])");

    private static final Pattern NAMES = Pattern.compile("\\{@(?:code|link|linkplain|value)\\b[^}]*}|@param \\S+");
    private static final List<String> HISTORY = List.of("CHANGELOG.md", "CONTRIBUTING.md", "decisions", "benchmarks");

    private static final List<String> FOR_PEOPLE = List.of(
            "agent",
            "agent-spring-boot-starter",
            "adapters/shedlock",
            "adapters/spring-integration",
            "adapters/cdi",
            "adapters/micronaut",
            "adapters/moving",
            "adapters/testing",
            "shared-model",
            "host-agent",
            "command-line",
            "console",
            "desktop");

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
        return FOR_PEOPLE.stream()
                .map(module -> DynamicTest.dynamicTest(module, () -> {
                    List<Path> sources = Pages.sourcesOf(module);
                    assertThat(sources).isNotEmpty();
                    assertThat(sources.stream().flatMap(source -> refused(source, REFUSED, CodeTexts::literalsOf)))
                            .isEmpty();
                }));
    }

    @Test
    void noCommentOfTheCodeUsesOne() {
        List<Path> sources = Pages.under(
                ROOT,
                file -> file.toString().endsWith(".java") && file.toString().contains("/src/main/java/"));

        assertThat(sources).hasSizeGreaterThan(1_000);
        assertThat(sources.stream().flatMap(source -> refused(source, REFUSED_IN_COMMENTS, CodeTexts::commentsOf)))
                .isEmpty();
    }

    @Test
    void eachOfThemIsFoundWithItsLineAndNotInCode() {
        assertThat(refused(Pages.proseOf(
                        "Nobody waits.\n\n```\nnobody\n```\nSend it over TLS alone, to `whoever`.\nHe is told.\n")))
                .containsExactly("1: Nobody", "6: alone", "7: is told");
        assertThat(refused("a standalone server, told apart")).isEmpty();
    }

    @Test
    void inASourceTheyAreFoundInTextsAndInCommentsEachByItself() {
        String source =
                "/** Nobody waits. */\nString said = \"an \\\"alone\\\" one\"; // whoever\nchar c = '\"'; /* anew */"
                        + " String block = \"\"\"\n   in vain\n   \"\"\";\nObject nobody = told;\n";

        assertThat(refused(CodeTexts.literalsOf(source))).containsExactly("2: alone", "4: in vain");
        assertThat(refused(CodeTexts.commentsOf(source))).containsExactly("1: Nobody", "2: whoever", "3: anew");
    }

    @Test
    void namesInACommentAreNotRefused() {
        assertThat(refused(
                        "It tells whoever {@code tells} {@link A#told}, see tokens-alone.md.\n@param told who is\ntold apart",
                        REFUSED_IN_COMMENTS))
                .containsExactly("1: tells", "1: whoever", "3: told");
    }

    private static Stream<Path> documents() {
        return Pages.all().stream()
                .filter(page -> page.startsWith(ROOT.resolve("docs")))
                .filter(page -> HISTORY.stream()
                        .noneMatch(each -> ROOT.relativize(page).toString().contains(each)));
    }

    private static Stream<String> refused(Path source, Pattern words, UnaryOperator<String> texts) {
        return refused(texts.apply(read(source)), words).stream().map(word -> source.getFileName() + ":" + word);
    }

    private static List<String> refused(String text) {
        return refused(text, REFUSED);
    }

    /** Each with its line. */
    private static List<String> refused(String text, Pattern words) {
        List<String> lines = NAMES.matcher(text)
                .replaceAll(name -> name.group().replaceAll("[^\n]", ""))
                .lines()
                .toList();
        return IntStream.range(0, lines.size())
                .boxed()
                .flatMap(line -> words.matcher(lines.get(line)).results().map(word -> (line + 1) + ": " + word.group()))
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

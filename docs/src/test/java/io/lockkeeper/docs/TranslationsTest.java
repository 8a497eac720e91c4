package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The pages that exist in two languages: both show the same code, under as many headings. */
class TranslationsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String CHINESE = ".zh-CN.md";
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ ");

    @TestFactory
    Stream<DynamicTest> aTranslationShowsTheCodeAndTheHeadingsOfItsPage() {
        List<Path> translations = Pages.all().stream()
                .filter(page -> page.toString().endsWith(CHINESE))
                .toList();
        assertThat(translations).hasSizeGreaterThan(1);
        return translations.stream()
                .map(page -> DynamicTest.dynamicTest(ROOT.relativize(page).toString(), () -> {
                    String original = read(
                            page.resolveSibling(page.getFileName().toString().replace(CHINESE, ".md")));
                    assertThat(code(read(page))).isEqualTo(code(original));
                    assertThat(headings(read(page))).isEqualTo(headings(original));
                }));
    }

    @Test
    void otherCodeAndAMissingHeadingAreFound() {
        assertThat(code("```\na\n```\n")).isNotEqualTo(code("```\nb\n```\n"));
        assertThat(headings("# A\n```\n# no heading\n```\n")).isOne();
    }

    private static List<String> code(String page) {
        return CODE.matcher(page).results().map(MatchResult::group).toList();
    }

    private static long headings(String page) {
        return HEADING.matcher(CODE.matcher(page).replaceAll("")).results().count();
    }

    private static String read(Path page) throws IOException {
        return Files.readString(page);
    }
}

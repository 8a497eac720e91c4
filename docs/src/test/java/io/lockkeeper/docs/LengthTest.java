package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How much a reader meets. Code, what is generated, and translations are not counted. If a page grows, another has to shrink. */
class LengthTest {

    private static final Path DOCS = Path.of("").toAbsolutePath();
    private static final int OF_THE_GUIDE = 6_500;
    private static final int OF_GUIDE_AND_REFERENCE = 16_000;

    @Test
    void guideAndReferenceStayShort() {
        Map<String, Integer> guide = wordsOf("guide");
        Map<String, Integer> reference = wordsOf("reference");

        assertThat(sum(guide)).as("words of the guide: %s", guide).isBetween(1_000, OF_THE_GUIDE);
        assertThat(sum(guide) + sum(reference))
                .as("words of guide and reference: %s, %s", guide, reference)
                .isBetween(sum(guide) + 1_000, OF_GUIDE_AND_REFERENCE);
    }

    @Test
    void codeAndWhatIsGeneratedAreNotCounted() {
        assertThat(words("""
                        # Two words

                        ```
                        not these
                        ```
                        | `not` | this – |
                        <!-- generated -->
                        nor these
                        <!-- end of generated -->
                        [and three](more.md) words
                        """)).isEqualTo(6);
    }

    private static Map<String, Integer> wordsOf(String room) {
        Map<String, Integer> words = new TreeMap<>();
        Pages.all().stream()
                .filter(page -> page.startsWith(DOCS.resolve(room)))
                .filter(page -> !page.toString().endsWith(".zh-CN.md"))
                .forEach(page -> words.put(DOCS.relativize(page).toString(), words(read(page))));
        return words;
    }

    private static int words(String page) {
        return (int) Arrays.stream(Pages.proseOf(page).split("\\s+", -1))
                .filter(each -> each.codePoints().anyMatch(Character::isLetterOrDigit))
                .count();
    }

    private static int sum(Map<String, Integer> words) {
        return words.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The links inside the pages: each leads to a file, and to a heading of it where it names one. */
class LinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TestFactory
    Stream<DynamicTest> everyLinkLeadsSomewhere() {
        return Pages.all().stream()
                .map(page -> DynamicTest.dynamicTest(
                        ROOT.relativize(page).toString(),
                        () -> assertThat(Links.broken(page)).isEmpty()));
    }

    @Test
    void aMissingFileAndARenamedHeadingAreFound() {
        String text =
                "[a](missing.md) [b](docs/reference/operations.md#roles-and-tls) [c](docs/reference/operations.md#roles) [d](#here) [e](#there)"
                        + " [f](https://example.org)\n## Here\n```\n[not](a-link.md)\n```\n";

        assertThat(Links.broken(ROOT.resolve("seeded.md"), text))
                .containsExactly("missing.md", "docs/reference/operations.md#roles", "#there");
    }
}

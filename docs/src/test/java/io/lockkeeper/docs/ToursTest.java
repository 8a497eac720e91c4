package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The classes and files that the pages on the code name, in text and in diagrams: each is there. */
class ToursTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> PAGES = List.of("architecture.md", "code-tour.md");
    private static final Pattern CLASS = Pattern.compile(
            "`(?:[a-z]+\\.)?([A-Z][A-Za-z]+|[a-z0-9-]+\\.(?:json|yaml))`|participant \\w+ as (?:[a-z]+\\.)?([A-Z][A-Za-z]+)");

    /** A participant of the diagrams that is no class. */
    private static final String SERVER = "MongoDB";

    @TestFactory
    Stream<DynamicTest> eachClassAndFileThatAPageNamesIsThere() throws IOException {
        Set<String> there = namesThere();
        return PAGES.stream()
                .map(page -> DynamicTest.dynamicTest(page, () -> {
                    List<String> named = named(Files.readString(Path.of("maintainers", page)));
                    assertThat(named).isNotEmpty();
                    assertThat(there).containsAll(named);
                }));
    }

    @Test
    void namesInTextAndDiagramsAreFound() {
        assertThat(named("""
                `store.FastPath` and `Gone`, described in `v1.json`
                    participant B as batching.Batcher
                    participant M as MongoDB
                """)).containsExactly("FastPath", "Gone", "v1.json", "Batcher");
    }

    private static List<String> named(String page) {
        return CLASS.matcher(page)
                .results()
                .map(name -> name.group(1) == null ? name.group(2) : name.group(1))
                .filter(name -> !name.equals(SERVER))
                .toList();
    }

    private static Set<String> namesThere() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> !file.toString().contains("/target/"))
                    .map(file -> file.getFileName().toString())
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }
}

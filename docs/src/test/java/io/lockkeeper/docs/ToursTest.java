package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The classes, files and methods that the pages on the code name, in text and in diagrams: each is there. */
class ToursTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> PAGES = List.of("architecture.md", "code-tour.md");
    private static final Pattern CLASS = Pattern.compile(
            "`(?:[a-z]+\\.)?([A-Z][A-Za-z]+|[a-z0-9-]+\\.(?:json|yaml))`|participant \\w+ as (?:[a-z]+\\.)?([A-Z][A-Za-z]+)");

    private static final Pattern DIAGRAM = Pattern.compile("(?s)```mermaid\n(.*?)```");
    private static final Pattern PARTICIPANT = Pattern.compile("participant (\\w+) as (?:[a-z]+\\.)?([A-Z]\\w+)");
    /** Who is sent a message, and the message. */
    private static final Pattern MESSAGE = Pattern.compile("(?m)^ *\\w+-[->x]+(\\w+): *(.+)$");
    /** A method of a class that is named with it, or of the receiver. */
    private static final Pattern METHOD = Pattern.compile("\\b([A-Z]\\w+)\\.([a-z]\\w+)|(?<![.\\w])([a-z]\\w+)\\(");

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
    void eachMethodThatAMessageNamesIsThere() throws IOException {
        Map<String, Path> sources = sources();
        assertThat(methods(Files.readString(Path.of("maintainers", "code-tour.md"))))
                .isNotEmpty()
                .allSatisfy(method -> assertThat(sources.get(method.type()))
                        .as(method.toString())
                        .isNotNull()
                        .content()
                        .containsPattern("\\b" + method.name() + "\\("));
    }

    @Test
    void methodsInMessagesAreFound() {
        assertThat(methods("""
                ```mermaid
                    participant A as LockAgent
                    participant B as batching.Batcher
                    A->>B: send(call), once Gate.enter lets it in
                    B-->>A: an answer
                ```
                """)).containsExactly(new Method("Batcher", "send"), new Method("Gate", "enter"));
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

    private record Method(String type, String name) {}

    private static List<Method> methods(String page) {
        return DIAGRAM.matcher(page)
                .results()
                .flatMap(diagram -> methodsOf(diagram.group(1)))
                .toList();
    }

    private static Stream<Method> methodsOf(String diagram) {
        Map<String, String> participants = PARTICIPANT
                .matcher(diagram)
                .results()
                .collect(Collectors.toMap(each -> each.group(1), each -> each.group(2)));
        return MESSAGE.matcher(diagram)
                .results()
                .flatMap(message -> METHOD.matcher(message.group(2))
                        .results()
                        .map(each -> each.group(1) == null
                                ? new Method(
                                        participants.getOrDefault(message.group(1), message.group(1)), each.group(3))
                                : new Method(each.group(1), each.group(2))));
    }

    private static Map<String, Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("agent/src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replace(".java", ""), file -> file));
        }
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

package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The Java that the pages, the class comments and the console's empty list show, on the class path of a reader who copies it. */
class SnippetsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> MODULES = List.of(
            "agent",
            "agent-spring-boot-starter",
            "adapters/shedlock",
            "adapters/spring-integration",
            "adapters/cdi",
            "adapters/moving",
            "adapters/testing");
    private static final Path FIRST_LOCK =
            ROOT.resolve("console/src/main/java/io/lockkeeper/console/ground/components/LockExamples.java");
    private static final Pattern IMPORT = Pattern.compile("^import (?!static).*;\\R", Pattern.MULTILINE);
    /** Documents and statements of SQL are shown, too. */
    private static final Pattern NOT_JAVA = Pattern.compile("^\\s*(\\{|CREATE|UPDATE)");

    /** What a class comment need not say, beside what its own file imports. */
    private static final String USUAL = """
            import static org.assertj.core.api.Assertions.assertThat;
            import static org.awaitility.Awaitility.await;
            import io.lockkeeper.agent.*;
            import java.time.*;
            import java.util.concurrent.ExecutionException;
            import org.jspecify.annotations.Nullable;
            import org.junit.jupiter.api.Test;
            import org.junit.jupiter.api.extension.*;
            import org.springframework.context.annotation.*;
            import org.springframework.integration.leader.*;
            import org.springframework.scheduling.annotation.*;
            import org.springframework.transaction.annotation.*;
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path classes;

    @TestFactory
    Stream<DynamicTest> theJavaOfThePagesCompilesWithTheImportsThatItShows() {
        List<CodeBlock> blocks = Pages.all().stream()
                .flatMap(page -> CodeBlock.ofPage(page, "java").stream())
                .toList();
        assertThat(blocks).hasSizeGreaterThan(20);
        return blocks.stream().map(block -> test(block, ""));
    }

    @TestFactory
    Stream<DynamicTest> theJavaOfTheClassCommentsCompiles() {
        List<CodeBlock> blocks = MODULES.stream()
                .flatMap(module -> Pages.sourcesOf(module).stream())
                .flatMap(source -> CodeBlock.ofJavadoc(source).stream())
                .filter(block -> !NOT_JAVA.matcher(block.text()).find())
                .toList();
        assertThat(blocks).hasSizeGreaterThan(6);
        return blocks.stream().map(block -> test(block, importsOf(block.file()) + USUAL));
    }

    @Test
    void theJavaOfTheConsolesFirstStepsCompilesWithTheImportsThatItShows() {
        List<CodeBlock> shown = CodeBlock.ofConstant(FIRST_LOCK, "JAVA");

        assertThat(shown).hasSize(1);
        assertThat(new SnippetCompiler(classes).errors(shown.getFirst())).isEmpty();
    }

    @Test
    void codeThatDoesNotCompileIsFound() {
        CodeBlock wrong = new CodeBlock(Path.of("seeded.md"), 7, """
                import io.lockkeeper.agent.Lease;

                try (Lease lease = agent.acquire(database, "send_sms")) {
                    sms.send(batch, lease.token());
                }
                """);

        assertThat(new SnippetCompiler(classes).errors(wrong))
                .singleElement()
                .asString()
                .startsWith("seeded.md:7: try (Lease lease = agent.acquire(database");
        assertThat(new SnippetCompiler(classes).errors(new CodeBlock(Path.of("seeded.md"), 1, "Lease held = lease;")))
                .as("an import is missing")
                .isNotEmpty();
        assertThat(new SnippetCompiler(classes)
                        .errors(new CodeBlock(Path.of("seeded.md"), 1, "agent.acquire(\"send_sms\").close();")))
                .singleElement()
                .asString()
                .contains("unreported exception java.lang.InterruptedException");
    }

    private static DynamicTest test(CodeBlock block, String imports) {
        return DynamicTest.dynamicTest(
                ROOT.relativize(block.file()) + ":" + block.line(),
                () -> assertThat(new SnippetCompiler(classes).errors(block, imports))
                        .isEmpty());
    }

    private static String importsOf(Path source) {
        try {
            String text = Files.readString(source);
            String own = "import %s.*;\n"
                    .formatted(text.replaceFirst("(?s).*?^package ", "").replaceFirst("(?s);.*", ""));
            return own
                    + IMPORT.matcher(text).results().map(each -> each.group()).collect(Collectors.joining());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

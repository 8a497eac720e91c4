package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.CodeBlock;
import io.lockkeeper.test.Pom;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The Maven snippets of the pages: each names artifacts that there are, in the version that they have. */
class DependenciesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pom PARENT = Pom.read(ROOT.resolve("pom.xml"));
    private static final Pom BOM = Pom.read(ROOT.resolve("bom/pom.xml"));

    @TestFactory
    Stream<DynamicTest> eachDependencyIsPublishedAndShownWithItsVersion() {
        List<CodeBlock> blocks = Pages.all().stream()
                .flatMap(page -> CodeBlock.ofPage(page, "xml").stream())
                .toList();
        assertThat(blocks).hasSizeGreaterThan(4);
        return blocks.stream()
                .map(block -> DynamicTest.dynamicTest(
                        ROOT.relativize(block.file()) + ":" + block.line(),
                        () -> assertThat(faults(block)).isEmpty()));
    }

    @Test
    void anUnknownArtifactAMissingVersionAndAWrongOneAreFound() {
        String shown = "<dependency><groupId>io.lockkeeper</groupId><artifactId>%s</artifactId>%s</dependency>";

        assertThat(faults(shown.formatted("lockkeeper-starter", "<version>" + version() + "</version>")))
                .containsExactly("lockkeeper-starter is not published");
        assertThat(faults(shown.formatted("lockkeeper-agent", "")))
                .containsExactly("lockkeeper-agent has version \"\", not " + version());
        assertThat(faults(shown.formatted("lockkeeper-agent", "<version>9</version>")))
                .containsExactly("lockkeeper-agent has version \"9\", not " + version());
    }

    private static List<String> faults(CodeBlock block) {
        return faults(block.text());
    }

    private static List<String> faults(String xml) {
        Pom shown = Pom.parse("<shown>" + xml + "</shown>");
        List<String> published = Stream.concat(
                        Stream.of(BOM.text("/project/artifactId")),
                        BOM.texts("/project/dependencyManagement/dependencies/dependency/artifactId").stream())
                .toList();
        int ours = shown.texts("//dependency[groupId='io.lockkeeper']").size();
        return Stream.iterate(1, i -> i <= ours, i -> i + 1)
                .map(i -> "(//dependency[groupId='io.lockkeeper'])[" + i + "]")
                .flatMap(each -> faults(published, shown.text(each + "/artifactId"), shown.text(each + "/version")))
                .toList();
    }

    private static Stream<String> faults(List<String> published, String artifact, String version) {
        if (!published.contains(artifact)) {
            return Stream.of(artifact + " is not published");
        }
        return version.equals(version())
                ? Stream.empty()
                : Stream.of("%s has version \"%s\", not %s".formatted(artifact, version, version()));
    }

    private static String version() {
        return PARENT.text("/project/version");
    }
}

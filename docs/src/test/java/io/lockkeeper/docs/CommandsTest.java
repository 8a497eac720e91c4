package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The two commands that a fresh machine needs: README names both, and continuous integration runs the second. */
class CommandsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String DEMO = "./lockkeeper demo";
    private static final String TEST = "./lockkeeper test";

    @Test
    void theReadmeShowsTheCommandThatStartsTheDemo() throws IOException {
        assertThat(read("README.md")).containsPattern("(?m)^" + DEMO + "\\b");
    }

    @Test
    void theReadmeShowsTheCommandThatRunsEveryTest() throws IOException {
        assertThat(read("README.md")).containsPattern("(?m)^" + TEST + "\\b");
    }

    @Test
    void continuousIntegrationRunsTheCommandOfTheReadme() throws IOException {
        assertThat(read(".ci/run")).containsPattern("(?m)^exec " + TEST + "\\b");
    }

    @Test
    void theHelpListsThemFirst() throws Exception {
        assertThat(said("help")
                        .lines()
                        .filter(line -> line.matches("  [a-z].*"))
                        .map(line -> line.strip().split(" ", -1)[0]))
                .startsWith("demo", "test");
    }

    @Test
    void theHelpOfOneCommandSaysAllThatItTakes() throws Exception {
        assertThat(said("demo", "--help"))
                .startsWith("  demo ")
                .contains("--foreign", "--mongodb URI")
                .doesNotContain("./lockkeeper");
        assertThat(said("help", "faults")).startsWith("  faults ").contains("--seed N");
        assertThat(said("none", "-h")).contains("There is no command 'none'.");
    }

    @Test
    void withoutAHomeAJavaIsLookedForAllTheSame() throws Exception {
        assertThat(ran(List.of("bash", "-euo", "pipefail", "-c", ". launcher/tools.sh; newest_jdk_of_usual_folders")))
                .doesNotContain("unbound");
    }

    /** What the launcher says in surroundings that have neither a home nor a Java. */
    private static String said(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(ROOT.resolve("lockkeeper").toString()));
        line.addAll(List.of(arguments));
        return ran(line);
    }

    private static String ran(List<String> line) throws IOException, InterruptedException {
        ProcessBuilder launcher =
                new ProcessBuilder(line).directory(ROOT.toFile()).redirectErrorStream(true);
        launcher.environment().keySet().retainAll(List.of("PATH"));
        Process started = launcher.start();
        String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int unused = started.waitFor();
        return said;
    }

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }
}

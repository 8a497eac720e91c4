package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        assertThat(Launcher.said("help")
                        .lines()
                        .filter(line -> line.matches("  [a-z].*"))
                        .map(line -> line.strip().split(" ", -1)[0]))
                .startsWith("demo", "test");
    }

    @Test
    void theHelpOfOneCommandSaysAllThatItTakes() throws Exception {
        assertThat(Launcher.said("demo", "--help"))
                .startsWith("  demo ")
                .contains("--foreign", "--mongodb URI")
                .doesNotContain("./lockkeeper");
        assertThat(Launcher.said("help", "faults")).startsWith("  faults ").contains("--seed N");
        assertThat(Launcher.said("none", "-h")).contains("There is no command 'none'.");
    }

    @Test
    void aTestThatIsNotThereIsNoSuccess() throws Exception {
        assertThat(Launcher.said("test", "NoSuchTest")).contains("No module has a test 'NoSuchTest'.");
    }

    @Test
    void aModuleThatIsNotThereIsNoSuccess() {
        assertThat(Launcher.said("test", "no-such-module")).contains("There is no module 'no-such-module'.");
    }

    @Test
    void aModulesTestsWithoutAServerAreNamedAndSoAreTheOthers() {
        assertThat(tests("unit_tests_of", "adapters/moving"))
                .contains("io.lockkeeper.agent.moving.ArchitectureTest")
                .noneMatch(each -> each.endsWith("IT") || each.endsWith("StressTest"));
        assertThat(tests("integration_tests_of", "adapters/moving"))
                .contains("io.lockkeeper.agent.OldLocksIT", "io.lockkeeper.agent.OldLocksStressTest");
        assertThat(tests("integration_tests_of", "adapters/kotlin")).contains("io.lockkeeper.kotlin.SuspendingLocksIT");
    }

    private static List<String> tests(String which, String module) {
        String script = "state=.; . launcher/test.sh; " + which + " " + module;
        return List.of(Launcher.ran(List.of("bash", "-euo", "pipefail", "-c", script))
                .strip()
                .split(",", -1));
    }

    @Test
    void itRunsInAnyFolderFromAnyOtherAndByALink(@TempDir Path elsewhere) throws Exception {
        String home = elsewhere.resolve("with a space").toString();

        assertThat(Launcher.ran(List.of(
                        "bash",
                        "-c",
                        "mkdir \"$0\" && cp -R lockkeeper launcher \"$0\" && ln -s \"$0/lockkeeper\" \"$0.link\" && cd /"
                                + " && \"$0/lockkeeper\" help test && \"$0.link\" help demo",
                        home)))
                .startsWith("  test ")
                .contains("  demo ");
    }

    @Test
    void withoutAHomeAJavaIsLookedForAllTheSame() throws Exception {
        assertThat(Launcher.ran(
                        List.of("bash", "-euo", "pipefail", "-c", ". launcher/tools.sh; newest_jdk_of_usual_folders")))
                .doesNotContain("unbound");
    }

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }
}

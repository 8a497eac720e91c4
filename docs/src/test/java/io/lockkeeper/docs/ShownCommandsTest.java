package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that the pages and the launcher's help show: each has a line in {@code launcher/commands} that says what runs it. */
class ShownCommandsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** Those for maintainers tell of many ways to call one command, and the reference of what an installed one takes. */
    private static final List<String> ELSEWHERE = List.of("docs/maintainers", "docs/reference", "docker", "agent");

    private static final Pattern TEST_NAME =
            Pattern.compile("\\b(?!No(?:Unit|Integration)Test)[A-Z]\\w*(?:Test|IT)\\b");
    private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
    private static final Pattern LAUNCHER = Pattern.compile("\\./lockkeeper ([a-z-]+)");

    private final List<RunCommand> runs = RunCommand.read(ROOT.resolve("launcher/commands"));

    @Test
    void eachCommandOfThePagesIsRunBySomething() throws IOException {
        List<ShownCommand> shown = shown();
        assertThat(shown).hasSizeGreaterThan(20);
        assertThat(shown).filteredOn(each -> isUnlisted(each.command())).isEmpty();
    }

    @Test
    void eachCommandOfTheLauncherIsRunBySomethingAndExplained() throws IOException {
        assertThat(commandsOfTheLauncher()).hasSizeGreaterThan(15).allSatisfy(name -> {
            assertThat(runs).as(name).anyMatch(run -> run.isOf(name));
            assertThat(Launcher.said("help", name)).as(name).startsWith("  " + name);
        });
    }

    @Test
    void whatIsSaidToRunACommandIsThere() throws IOException {
        Set<String> tests = tests();
        for (RunCommand run : runs) {
            if (TEST_NAME.matcher(run.runner()).matches()) {
                assertThat(tests).contains(run.runner());
            } else if (!run.runner().matches("(night|a person)(, .+)?")) {
                assertThat(ROOT.resolve(run.runner())).content().contains(run.word());
            }
        }
    }

    @Test
    void noLineOfTheListIsLeftBehind() throws IOException {
        List<String> shown = shown().stream().map(ShownCommand::command).toList();
        assertThat(runs)
                .filteredOn(run -> !run.isOfTheLauncher() && !run.command().startsWith("git restore"))
                .allMatch(run -> shown.stream().anyMatch(run::covers));
    }

    @Test
    void eachCommandOfTheLauncherThatAPageNamesIsOneOfIts() throws IOException {
        Set<String> there = commandsOfTheLauncher();
        for (Path page : Pages.all()) {
            assertThat(LAUNCHER.matcher(Files.readString(page)).results().map(found -> found.group(1)))
                    .as(page.toString())
                    .allMatch(there::contains);
        }
    }

    /** Maven calls it a success when no test has the name. */
    @Test
    void eachTestThatTheLauncherNamesIsThere() throws IOException {
        Set<String> tests = tests();
        for (Path script :
                Pages.under(ROOT.resolve("launcher"), file -> file.toString().endsWith(".sh"))) {
            List<String> named = Files.readAllLines(script).stream()
                    .filter(line -> line.contains("test=") || line.contains("test_at_night"))
                    .flatMap(line -> TEST_NAME.matcher(line).results().map(found -> found.group()))
                    .toList();
            assertThat(tests).as(script.toString()).containsAll(named);
        }
    }

    @Test
    void aCommandThatNothingRunsIsNamedWithItsPageAndLine(@TempDir Path folder) throws IOException {
        Path page =
                Files.writeString(Files.createDirectory(folder.resolve("pages")).resolve("seeded.md"), """
                # Seeded
                ```sh
                export LOCKKEEPER_MONGODB_URI='mongodb://host/app'
                ./lockkeeper demo     # as in README
                lockkeeper fly \\
                    --high
                ```
                ```
                $ lockkeeper swim
                it swims
                ```
                ```text
                ./lockkeeper no-command
                ```
                """);

        assertThat(ShownCommand.of(page))
                .filteredOn(each -> isUnlisted(each.command()))
                .extracting(ShownCommand::toString)
                .containsExactly("pages/seeded.md:6: lockkeeper fly --high", "pages/seeded.md:9: lockkeeper swim");
    }

    private boolean isUnlisted(String command) {
        return runs.stream().noneMatch(run -> run.covers(command));
    }

    private static List<ShownCommand> shown() {
        return Pages.all().stream()
                .filter(page ->
                        ELSEWHERE.stream().noneMatch(ROOT.relativize(page).toString()::startsWith))
                .flatMap(page -> ShownCommand.of(page).stream())
                .toList();
    }

    private static Set<String> commandsOfTheLauncher() throws IOException {
        return Launcher.said("help")
                .lines()
                .takeWhile(line -> !line.startsWith("Environment"))
                .filter(line -> line.matches("  [a-z].*"))
                .map(line -> line.strip().split(" ", -1)[0])
                .collect(Collectors.toSet());
    }

    private static Set<String> tests() throws IOException {
        return MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> ROOT.resolve(module.group(1)).resolve("src/test"))
                .filter(Files::isDirectory)
                .flatMap(folder -> Pages.under(folder, file -> file.toString().matches(".*\\.(java|kt)")).stream())
                .map(file -> file.getFileName().toString().replaceFirst("\\..*", ""))
                .collect(Collectors.toSet());
    }
}

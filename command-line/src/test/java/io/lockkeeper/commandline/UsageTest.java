package io.lockkeeper.commandline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class UsageTest {

    @TempDir
    Path folder;

    private static final String SOMEWHERE = "--mongodb=mongodb://127.0.0.1:1/app";

    static Stream<String> subcommands() {
        return LockkeeperMain.commandLine().getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> !each.usageMessage().hidden())
                .map(CommandSpec::name)
                .filter(each -> !each.equals("generate-completion"));
    }

    @ParameterizedTest
    @MethodSource("subcommands")
    void theManPageNamesEachSubcommandAndEachOptionOfIt(String subcommand) throws IOException {
        String page = Files.readString(Path.of("src/main/man/lockkeeper.1")).replace("\\-", "-");
        CommandLine command =
                requireNonNull(LockkeeperMain.commandLine().getSubcommands().get(subcommand));
        assertThat(page).contains(".SS " + subcommand);
        assertThat(page.substring(0, page.indexOf(".SH DESCRIPTION"))).containsPattern("\\b" + subcommand + "\\b");
        command.getCommandSpec().options().stream()
                .map(option -> option.longestName())
                .forEach(option -> assertThat(page).contains(option));
    }

    /** Up to its options, which each section lists. */
    @ParameterizedTest
    @MethodSource("subcommands")
    void theSynopsisNamesTheArgumentsOfEachSubcommand(String subcommand) throws IOException {
        String page = Files.readString(Path.of("src/main/man/lockkeeper.1"));
        String synopsis = page.substring(page.indexOf(".SH SYNOPSIS"), page.indexOf(".SH DESCRIPTION"));
        String form = Stream.of(synopsis.split("\\.br\n", -1))
                .filter(each -> each.matches("(?s).*\\b" + subcommand + "\\b.*"))
                .findFirst()
                .orElseThrow();
        requireNonNull(LockkeeperMain.commandLine().getSubcommands().get(subcommand))
                .getCommandSpec()
                .positionalParameters()
                .forEach(argument -> assertThat(form).contains(argument.paramLabel()));
    }

    @Test
    void completionKnowsTheSubcommands() {
        assertThat(Terminal.run("generate-completion").out()).contains("doctor", "--no-wait", "complete -F");
    }

    /** It narrows what is offered by itself. */
    @Test
    void zshTakesTheCompletionAndIsOfferedTheSubcommands() throws Exception {
        Assumptions.assumeTrue(isThere("zsh"), "There is no zsh here: the completion was not tried in it.");
        Path script = Files.writeString(
                folder.resolve("completion"),
                Terminal.run("generate-completion").out());
        String asks = """
            autoload -Uz compinit bashcompinit; compinit -u -D; bashcompinit; source %s
            emulate ksh; COMP_WORDS=(lockkeeper wa); COMP_CWORD=1; _complete_lockkeeper
            print -l -- ${COMPREPLY[@]}
            """.formatted(script);
        assertThat(said("zsh", "-f", "-c", asks)).contains("run", "waits", "watch", "doctor");
    }

    /** Which cuts its words at colons, and quotes nothing by itself. */
    @Test
    void bashIsOfferedNamesOfLocksWithColonsAndSpaces() throws Exception {
        Path lockkeeper = Files.writeString(folder.resolve("lockkeeper"), """
            #!/bin/sh
            printf '{"name": "%s", "capacity": 1}\\n' order:4711 order:4712 'two words'
            """);
        assertThat(lockkeeper.toFile().setExecutable(true)).isTrue();
        Path script = Files.writeString(
                folder.resolve("completion"),
                Terminal.run("generate-completion").out());
        String asks = """
            PATH=%s:$PATH; source %s
            ask() {
                COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2))
                _lockkeeper_with_locks lockkeeper "${COMP_WORDS[COMP_CWORD]}" 2>/dev/null
                echo "${COMPREPLY[*]}"
            }
            ask 'lockkeeper show ' lockkeeper show ''
            ask 'lockkeeper show order:47' lockkeeper show order : 47
            ask 'lockkeeper run two\\ w' lockkeeper run 'two\\ w'
            """.formatted(folder, script);
        assertThat(said("bash", "-c", asks))
                .containsExactly("order:4711 order:4712 two\\ words", "4711 4712", "two\\ words");
    }

    private static Stream<String> said(String... command) throws IOException {
        Process shell = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines();
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "version"})
    void itSaysItsVersion(String asked) {
        assertThat(Terminal.run(asked).out()).matches("lockkeeper \\d+\\.\\d+.*\\R");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "help", "--help"})
    void calledBareItListsItsCommands(String asked) {
        Terminal help = Terminal.run(asked.isEmpty() ? new String[0] : new String[] {asked});

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("Usage: lockkeeper", "Run a command while holding a lock.");
    }

    @ParameterizedTest
    @CsvSource({
        "Ttl PT1S is out of bounds: PT5S to PT24H, Ttl 1s is out of bounds: 5s to 24h",
        "within PT1H30M0.05S, within 1h30m50ms",
        "after PT0S, after 0s",
        "\"PTA\" and PT, \"PTA\" and PT",
        "\"PT1S\" is no duration, \"PT1S\" is no duration"
    })
    void durationsAreWrittenAsUsersTypeThem(String said, String written) {
        assertThat(Plain.typed(said)).isEqualTo(written);
    }

    @Test
    void helpExplainsACommand() {
        assertThat(Terminal.run("help", "run").out()).contains("--no-wait");
    }

    @ParameterizedTest
    @ValueSource(strings = {"list --json", "list --json --limit 0", "lst --json"})
    void aProgramThatAsksForJsonGetsTheErrorSo(String arguments) {
        Terminal wrong = Terminal.run(arguments.split(" ", -1));

        assertThat(wrong.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(BsonDocument.parse(line))
                        .containsKey("error")
                        .containsEntry("exitCode", new BsonInt32(ExitCode.USAGE)));
    }

    @Test
    void theJsonOfACommandUnderALockIsItsOwn() {
        assertThat(Terminal.run("run", "job", "--mongodb=mongodb://x", "--", "true", "--json")
                        .err())
                .startsWith("lockkeeper: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run job --ttl 5 -- true",
                "run job --wait soon -- true",
                "run job --wait 5s --no-wait -- true",
                "run job --busy-exit-code 256 -- true",
                "run job --ttl 1s -- true",
                "run job",
                "run job --permits 2 -- true",
                "run job --permits 3 --capacity 2 -- true",
                "run job --shared --write -- true",
                "run job ls -l",
                "list --limit 0",
                "evict job --token 1 --reason why",
                "evict job --token 1 --break-glass",
                "evict job --reason why",
                "evict job --etag ab --reason why",
                "evict job --token 1 --holder-is-dead --reason why",
                "evict job --source app.x/shedlock --reason why",
                "evict job --source app.x/shedlock --etag ab --token 1 --reason why",
                "evict job --source app.x/shedlock --etag ab --break-glass --reason why",
                "evict job --token 1 --reason \u0007 --break-glass",
                "pause job --for 31d --reason why --break-glass",
                "pause job --for 0s --reason why --break-glass",
                "pause job --for 1h --reason why",
                "nothing"
            })
    void whatIsNotUnderstoodEndsWithItsCodeAndAsksNoServer(String arguments) {
        List<String> words = List.of(arguments.split(" ", -1));
        int end = words.contains("--") ? words.indexOf("--") : words.size();
        String[] all = Stream.of(words.subList(0, end), List.of(SOMEWHERE), words.subList(end, words.size()))
                .flatMap(List::stream)
                .toArray(String[]::new);
        Terminal wrong = Terminal.run(all);
        assertThat(wrong.exitCode()).as(wrong.err()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).startsWith("lockkeeper: ").doesNotContain("\tat ", "\u0007");
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "75, lockkeeper: The lock is busy"})
    void whatEndsWithZeroPrintsNothingThatCronWouldMail(int code, String said) throws Exception {
        CommandLine line = LockkeeperMain.commandLine();
        StringWriter err = new StringWriter();
        line.setErr(new PrintWriter(err, true));

        assertThat(line.getExecutionExceptionHandler()
                        .handleExecutionException(
                                new FailedException(code, "The lock is busy"), line, line.parseArgs()))
                .isEqualTo(code);
        assertThat(err.toString().strip()).isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource({"lst, list", "pasue job, pause", "list --nmae x, --name", "doctor --jsn, --json"})
    void aSlipOfTheFingerIsRecognized(String arguments, String meant) {
        assertThat(Terminal.run(arguments.split(" ")).err()).contains("Did you mean", "\"" + meant + "\"");
    }

    @Test
    void aNameThatIsNearlyALocksIsRecognized() {
        List<String> names = List.of("send_sms", "send_mail", "order:4711", "x");
        assertThat(SimilarNames.nearest("send_smms", names)).containsExactly("send_sms");
        assertThat(SimilarNames.nearest("Order:4711", names)).containsExactly("order:4711");
        assertThat(SimilarNames.nearest("invoice", names)).isEmpty();
    }

    @Test
    void anAddressWithoutADatabaseOrThatIsNoneIsExplainedWithoutItsPassword() {
        assertThat(Terminal.run("list", "--mongodb", "mongodb://127.0.0.1:1").err())
                .contains("names no database");
        assertThat(Terminal.run("run", "--mongodb", "mongodb://127.0.0.1:1/admin", "report", "--", "true")
                        .err())
                .contains("\"admin\" is a database of MongoDB itself", "--database", "authSource");
        assertThat(Terminal.run("list", "--database", "local", "--mongodb", "mongodb://127.0.0.1:1/app")
                        .err())
                .contains("\"local\" is a database of MongoDB itself", "two could hold one lock");
        assertThat(Terminal.run("list", "--mongodb", "mongodb://app:p@ss/s3cret@host/app")
                        .err())
                .contains("percent-encode")
                .doesNotContain("s3cret");
        assertThat(Terminal.run("list", "--mongodb-file", "/nonexistent").err()).contains("cannot be read");
    }
}

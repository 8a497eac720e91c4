package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/lockkeeper} of the package, over this build's classes, in the surroundings of cron and of containers. */
class LauncherIT {

    private static final String NAME = "größe:Zürich";

    @TempDir
    private Path home;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final String uri = RunIT.withDatabase(MongoServer.shared().uri(), database.getName());

    @BeforeEach
    void unpack() throws IOException, InterruptedException {
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("lib"));
        Path launcher = Path.of("..", "launcher", "packaged", "lockkeeper");
        // by a process of its own: what this one writes cannot be started while a fork of it has the file open
        Process copy = new ProcessBuilder(
                        "cp", "-p", launcher.toString(), home.resolve("bin").toString())
                .start();
        assertThat(copy.waitFor()).isZero();
        Files.createSymbolicLink(home.resolve("runtime"), Path.of(System.getProperty("java.home")));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath());
        new JarOutputStream(Files.newOutputStream(home.resolve("lib/all.jar")), manifest).close();
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "LANG=C", "LC_ALL=POSIX", "LANG=xx_XX.UTF-8"})
    void aNameIsTheSameLockInEveryLocale(String locale) throws Exception {
        try (LockAgent other = LockAgent.connect(
                        MongoServer.shared().client(), database.getName(), AgentOptions.forService("billing"));
                Lease held = other.acquire(NAME)) {
            Ended beside = run(locale, "run", NAME, "--no-wait", "--", "true");
            assertThat(beside.exitCode()).as(beside.err()).isEqualTo(ExitCode.BUSY);
            assertThat(beside.err()).contains(NAME);
            assertThat(run(locale, "run", "gräße:Zérich", "--no-wait", "--", "true")
                            .exitCode())
                    .isZero();
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(database.getCollection("locks").countDocuments(Filters.eq("_id", "gräße:Zérich")))
                .isOne();
        assertThat(run(locale, "show", NAME).out()).contains(NAME);
    }

    @Test
    void theCommandGetsTheUsersOwnEnvironment() throws Exception {
        String print = "echo \"[${LC_ALL-none}] [${LANG-none}] [${LOCKKEEPER_LC_ALL-none}] $1\"";

        assertThat(run("", "run", "job", "--", "sh", "-c", print, "sh", "Zürich")
                        .out())
                .isEqualTo("[none] [none] [none] Zürich\n");
        assertThat(run("LC_ALL=POSIX", "run", "job", "--", "sh", "-c", print, "sh", "Zürich")
                        .out())
                .isEqualTo("[POSIX] [none] [none] Zürich\n");
        assertThat(run("LANG=C", "run", "job", "--", "sh", "-c", print, "sh", "Zürich")
                        .out())
                .isEqualTo("[none] [C] [none] Zürich\n");
    }

    @Test
    void whatIsNotReadableIsRefusedAndNotReplaced() throws Exception {
        Path latin = Files.write(
                home.resolve("latin"), "exec \"$1\" run größe -- true".getBytes(StandardCharsets.ISO_8859_1));
        Ended refused = start(
                Map.of(),
                List.of("sh", latin.toString(), home.resolve("bin/lockkeeper").toString()));
        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("U+FFFD", "LC_ALL=C.UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Duser.language=ar -Duser.country=EG", "-Duser.language=fa -Duser.country=IR"})
    void itsTextsHaveTheDigitsOfEnglish(String locale) throws Exception {
        Ended list = run("LOCKKEEPER_JAVA_OPTIONS=" + locale, "run", "job", "--busy-exit-code", "999", "--", "true");

        assertThat(list.err()).contains("--busy-exit-code is 999; it must be from 0 to 255.");
    }

    /** In each shell, as if TAB were pressed there; one that is not here is left out. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bash | source completion; COMP_WORDS=(lockkeeper show n); COMP_CWORD=2; COMP_LINE='lockkeeper show n'; COMP_POINT=17; _lockkeeper_with_locks lockkeeper n show; printf '%s\\n' "${COMPREPLY[@]}"
            zsh | source completion; COMP_WORDS=(lockkeeper show n); COMP_CWORD=2; emulate ksh; setopt ksh_glob; _lockkeeper_with_locks lockkeeper n show; print -l -- ${COMPREPLY[@]}
            fish | source completion; complete -C 'lockkeeper show n'
            """)
    void theNamesOfLocksInUseAreCompleted(String shell, String asks) throws Exception {
        Assumptions.assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, shell))),
                shell + " is not here");
        Files.writeString(
                home.resolve("completion"),
                run("", "generate-completion", shell).out());
        try (LockAgent other = LockAgent.connect(
                        MongoServer.shared().client(), database.getName(), AgentOptions.forService("billing"));
                Lease night = other.acquire("nightly-report");
                Lease noon = other.acquire("orders")) {
            String line = "cd %s; PATH=%s:$PATH; %s".formatted(home, home.resolve("bin"), asks);
            Ended offered = start(
                    Map.of("HOME", home.toString()),
                    List.of(
                            shell,
                            "-c",
                            shell.equals("fish")
                                    ? line.replace(":$PATH", " $PATH").replace("PATH=", "set -x PATH ")
                                    : line));
            assertThat(offered.out().lines())
                    .as(offered.err())
                    .contains("nightly-report")
                    .doesNotContain("orders");
            assertThat(night.isHeld() && noon.isHeld()).isTrue();
        }
    }

    private record Ended(int exitCode, String out, String err) {}

    private Ended run(String variable, String... arguments) throws Exception {
        String[] parts = variable.split("=", 2);
        List<String> line =
                new ArrayList<>(List.of(home.resolve("bin/lockkeeper").toString()));
        line.addAll(List.of(arguments));
        return start(variable.isEmpty() ? Map.of() : Map.of(parts[0], parts[1]), line);
    }

    private Ended start(Map<String, String> variables, List<String> line) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(home.resolve("out").toFile())
                .redirectError(home.resolve("err").toFile());
        String path = builder.environment().get("PATH");
        builder.environment().clear();
        builder.environment().putAll(variables);
        builder.environment().put("PATH", path);
        builder.environment().put("LOCKKEEPER_MONGODB_URI", uri);
        int code = builder.start().waitFor();
        return new Ended(code, Files.readString(home.resolve("out")), Files.readString(home.resolve("err")));
    }

    /** As a jar's manifest names it. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> !each.isEmpty())
                .map(each -> Path.of(each).toUri().toString())
                .collect(Collectors.joining(" "));
    }
}

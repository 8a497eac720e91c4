package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./lockkeeper package} made, in an empty folder and with no Java on the path. Run by that command. */
@Tag("packaged")
class PackagedIT {

    @TempDir
    Path empty;

    private Path command;

    private record Ended(int exitCode, String said) {}

    @BeforeEach
    void unpack() throws Exception {
        Packages.unpack("lockkeeper-[0-9]*.tar.gz", empty);
        command = empty.resolve("lockkeeper/bin/lockkeeper");
    }

    @Test
    void itStartsWithoutJavaAndItsCacheIsAccepted() throws Exception {
        Ended version = start("-Xlog:all=warning:stdout", "--version");
        assertThat(version.exitCode()).as(version.said()).isZero();
        assertThat(version.said()).startsWith("lockkeeper ").doesNotContain("[aot]", "[warning]");
        Ended strict = start("-XX:AOTMode=on", "--version");
        assertThat(strict.exitCode()).as(strict.said()).isZero();
    }

    @Test
    void itRunsACommandUnderALockAndListsLocks() throws Exception {
        MongoDatabase database = MongoServer.shared().freshDatabase();
        String uri = "--mongodb=" + RunIT.withDatabase(MongoServer.shared().uri(), database.getName());
        Ended run = start("", "run", "job", uri, "--", "/bin/sh", "-c", "echo $LOCKKEEPER_LOCK; exit 5");
        assertThat(run.said()).isEqualTo("job\n");
        assertThat(run.exitCode()).isEqualTo(5);
        try (LockAgent agent = LockAgent.connect(
                        MongoServer.shared().client(), database.getName(), AgentOptions.forService("billing"));
                Lease held = agent.acquire("invoices")) {
            assertThat(start("", "list", uri).said()).contains(Long.toString(held.token()));
            tellMedian("first answer", start -> start("", "list", uri));
        }
        tellMedian("--help", start -> start("", "--help"));
        database.drop();
    }

    @Test
    void itWorksThroughALinkAndBringsItsManPageAndCompletion() throws Exception {
        Path link = Files.createSymbolicLink(empty.resolve("lk"), command);
        Ended version = ended(new ProcessBuilder(link.toString(), "--version"));
        assertThat(version.said()).startsWith("lockkeeper ");
        assertThat(command.resolveSibling("../share/man/man1/lockkeeper.1")).isNotEmptyFile();
        assertThat(command.resolveSibling("../share/bash-completion/completions/lockkeeper"))
                .isNotEmptyFile();
    }

    @Test
    void theDebianPackageBringsTheHostAgentsUnitAndLeavesOnlyItsSettings() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "no Debian");
        Path root = Packages.debian(empty.resolve("root"));
        Packages.dpkg(
                root,
                "--force-depends",
                "--install",
                Packages.only("lockkeeper_*.deb").toString());
        command = root.resolve("opt/lockkeeper/bin/lockkeeper");
        assertThat(start("-XX:AOTMode=on", "--version").said()).startsWith("lockkeeper ");
        assertThat(root.resolve("usr/share/man/man1/lockkeeper.1")).isNotEmptyFile();
        assertThat(root.resolve("usr/share/fish/vendor_completions.d/lockkeeper.fish"))
                .content()
                .contains("complete -c lockkeeper");
        assertThat(root.resolve("usr/lib/sysusers.d/lockkeeper.conf")).isNotEmptyFile();
        assertThat(root.resolve("usr/lib/systemd/system/lockkeeper-host.service"))
                .content()
                .contains("EnvironmentFile=/etc/lockkeeper/host.env", "ExecStart=/opt/lockkeeper/bin/lockkeeper serve");
        Path settings = root.resolve("etc/lockkeeper/host.env");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(settings)))
                .isEqualTo("rw-------");
        Packages.dpkg(root, "--remove", "lockkeeper");
        assertThat(root.resolve("opt")).doesNotExist();
        assertThat(settings).as("an administrator's").exists();
        Packages.dpkg(root, "--purge", "lockkeeper");
        assertThat(settings).doesNotExist();
    }

    @Test
    void theSumsAreThoseOfTheFiles() throws Exception {
        Process check = new ProcessBuilder("sha256sum", "--check", "--quiet", "SHA256SUMS")
                .directory(Packages.folder().toFile())
                .inheritIO()
                .start();
        assertThat(check.waitFor()).isZero();
    }

    private interface Start {
        Ended again(int time) throws Exception;
    }

    private void tellMedian(String what, Start start) throws Exception {
        List<Duration> took = new ArrayList<>();
        for (int i : IntStream.range(0, 9).toArray()) {
            long began = System.nanoTime();
            start.again(i);
            took.add(Duration.ofNanos(System.nanoTime() - began));
        }
        Packages.tell(what + ", median of 9,", took.stream().sorted().toList().get(4));
    }

    private Ended start(String javaOptions, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().clear();
        builder.environment().put("PATH", Packages.NO_PATH);
        builder.environment().put("LOCKKEEPER_JAVA_OPTIONS", javaOptions);
        return ended(builder.directory(empty.toFile()));
    }

    private static Ended ended(ProcessBuilder builder) throws Exception {
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }
}

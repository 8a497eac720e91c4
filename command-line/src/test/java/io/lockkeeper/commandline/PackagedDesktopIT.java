package io.lockkeeper.commandline;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The desktop application that {@code ./lockkeeper package} made, in an empty folder and with no Java on the path, in a real
 * browser, on a screen that nobody sees (Xvfb): a browser without one does not end with its last window. Run by that command.
 */
@Tag("packaged")
class PackagedDesktopIT {

    private static final String SCREEN =
            String.format(Locale.ROOT, ":%d", 200 + ProcessHandle.current().pid() % 50_000);

    @TempDir
    Path empty;

    @Test
    void itShowsTheFirstRowWithoutJavaAndEndsWithItsWindow() throws Exception {
        Packages.unpack("lockkeeper-desktop-*.tar.xz", empty);
        showsTheFirstRow(empty.resolve("lockkeeper-desktop/bin/lockkeeper-desktop"));
    }

    @Test
    void theDebianPackageInstallsStartsAndLeavesNothingWhereThereIsNoDesktop() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "no Debian");
        Path root = Packages.debian(empty.resolve("root"));
        Packages.dpkg(
                root,
                "--force-depends",
                "--install",
                Packages.only("lockkeeper-desktop_*.deb").toString());
        assertThat(root.resolve("usr/share/applications/lockkeeper-desktop.desktop"))
                .isNotEmptyFile();
        assertThat(root.resolve("usr/share/icons/hicolor/512x512/apps/lockkeeper-desktop.png"))
                .isNotEmptyFile();
        showsTheFirstRow(root.resolve("opt/lockkeeper-desktop/bin/lockkeeper-desktop"));
        Packages.dpkg(root, "--purge", "lockkeeper-desktop");
        assertThat(root.resolve("opt")).doesNotExist();
        assertThat(root.resolve("usr")).doesNotExist();
    }

    private void showsTheFirstRow(Path application) throws Exception {
        MongoDatabase database = MongoServer.shared().freshDatabase();
        Path log = empty.resolve("desktop.log");
        Process screen = screen();
        long began = System.nanoTime();
        Process desktop =
                start(application, RunIT.withDatabase(MongoServer.shared().uri(), database.getName()), log);
        try (LockAgent agent = LockAgent.connect(
                        MongoServer.shared().client(), database.getName(), AgentOptions.forService("billing"));
                Lease held = agent.acquire("send_sms")) {
            DevTools window = DevTools.of(empty.resolve("home/.lockkeeper/browser"), desktop);
            await().atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> window.shows("send_sms") || !desktop.isAlive());
            assertThat(desktop.isAlive()).as(Files.readString(log)).isTrue();
            Packages.tell("desktop's first row", Duration.ofNanos(System.nanoTime() - began));
            assertThat(Files.readString(log)).doesNotContain("[aot]");
            window.close();
            assertThat(desktop.waitFor(60, SECONDS)).as("ends with its window").isTrue();
            assertThat(desktop.exitValue()).isZero();
            assertThat(held.isHeld()).isTrue();
        } finally {
            end(desktop);
            end(screen);
            database.drop();
            MongoServer.shared()
                    .client()
                    .getDatabase(database.getName() + "_console")
                    .drop();
        }
    }

    private Process start(Path application, String uri, Path log) throws IOException {
        Path browser = Files.writeString(empty.resolve("browser"), """
            #!/bin/sh
            PATH=/usr/bin:/bin
            export PATH
            exec %s --no-sandbox --test-type --disable-gpu --remote-debugging-port=0 "$@"
            """.formatted(chromium()));
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder builder = new ProcessBuilder(application.toString());
        builder.environment().clear();
        builder.environment().put("PATH", Packages.NO_PATH);
        builder.environment().put("DISPLAY", SCREEN);
        builder.environment().put("LOCKKEEPER_BROWSER", browser.toString());
        builder.environment().put("LOCKKEEPER_MONGODB_URI", uri);
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Duser.home=" + Files.createDirectories(empty.resolve("home")));
        return builder.directory(empty.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private static Process screen() throws IOException {
        return new ProcessBuilder("Xvfb", SCREEN, "-screen", "0", "1280x800x24")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String chromium() {
        return Stream.of(
                        Objects.requireNonNullElse(System.getenv("LOCKKEEPER_CHROMIUM"), ""),
                        "/usr/bin/chromium",
                        "/usr/bin/google-chrome")
                .filter(path -> !path.isBlank() && Files.isExecutable(Path.of(path)))
                .findFirst()
                .orElseThrow();
    }

    private static void end(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        assertThat(process.waitFor(60, SECONDS)).isTrue();
    }
}

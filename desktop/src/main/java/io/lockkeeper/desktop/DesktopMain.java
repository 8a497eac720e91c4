package io.lockkeeper.desktop;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Starts the console as an application of this desktop: one at a time, in a window of its own, and ends with it.
 * {@code LOCKKEEPER_MONGODB_URI} in the environment opens that cluster, and is not kept.
 */
public final class DesktopMain {

    private static final Logger LOG = LoggerFactory.getLogger(DesktopMain.class);

    private DesktopMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        quiet();
        int code = 1;
        try {
            code = start(home());
        } catch (IOException e) {
            LOG.error("Lockkeeper Console did not start: {}", e.toString());
        }
        System.exit(code); // also if a library has left a thread running
    }

    /** The user's home. Java asks the system and not HOME, and returns a question mark if the user has none there. */
    private static Path home() throws IOException {
        Path home = Path.of(System.getProperty("user.home", "?"));
        if (!home.isAbsolute()) {
            throw new IOException(
                    "Java knows no home folder of this user. Its connections are kept there: name one with LOCKKEEPER_JAVA_OPTIONS=-Duser.home=/path");
        }
        return home;
    }

    /** Limits the log until the console's own settings apply, because the driver would log everything. */
    private static void quiet() {
        LoggingSystem logging = LoggingSystem.get(DesktopMain.class.getClassLoader());
        logging.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.INFO);
        logging.setLogLevel("org.mongodb.driver", LogLevel.WARN);
    }

    private static int start(Path home) throws IOException, InterruptedException {
        OwnFolder folder = OwnFolder.at(home.resolve(".lockkeeper"));
        Optional<OneInstance> one = OneInstance.claim(folder);
        if (one.isPresent()) {
            try (OneInstance instance = one.get()) {
                run(instance, folder, home);
            }
            return 0;
        }
        if (OneInstance.call(folder)) {
            LOG.info("Lockkeeper Console runs already: it shows another window.");
            return 0;
        }
        LOG.error("Lockkeeper Console runs already, and does not answer. End that process, and start again.");
        return 1;
    }

    private static void run(OneInstance instance, OwnFolder folder, Path home)
            throws IOException, InterruptedException {
        OneTimeLogins logins = new OneTimeLogins(System::nanoTime);
        SignsOfLife life = new SignsOfLife(System::nanoTime);
        HttpServer server = DesktopGate.onLoopback();
        String address = DesktopGate.address(server);
        ConsoleRun console = new ConsoleRun(DesktopUser.here(), logins, life, address, new KeptPort(folder));
        Connections connections = connections(folder, console);
        first(connections, console);
        DesktopWindow window = new DesktopWindow(
                Browsers.here(), folder, home, life, () -> GatePages.handOver(address, logins.make()));
        try (DesktopGate gate = new DesktopGate(server, logins, life, connections, console)) {
            gate.start();
            instance.listen(window::another);
            window.show();
            console.stop();
        }
    }

    private static Connections connections(OwnFolder folder, ConsoleRun console) {
        try {
            return Connections.in(folder);
        } catch (IOException e) {
            console.fail(String.valueOf(e.getMessage()));
            return Connections.none(folder);
        }
    }

    private static void first(Connections connections, ConsoleRun console) {
        String given = Objects.requireNonNullElse(System.getenv("LOCKKEEPER_MONGODB_URI"), "");
        if (given.isBlank()) {
            connections.list().stream().findFirst().ifPresent(console::start);
            return;
        }
        try {
            console.start(new ConnectionForm(Map.of("uri", given)).connection());
        } catch (ConnectionForm.Fault fault) {
            console.fail("LOCKKEEPER_MONGODB_URI cannot be used. " + fault.getMessage());
        }
    }
}

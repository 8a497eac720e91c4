package io.lockkeeper.test;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.awaitility.core.ConditionTimeoutException;
import org.bson.Document;

/**
 * A mongod process on a port of its own, with a data folder that goes when it goes. It is ended with this JVM
 * at the latest.
 */
final class Mongod implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int LOG_LINES_SHOWN = 25;
    private static final String PREFIX = "lockkeeper-mongod-";

    /** A file system in memory, as Linux has it. There no acknowledgement by a majority waits for a disk. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private static final long ROOM = 2L << 30;

    /** Else 300 MB are written before the first document. */
    private static final String SMALL_JOURNAL = "log=(prealloc=false,file_max=16MB)";

    private final Path folder = temporaryFolder();
    private final int port = ServerProcess.freePort();
    private final Place place;
    private final List<String> command;
    private final MongoClient client;
    private final Thread endWithJvm = new Thread(this::end, "end-mongod");
    private volatile Process process;
    private volatile boolean paused;

    private Mongod(Place place, Consumer<MongoClientSettings.Builder> access, List<String> options) {
        this.place = place;
        command = command(options);
        process = launch();
        client = directClient(access);
        Runtime.getRuntime().addShutdownHook(endWithJvm);
    }

    static Mongod start(Place place, String... options) {
        return start(place, settings -> {}, options);
    }

    /** Where {@code access} says how the server is to be spoken to. */
    static Mongod start(Place place, Consumer<MongoClientSettings.Builder> access, String... options) {
        if (MongoServer.isGiven()) {
            throw new IllegalStateException("LOCKKEEPER_TEST_MONGODB gives a server, and this starts one of its own:"
                    + " a test that does needs @OwnServer");
        }
        Mongod mongod = new Mongod(place, access, List.of(options));
        mongod.awaitListening();
        return mongod;
    }

    String address() {
        return place.host() + ":" + port;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    boolean answers() {
        return process.isAlive() && !paused;
    }

    /** Runs an administration command on this very process, in any role. */
    Document command(Document command) {
        return client.getDatabase("admin").runCommand(command);
    }

    void kill() {
        process.destroyForcibly();
        awaitEnd();
        paused = false;
    }

    void restart() {
        if (process.isAlive()) {
            throw new IllegalStateException("The mongod at " + address() + " is still running");
        }
        process = launch();
        awaitListening();
    }

    void pause() {
        signal("STOP");
        paused = true;
    }

    void resume() {
        signal("CONT");
        paused = false;
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(endWithJvm);
        end();
    }

    private void end() {
        client.close();
        process.destroyForcibly();
        awaitEnd();
        ServerProcess.delete(folder);
    }

    private List<String> command(List<String> options) {
        List<String> line = new ArrayList<>(place.prefix());
        line.add(MongodBinary.find().toString());
        line.addAll(List.of("--dbpath", folder.toString(), "--port", Integer.toString(port)));
        line.addAll(List.of("--logpath", log().toString(), "--logappend"));
        line.addAll(List.of("--bind_ip", place.host(), "--nounixsocket", "--wiredTigerCacheSizeGB", "0.25"));
        line.addAll(List.of("--wiredTigerEngineConfigString", SMALL_JOURNAL));
        line.addAll(List.of("--setParameter", "enableTestCommands=1", "--setParameter", "ttlMonitorSleepSecs=5"));
        line.addAll(options);
        return List.copyOf(line);
    }

    private Process launch() {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("stdout.log").toFile());
            builder.environment().putAll(place.environment());
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bounded everywhere, so that a member which was paused or killed fails a test instead of hanging it. */
    private MongoClient directClient(Consumer<MongoClientSettings.Builder> access) {
        MongoClientSettings.Builder settings = MongoClientSettings.builder()
                .applyToClusterSettings(cluster -> cluster.hosts(List.of(new ServerAddress(place.host(), port)))
                        .mode(ClusterConnectionMode.SINGLE)
                        .serverSelectionTimeout(10, SECONDS))
                .applyToSocketSettings(
                        socket -> socket.connectTimeout(2, SECONDS).readTimeout(20, SECONDS));
        access.accept(settings);
        return MongoClients.create(settings.build());
    }

    private void awaitListening() {
        try {
            await().atMost(START_LIMIT)
                    .pollInterval(20, MILLISECONDS)
                    .failFast(() -> !process.isAlive())
                    .until(this::isListening);
        } catch (ConditionTimeoutException | org.awaitility.core.TerminalFailureException e) {
            String said = logTail();
            end();
            throw new IllegalStateException("mongod did not start: " + command + "\n" + said, e);
        }
    }

    private boolean isListening() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(place.host(), port), 500);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private void awaitEnd() {
        await().atMost(START_LIMIT).pollInterval(10, MILLISECONDS).until(() -> !process.isAlive());
    }

    private void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -" + name + " ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Path log() {
        return folder.resolve("mongod.log");
    }

    private String logTail() {
        List<String> lines = new ArrayList<>();
        for (Path file : List.of(folder.resolve("stdout.log"), log())) {
            if (Files.exists(file)) {
                lines.addAll(lines(file));
            }
        }
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(file + " cannot be read: " + e);
        }
    }

    private static Path temporaryFolder() {
        try {
            return MEMORY.toFile().getUsableSpace() > ROOM
                    ? Files.createTempDirectory(MEMORY, PREFIX)
                    : Files.createTempDirectory(PREFIX);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

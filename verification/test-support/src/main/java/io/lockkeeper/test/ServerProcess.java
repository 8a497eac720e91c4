package io.lockkeeper.test;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** A server of another kind in a place, on a port of its own, with a folder that goes when it goes: with this JVM at the latest. */
public final class ServerProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int CONNECT_MILLIS = 500;
    /** Below the ports that systems give to outgoing connections, which could take one while its server is down. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_000;

    private final Place place;
    private final Path folder;
    private final int port;
    private final List<String> command;
    private final Thread endWithJvm = new Thread(this::end, "end-server");
    private volatile Process process;

    private ServerProcess(Place place, int port, Command command) throws IOException {
        this.place = place;
        this.port = port;
        folder = Files.createTempDirectory("lockkeeper-server-");
        this.command = new ArrayList<>(place.prefix());
        this.command.addAll(command.line(port, folder));
        process = launch();
        Runtime.getRuntime().addShutdownHook(endWithJvm);
    }

    /** What to run, given the port and the folder. */
    @FunctionalInterface
    public interface Command {
        List<String> line(int port, Path folder) throws IOException;
    }

    /** A port that is free on this machine. */
    public static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // another one then
            }
        }
    }

    public static ServerProcess start(Place place, Command command) throws IOException {
        ServerProcess server = launch(place, freePort(), command);
        server.awaitListening();
        return server;
    }

    /** Starts it without waiting for it. */
    public static ServerProcess launch(Place place, int port, Command command) throws IOException {
        return new ServerProcess(place, port, command);
    }

    public String address() {
        return place.host() + ":" + port;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public InetSocketAddress socketAddress() {
        return new InetSocketAddress(place.host(), port);
    }

    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    public void restart() throws IOException {
        process = launch();
        awaitListening();
    }

    public void awaitListening() throws IOException {
        await().atMost(START_LIMIT).until(() -> listens() || !process.isAlive());
        if (!process.isAlive()) {
            String said = Files.readString(folder.resolve("output.log"));
            close();
            throw new IllegalStateException("The server did not start: " + said);
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(endWithJvm);
        end();
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(folder.resolve("output.log").toFile()))
                .start();
    }

    private void end() {
        kill();
        try {
            delete(folder);
        } catch (UncheckedIOException e) {
            System.err.println("Left behind: " + folder + ", for " + e);
        }
    }

    /** Deletes a folder, with all that is in it. */
    public static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(socketAddress(), CONNECT_MILLIS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}

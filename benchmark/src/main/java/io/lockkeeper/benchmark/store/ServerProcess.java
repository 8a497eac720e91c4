package io.lockkeeper.benchmark.store;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A server on a loopback port of its own, with a folder that goes when it goes: with this JVM at the latest. */
final class ServerProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final long LOOK_EVERY_MILLIS = 50;

    private final Path folder;
    private final int port;
    private final Process process;
    private final Thread endWithJvm = new Thread(this::end, "end-server");

    private ServerProcess(Command command) throws IOException {
        folder = Files.createTempDirectory("lockkeeper-bench-");
        port = freePort();
        process = new ProcessBuilder(command.line(port, folder))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(folder.resolve("output.log").toFile()))
                .start();
        Runtime.getRuntime().addShutdownHook(endWithJvm);
    }

    /** What to run, given the port and the folder. */
    interface Command {
        List<String> line(int port, Path folder) throws IOException;
    }

    static ServerProcess start(Command command) throws IOException, InterruptedException {
        ServerProcess server = new ServerProcess(command);
        long limit = System.nanoTime() + START_LIMIT.toNanos();
        while (!server.listens()) {
            if (!server.process.isAlive() || System.nanoTime() > limit) {
                String said = Files.readString(server.folder.resolve("output.log"));
                server.close();
                throw new IllegalStateException("The server did not start: " + said);
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
        return server;
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(endWithJvm);
        end();
    }

    private void end() {
        process.destroyForcibly().onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("Left behind: " + folder + ", for " + e);
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

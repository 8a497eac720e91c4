package io.lockkeeper.host.kernel;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The process that connected the other end of a socket, by a descriptor of the kernel's (pidfd). Its end is seen also where the process is
 * not, in another pid namespace; a pid that is given again does not matter. On the loop's thread only.
 */
public final class PeerProcess {

    private static final boolean HAS_NUMBERS = hasNumbers(System.getProperty("os.version"));

    private final SystemCalls kernel;
    private final long pid;
    private int descriptor;
    private boolean ended;

    private PeerProcess(SystemCalls kernel, long pid, int descriptor) {
        this.kernel = kernel;
        this.pid = pid;
        this.descriptor = descriptor;
    }

    /** Empty where the kernel or the JVM does not say. */
    public static Optional<PeerProcess> of(SocketChannel channel) {
        return SystemCalls.ofThisMachine()
                .flatMap(kernel -> kernel.processOf(channel)
                        .map(descriptor -> new PeerProcess(kernel, kernel.pidOf(channel), descriptor)));
    }

    /** The number of the process at the other end, as the kernel says it; empty where it does not. */
    public static Optional<Long> numberOf(SocketChannel channel) {
        return SystemCalls.ofThisMachine().map(kernel -> kernel.pidOf(channel)).filter(pid -> pid > 0);
    }

    /** Its number as it is seen here; zero if it is not. */
    long pid() {
        return pid;
    }

    /** The number that the kernel gives to no other process since its boot; empty before Linux 6.9, where all descriptors have one. */
    String identity() {
        return HAS_NUMBERS ? descriptorsNumber() : "";
    }

    private String descriptorsNumber() {
        try (Stream<String> facts = Files.lines(Path.of("/proc/self/fdinfo", Integer.toString(descriptor)))) {
            return facts.filter(fact -> fact.startsWith("ino:"))
                    .map(fact -> "pidfd " + fact.substring(4).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static boolean hasNumbers(String version) {
        String[] parts = version.split("[^0-9]", -1);
        return parts.length > 1
                && !parts[0].isEmpty()
                && !parts[1].isEmpty()
                && Integer.parseInt(parts[0]) * 1_000 + Integer.parseInt(parts[1]) >= 6_009;
    }

    boolean hasEnded() {
        if (descriptor >= 0 && kernel.hasEnded(descriptor)) {
            ended = true;
            close();
        }
        return ended;
    }

    /** What is not known to have ended by now never is. */
    void close() {
        if (descriptor >= 0) {
            kernel.close(descriptor);
            descriptor = -1;
        }
    }
}

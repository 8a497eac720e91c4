package io.lockkeeper.host.kernel;

import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * The process that connected the other end of a socket, by a descriptor of the kernel's (pidfd). Its end is seen also where the process is
 * not, in another pid namespace; a pid that is given again does not matter. On the loop's thread only.
 */
public final class PeerProcess {

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

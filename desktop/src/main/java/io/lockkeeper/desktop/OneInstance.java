package io.lockkeeper.desktop;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ensures that a user runs one application at a time. A lock on a file, which ends with its process in any case, decides which; through a
 * socket in the same folder, which is closed to others, a second start asks it to show a window.
 */
final class OneInstance implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OneInstance.class);
    private static final byte SHOWN = 1;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofMillis(100);

    private final FileChannel file;
    private final FileLock lock;
    private final Path socket;
    private @Nullable ServerSocketChannel calls;

    private OneInstance(FileChannel file, FileLock lock, Path socket) {
        this.file = file;
        this.lock = lock;
        this.socket = socket;
    }

    /** Claims the folder; empty if another process has it. */
    static Optional<OneInstance> claim(OwnFolder folder) throws IOException {
        FileChannel file =
                FileChannel.open(folder.file("desktop.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = file.tryLock();
        if (lock == null) {
            file.close();
            return Optional.empty();
        }
        return Optional.of(new OneInstance(file, lock, socket(folder)));
    }

    /** Asks the running one to show another window; returns whether it does, within ten seconds. */
    static boolean call(OwnFolder folder) throws InterruptedException {
        AtomicBoolean shown = new AtomicBoolean();
        Thread call = Thread.ofPlatform().daemon().start(() -> {
            while (!shown.get() && !Thread.currentThread().isInterrupted()) {
                shown.set(isAnswered(folder)); // the other process may have started just now
                LockSupport.parkNanos(RETRY.toNanos());
            }
        });
        boolean unused = call.join(PATIENCE);
        call.interrupt();
        return shown.get();
    }

    private static boolean isAnswered(OwnFolder folder) {
        try (SocketChannel call = SocketChannel.open(UnixDomainSocketAddress.of(socket(folder)))) {
            ByteBuffer answer = ByteBuffer.allocate(1);
            return call.read(answer) == 1 && answer.get(0) == SHOWN;
        } catch (IOException e) {
            LOG.debug("No answer", e);
            return false;
        }
    }

    /** Runs {@code show} at each call from now on. */
    void listen(Runnable show) throws IOException {
        Files.deleteIfExists(socket); // left by a process that was killed
        ServerSocketChannel open = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        open.bind(UnixDomainSocketAddress.of(socket));
        calls = open;
        Thread unused = Thread.ofPlatform().name("second-starts").daemon().start(() -> answer(open, show));
    }

    private static void answer(ServerSocketChannel calls, Runnable show) {
        while (calls.isOpen()) {
            try (SocketChannel call = calls.accept()) {
                show.run();
                int unused = call.write(ByteBuffer.wrap(new byte[] {SHOWN}));
            } catch (IOException | RuntimeException e) {
                LOG.debug("A second start was not answered", e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (calls != null) {
            calls.close();
            Files.deleteIfExists(socket);
        }
        lock.release();
        file.close();
    }

    private static Path socket(OwnFolder folder) {
        return folder.file("desktop.sock");
    }
}

package io.lockkeeper.faults.peer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/**
 * What the lock guards: a number in a file, which its holders read and write one greater. It refuses a smaller token than it has seen; of a
 * holder without a token it knows nothing, and accepts its number.
 */
final class Counter implements AutoCloseable {

    private final FileChannel file;

    Counter(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    synchronized long read() throws IOException {
        FileLock alone = file.lock();
        try {
            return content().getLong(0);
        } finally {
            alone.release();
        }
    }

    /** Whether the value was taken. */
    synchronized boolean write(long value, OptionalLong token) throws IOException {
        FileLock alone = file.lock();
        try {
            long greatest = content().getLong(Long.BYTES);
            if (token.isPresent() && token.getAsLong() < greatest) {
                return false;
            }
            ByteBuffer content = ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(value)
                    .putLong(token.orElse(0))
                    .flip();
            int unused = file.write(content, 0);
            return true;
        } finally {
            alone.release();
        }
    }

    /** Zeros where nothing was written yet. */
    private ByteBuffer content() throws IOException {
        ByteBuffer content = ByteBuffer.allocate(2 * Long.BYTES);
        int unused = file.read(content, 0);
        return content;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

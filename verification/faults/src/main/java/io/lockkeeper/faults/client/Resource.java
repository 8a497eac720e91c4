package io.lockkeeper.faults.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * What the locks guard: a file to which every holder adds a line with its token. One append is one write of the system, so that the lines
 * stand in the order in which they were written, even if a writer is halted or killed.
 */
final class Resource implements AutoCloseable {

    private final FileChannel file;

    Resource(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    void use(String client, String call, String lock, long token) {
        String line = String.format(Locale.ROOT, "%d %s %s %s %d%n", System.nanoTime(), client, call, lock, token);
        try {
            int unused = file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

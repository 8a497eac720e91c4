package io.lockkeeper.host;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A peer that keeps to nothing: it writes what it is given, and reads only if it is asked to. */
final class RawPeer implements AutoCloseable {

    private final SocketChannel channel;

    RawPeer(Path socket) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }

    void write(String text) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    /** Until it is closed. */
    void flood(long firstId, String members) {
        try {
            for (long id = firstId; ; id++) {
                write("{\"id\":" + id + "," + members + "}\n");
            }
        } catch (IOException e) {
            // closed
        }
    }

    void readAll() {
        ByteBuffer into = ByteBuffer.allocate(1 << 16);
        try {
            while (channel.read(into.clear()) >= 0) {
                // goes on
            }
        } catch (IOException e) {
            // closed
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

package io.lockkeeper.agent.host;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;

/** One connection to a host agent: a JSON object a line, both ways. One thread reads; any may write. */
final class HostConnection implements AutoCloseable {

    private static final int LONGEST_LINE = 64 << 10;
    private static final JsonWriterSettings PLAIN =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private final SocketChannel channel;
    private final ReentrantLock writing = new ReentrantLock();
    private final ByteBuffer in = ByteBuffer.allocate(LONGEST_LINE).flip();
    private long last;

    private HostConnection(SocketChannel channel) {
        this.channel = channel;
    }

    static HostConnection to(HostSocket socket) throws IOException {
        socket.require();
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket.path()));
            return new HostConnection(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Sends the line with the next id. */
    void send(BsonDocument line) throws IOException {
        writing.lock();
        try {
            BsonDocument all = new BsonDocument("id", new BsonInt64(++last));
            all.putAll(line);
            ByteBuffer bytes = ByteBuffer.wrap((all.toJson(PLAIN) + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } finally {
            writing.unlock();
        }
    }

    /** @throws IOException if the connection has ended, or what came is no line of a host agent */
    BsonDocument read() throws IOException {
        int searched = in.position();
        while (true) {
            for (; searched < in.limit(); searched++) {
                if (in.get(searched) == '\n') {
                    return taken(searched);
                }
            }
            int waiting = in.remaining();
            in.compact();
            if (!in.hasRemaining() || channel.read(in) < 0) {
                throw new IOException(
                        in.hasRemaining() ? "It ended the connection" : "It wrote a line that is too long");
            }
            in.flip();
            searched = waiting;
        }
    }

    private BsonDocument taken(int end) throws IOException {
        byte[] line = new byte[end - in.position()];
        in.get(line).get();
        try {
            return BsonDocument.parse(new String(line, StandardCharsets.UTF_8));
        } catch (JsonParseException | IllegalArgumentException e) {
            throw new IOException("It wrote what is no JSON object", e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // it is over either way
        }
    }
}

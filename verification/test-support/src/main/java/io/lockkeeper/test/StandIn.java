package io.lockkeeper.test;

import com.mongodb.ConnectionString;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonElement;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * A server that speaks MongoDB's protocol and is none: it stands before a real one, alters what that says of itself, and refuses commands in
 * words of its own. For clients without TLS and compression.
 */
public final class StandIn implements AutoCloseable {

    private static final int REPLY = 1;
    private static final int MESSAGE = 2013;
    private static final int HEADER = 16;
    /** Before the document: flags and the kind of the section. */
    private static final int BODY_OF_MESSAGE = HEADER + 5;
    /** Before the document: flags, cursor, and two counts. */
    private static final int BODY_OF_REPLY = HEADER + 20;

    private final ServerSocket listener;
    private final int port;
    private final UnaryOperator<BsonDocument> hello;
    private final Function<BsonDocument, Optional<Refusal>> refuses;
    private final AtomicInteger requests = new AtomicInteger(1_000_000_000);
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** How a command is refused. */
    public record Refusal(int code, String name, String message) {}

    /** What servers of other makers lack, and Lockkeeper needs. */
    public enum Lack {
        PIPELINES,
        STREAMS,
        TOPOLOGY_VERSION,
        LAST_WRITE
    }

    private StandIn(int port, UnaryOperator<BsonDocument> hello, Function<BsonDocument, Optional<Refusal>> refuses) {
        this.port = port;
        this.hello = hello;
        this.refuses = refuses;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Stands before the server at a port of this machine.
     *
     * @param hello what it says of itself, from what the server says
     * @param refuses how it refuses a command; nothing where the server is asked
     */
    public static StandIn before(
            int port, UnaryOperator<BsonDocument> hello, Function<BsonDocument, Optional<Refusal>> refuses) {
        StandIn standIn = new StandIn(port, hello, refuses);
        Thread.ofVirtual().start(standIn::accept);
        return standIn;
    }

    /** Before {@link MongoServer#shared()}: lacks these, and says so as servers of another maker do. */
    public static StandIn lacking(Set<Lack> lacks) {
        return lacking(lacks, new Refusal(303, "FeatureNotSupported", "Feature not supported: that one"));
    }

    /** Before {@link MongoServer#shared()}: lacks these, and says so in those words. */
    public static StandIn lacking(Set<Lack> lacks, Refusal words) {
        String host = shared().getHosts().getFirst();
        return before(
                Integer.parseInt(host.substring(host.lastIndexOf(':') + 1)),
                hello -> {
                    if (lacks.contains(Lack.TOPOLOGY_VERSION)) {
                        hello.remove("topologyVersion");
                    }
                    if (lacks.contains(Lack.LAST_WRITE)) {
                        hello.remove("lastWrite");
                    }
                    return hello;
                },
                command -> isRefused(command, lacks) ? Optional.of(words) : Optional.empty());
    }

    /** What the hello of a mongos has not, and a member's has. */
    private static final List<String> OF_A_MEMBER = List.of(
            "setName", "setVersion", "hosts", "primary", "me", "electionId", "secondary", "isreplicaset", "lastWrite");

    /**
     * Before {@link MongoServer#shared()}: answers as a mongos does.
     *
     * @param refuses what it refuses besides
     */
    public static StandIn mongos(Function<BsonDocument, Optional<Refusal>> refuses) {
        String host = shared().getHosts().getFirst();
        return before(
                Integer.parseInt(host.substring(host.lastIndexOf(':') + 1)),
                hello -> {
                    OF_A_MEMBER.forEach(hello::remove);
                    return hello.append("msg", new BsonString("isdbgrid"));
                },
                command -> command.containsKey("$db")
                                && command.getString("$db").getValue().equals("local")
                        ? Optional.of(new Refusal(20, "IllegalOperation", "Can't use 'local' database through mongos"))
                        : refuses.apply(command));
    }

    private static boolean isRefused(BsonDocument command, Set<Lack> lacks) {
        return switch (command.getFirstKey()) {
            case "findAndModify" -> lacks.contains(Lack.PIPELINES) && command.isArray("update");
            case "update" ->
                lacks.contains(Lack.PIPELINES)
                        && command.isArray("updates") // which may also follow the command
                        && command.getArray("updates").getFirst().asDocument().isArray("u");
            case "aggregate" ->
                lacks.contains(Lack.STREAMS)
                        && command.getArray("pipeline").stream()
                                .anyMatch(stage -> stage.asDocument().containsKey("$changeStream"));
            default -> false;
        };
    }

    private static ConnectionString shared() {
        return new ConnectionString(MongoServer.shared().uri());
    }

    /** How a client reaches it, as a replica set with the name of the one behind it. */
    public String uri(String database) {
        return "mongodb://%s/%s?replicaSet=%s".formatted(address(), database, shared().getRequiredReplicaSetName());
    }

    /** How a client reaches it that answers as a mongos. */
    public String uriOfMongos(String database) {
        return "mongodb://%s/%s".formatted(address(), database);
    }

    /** Its host and port. */
    public String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                open.add(client);
                open.add(server);
                Thread.ofVirtual().start(() -> carry(client, server, client, this::ask));
                Thread.ofVirtual()
                        .start(() -> carry(server, client, client, (message, back) -> Optional.of(answer(message))));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    /** What to do with a message, which may be answered at once. */
    private interface Turn {
        Optional<byte[]> take(byte[] message, Socket client) throws IOException;
    }

    private void carry(Socket from, Socket to, Socket client, Turn turn) {
        try (from;
                to) {
            DataInputStream in = new DataInputStream(from.getInputStream());
            while (true) {
                Optional<byte[]> forward = turn.take(read(in), client);
                if (forward.isPresent()) {
                    write(to, forward.get());
                }
            }
        } catch (EOFException | SocketException e) {
            // one side has ended the connection
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private Optional<byte[]> ask(byte[] message, Socket client) throws IOException {
        if (int32(message, 12) != MESSAGE) {
            return Optional.of(message);
        }
        Optional<Refusal> refusal = refuses.apply(document(message, BODY_OF_MESSAGE));
        if (refusal.isPresent()) {
            write(client, refused(refusal.get(), int32(message, 4)));
            return Optional.empty();
        }
        return Optional.of(message);
    }

    private byte[] answer(byte[] message) {
        int body = switch (int32(message, 12)) {
            case MESSAGE -> BODY_OF_MESSAGE;
            case REPLY -> BODY_OF_REPLY;
            default -> message.length;
        };
        if (body >= message.length) {
            return message;
        }
        BsonDocument said = document(message, body);
        if (!said.containsKey("maxWireVersion")) {
            return message;
        }
        BsonDocument altered = hello.apply(new BsonDocument(said.entrySet().stream()
                .map(each -> new BsonElement(each.getKey(), each.getValue()))
                .toList()));
        if (altered.containsKey("hosts")) {
            altered.put("hosts", new BsonArray(List.of(new BsonString(address()))));
            altered.put("me", new BsonString(address()));
            altered.put("primary", new BsonString(address()));
        }
        return with(message, body, altered);
    }

    private byte[] refused(Refusal refusal, int request) {
        BsonDocument body = new BsonDocument("ok", new BsonDouble(0))
                .append("errmsg", new BsonString(refusal.message()))
                .append("code", new BsonInt32(refusal.code()))
                .append("codeName", new BsonString(refusal.name()));
        ByteBuffer head = ByteBuffer.allocate(BODY_OF_MESSAGE).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(0).putInt(requests.incrementAndGet()).putInt(request).putInt(MESSAGE);
        return with(head.array(), BODY_OF_MESSAGE, body);
    }

    /** The head of a message with another document; a checksum is left out, as its flag is. */
    private static byte[] with(byte[] message, int body, BsonDocument document) {
        byte[] bytes = bytes(document);
        ByteBuffer whole = ByteBuffer.allocate(body + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        whole.put(message, 0, body).put(bytes);
        whole.putInt(0, whole.capacity());
        return whole.array();
    }

    private static byte[] bytes(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new BsonDocumentCodec()
                    .encode(writer, document, EncoderContext.builder().build());
        }
        return buffer.toByteArray();
    }

    private static BsonDocument document(byte[] message, int at) {
        return new RawBsonDocument(message, at, int32(message, at));
    }

    private static byte[] read(DataInputStream in) throws IOException {
        byte[] length = in.readNBytes(4);
        if (length.length < 4) {
            throw new EOFException();
        }
        byte[] message = new byte[int32(length, 0)];
        System.arraycopy(length, 0, message, 0, 4);
        in.readFully(message, 4, message.length - 4);
        return message;
    }

    private static void write(Socket to, byte[] message) throws IOException {
        synchronized (to) {
            OutputStream out = to.getOutputStream();
            out.write(message);
            out.flush();
        }
    }

    private static int int32(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }

    /** Ends its connections. */
    @Override
    public void close() {
        try {
            listener.close();
            for (Socket each : open) {
                each.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * A server of another kind: it speaks MongoDB's protocol, stands before a real server, and says, refuses and limits what a
 * {@link ServerKind} does. For clients without TLS and compression.
 */
public final class StandIn implements AutoCloseable {

    private static final int REPLY = 1;
    private static final int MESSAGE = 2013;
    private static final int HEADER = 16;
    private static final int BODY_OF_MESSAGE = HEADER + 5;
    /** Before the document: flags, cursor, and two counts. */
    private static final int BODY_OF_REPLY = HEADER + 20;

    private static final int CHECKSUM = 1;
    private static final int NO_ANSWER = 2;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Set<String> MONITORING = Set.of("hello", "isMaster", "ismaster");

    private final ServerSocket listener;
    private final int port;
    private final ServerKind kind;
    private final UnaryOperator<BsonDocument> rewrites;
    private final AtomicInteger requests = new AtomicInteger(1_000_000_000);
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Map<Long, Long> streams = new ConcurrentHashMap<>();
    private final Set<Integer> opensStream = ConcurrentHashMap.newKeySet();
    private final Set<Long> interrupted = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Map<String, Integer> refused = new ConcurrentHashMap<>();
    private volatile BsonDocument topology = new BsonDocument();
    private final Rate commands;
    private final Rate connections;

    /** How a command is refused. */
    public record Refusal(int code, String name, String message, List<String> labels) {

        public Refusal(int code, String name, String message) {
            this(code, name, message, List.of());
        }
    }

    /** What servers of other makers lack, and Lockkeeper needs. */
    public enum Lack {
        PIPELINES,
        STREAMS,
        TOPOLOGY_VERSION,
        LAST_WRITE
    }

    private StandIn(int port, ServerKind kind, UnaryOperator<BsonDocument> rewrites) {
        this.port = port;
        this.kind = kind;
        this.rewrites = rewrites;
        this.commands = new Rate(kind.limits().commandsASecond());
        this.connections = new Rate(kind.limits().connectionsASecond());
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Before {@link MongoServer#shared()}. */
    public static StandIn of(ServerKind kind) {
        return of(kind, UnaryOperator.identity());
    }

    /**
     * Before {@link MongoServer#shared()}.
     *
     * @param rewrites what is asked of the server instead of a command
     */
    public static StandIn of(ServerKind kind, UnaryOperator<BsonDocument> rewrites) {
        String host = shared().getHosts().getFirst();
        return new StandIn(Integer.parseInt(host.substring(host.lastIndexOf(':') + 1)), kind, rewrites);
    }

    /** Lacks these, and says so as servers of another maker do. */
    public static StandIn lacking(Set<Lack> lacks) {
        return lacking(lacks, new Refusal(303, "FeatureNotSupported", "Feature not supported: that one"));
    }

    /** Lacks these, and says so in those words. */
    public static StandIn lacking(Set<Lack> lacks, Refusal words) {
        return of(ServerKind.PLAIN
                .saying(hello -> {
                    if (lacks.contains(Lack.TOPOLOGY_VERSION)) {
                        hello.remove("topologyVersion");
                    }
                    if (lacks.contains(Lack.LAST_WRITE)) {
                        hello.remove("lastWrite");
                    }
                    return hello;
                })
                .refusing(command -> (lacks.contains(Lack.PIPELINES) && ServerKind.isPipelineUpdate(command))
                                || (lacks.contains(Lack.STREAMS) && ServerKind.isStream(command))
                        ? Optional.of(words)
                        : Optional.empty()));
    }

    private static ConnectionString shared() {
        return new ConnectionString(MongoServer.shared().uri());
    }

    /** How a client reaches it. */
    public String uri(String database) {
        boolean mongos = kind.hello()
                .apply(new BsonDocument("setName", new BsonString("")))
                .containsKey("msg");
        return "mongodb://%s/%s%s"
                .formatted(address(), database, mongos ? "" : "?replicaSet=" + shared().getRequiredReplicaSetName());
    }

    /** Its host and port. */
    public String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** How many commands it was asked so far, but for the checks of drivers. */
    public int commands() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How often it was asked each command. */
    public Map<String, Integer> counts() {
        return Map.copyOf(counts);
    }

    /** How often it has refused each command. */
    public Map<String, Integer> refusals() {
        return Map.copyOf(refused);
    }

    /** How many change streams are open. */
    public int streams() {
        return streams.size();
    }

    /** How many commands came too soon, and waited. */
    public int late() {
        return commands.exceeded();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (connections.isExceeded()) {
                    client.close();
                    continue;
                }
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
        BsonDocument command = command(message);
        String name = command.getFirstKey();
        if (MONITORING.contains(name)) {
            return Optional.of(message);
        }
        counts.merge(name, 1, Integer::sum);
        if (commands.isExceeded()) {
            LockSupport.parkNanos(SECOND);
        }
        Optional<Refusal> refusal = kind.refuses().apply(command).or(() -> limit(command));
        if (refusal.isPresent()) {
            refused.merge(name, 1, Integer::sum);
            if ((int32(message, HEADER) & NO_ANSWER) == 0) {
                write(client, refused(refusal.get(), int32(message, 4)));
            }
            return Optional.empty();
        }
        if (ServerKind.isStream(command)) {
            opensStream.add(int32(message, 4));
        }
        BsonDocument rewritten = rewrites.apply(command);
        return Optional.of(rewritten.equals(command) ? message : with(head(message), BODY_OF_MESSAGE, rewritten));
    }

    private Optional<Refusal> limit(BsonDocument command) {
        ServerKind.Limits limits = kind.limits();
        if (command.isArray("cursors")) {
            command.getArray("cursors")
                    .forEach(cursor -> streams.remove(cursor.asInt64().getValue()));
        }
        if (ServerKind.isStream(command) && streams.size() >= limits.streams()) {
            return Optional.of(new Refusal(
                    8000, "AtlasError", "change stream limit exceeded: at most %s".formatted(limits.streams())));
        }
        if (command.isInt64("getMore")) {
            long cursor = command.getInt64("getMore").getValue();
            Long since = streams.get(cursor);
            boolean old = since != null
                    && System.nanoTime() - since > limits.streamLasts().toNanos();
            if (old && interrupted.add(cursor)) {
                streams.remove(cursor);
                return Optional.of(limits.interrupted());
            }
        }
        return Optional.empty();
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
        if (opensStream.remove(int32(message, 8)) && said.isDocument("cursor")) {
            streams.put(said.getDocument("cursor").getInt64("id").getValue(), System.nanoTime());
        }
        BsonDocument altered = said.containsKey("maxWireVersion")
                ? hello(said.clone())
                : kind.answer().apply(said.clone());
        return altered.equals(said) ? message : with(message, body, altered);
    }

    private BsonDocument hello(BsonDocument said) {
        topology = said.getDocument("topologyVersion", topology);
        BsonDocument altered = kind.hello().apply(said);
        if (altered.containsKey("hosts")) {
            altered.put("hosts", new BsonArray(List.of(new BsonString(address()))));
            altered.put("me", new BsonString(address()));
            altered.put("primary", new BsonString(address()));
        }
        return altered;
    }

    private byte[] refused(Refusal refusal, int request) {
        BsonDocument body = new BsonDocument("ok", new BsonDouble(0))
                .append("errmsg", new BsonString(refusal.message()))
                .append("code", new BsonInt32(refusal.code()))
                .append("codeName", new BsonString(refusal.name()));
        if (!topology.isEmpty()) { // unchanged, so that a driver does not await the news of an election
            body.append("topologyVersion", topology);
        }
        if (!refusal.labels().isEmpty()) {
            body.append(
                    "errorLabels",
                    new BsonArray(refusal.labels().stream().map(BsonString::new).toList()));
        }
        ByteBuffer head = ByteBuffer.allocate(BODY_OF_MESSAGE).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(0).putInt(requests.incrementAndGet()).putInt(request).putInt(MESSAGE);
        return with(head.array(), BODY_OF_MESSAGE, body);
    }

    /** The head of a message of one section, without a checksum. */
    private static byte[] head(byte[] message) {
        byte[] head = Arrays.copyOf(message, BODY_OF_MESSAGE);
        ByteBuffer.wrap(head)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(HEADER, int32(message, HEADER) & ~CHECKSUM)
                .put(BODY_OF_MESSAGE - 1, (byte) 0);
        return head;
    }

    /** The head of a message with another document. */
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

    /** All sections of a message as one command. */
    private static BsonDocument command(byte[] message) {
        int end = message.length - ((int32(message, HEADER) & CHECKSUM) == 0 ? 0 : 4);
        BsonDocument command = new BsonDocument();
        Map<String, BsonArray> sequences = new LinkedHashMap<>();
        for (int at = HEADER + 4; at < end; at += 1 + int32(message, at + 1)) {
            if (message[at] == 0) {
                command = document(message, at + 1);
            } else {
                sequence(message, at + 1, sequences);
            }
        }
        command.putAll(sequences);
        return command;
    }

    private static void sequence(byte[] message, int at, Map<String, BsonArray> sequences) {
        int end = at + int32(message, at);
        int name = at + 4;
        int next = name;
        while (message[next] != 0) {
            next++;
        }
        BsonArray documents = new BsonArray();
        sequences.put(new String(message, name, next - name, StandardCharsets.UTF_8), documents);
        for (next++; next < end; next += int32(message, next)) {
            documents.add(document(message, next));
        }
    }

    private static BsonDocument document(byte[] message, int at) {
        return new BsonDocumentCodec()
                .decode(
                        new BsonBinaryReader(ByteBuffer.wrap(message, at, int32(message, at))
                                .slice()
                                .order(ByteOrder.LITTLE_ENDIAN)),
                        DecoderContext.builder().build());
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

    /** How many there were in the last second. */
    private static final class Rate {

        private final int most;
        private final Deque<Long> last = new ArrayDeque<>();
        private int exceeded;

        Rate(int most) {
            this.most = most;
        }

        synchronized boolean isExceeded() {
            if (most == Integer.MAX_VALUE) {
                return false;
            }
            long now = System.nanoTime();
            while (!last.isEmpty() && now - last.peek() > SECOND) {
                last.remove();
            }
            if (last.size() >= most) {
                exceeded++;
                return true;
            }
            last.add(now);
            return false;
        }

        synchronized int exceeded() {
            return exceeded;
        }
    }
}

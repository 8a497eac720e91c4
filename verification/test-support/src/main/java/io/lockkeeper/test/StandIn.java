package io.lockkeeper.test;

import com.mongodb.ConnectionString;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * A server of another kind: it speaks MongoDB's protocol, stands before a real server, and says, refuses and limits what a
 * {@link ServerKind} does. For clients without TLS and compression.
 */
public final class StandIn implements AutoCloseable {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Set<String> MONITORING = Set.of("hello", "isMaster", "ismaster");

    private final ServerSocket listener;
    private final Behind.Opening behind;
    private final ServerKind kind;
    private final UnaryOperator<BsonDocument> rewrites;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Map<Long, Long> streams = new ConcurrentHashMap<>();
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

    private StandIn(Behind.Opening behind, ServerKind kind, UnaryOperator<BsonDocument> rewrites) {
        this.behind = behind;
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
        int port = Integer.parseInt(host.substring(host.lastIndexOf(':') + 1));
        return new StandIn(() -> new One(Wire.Line.open(port)), kind, rewrites);
    }

    /** Before a router and its shards. */
    public static StandIn of(Router router) {
        return new StandIn(router, ServerKind.MONGOS, UnaryOperator.identity());
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
                } else {
                    open.add(client);
                    Thread.ofVirtual().start(() -> serve(client));
                }
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Behind server = behind.open()) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            while (true) {
                byte[] message = Wire.read(in);
                byte[] answer = answer(message, server);
                if (Wire.isAnswered(message)) {
                    client.getOutputStream().write(answer);
                }
            }
        } catch (EOFException | SocketException e) {
            // one side has ended the connection
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            open.remove(client);
        }
    }

    /** What a connection reaches behind the stand-in. */
    interface Behind extends AutoCloseable {

        /** The answer to a message; to the command, if it is one, in place of what the message says. */
        byte[] exchange(byte[] message, @Nullable BsonDocument command) throws IOException;

        @Override
        void close() throws IOException;

        /** One for each connection. */
        interface Opening {
            Behind open() throws IOException;
        }
    }

    private record One(Wire.Line line) implements Behind {

        @Override
        public byte[] exchange(byte[] message, @Nullable BsonDocument command) throws IOException {
            return line.exchange(command == null ? message : Wire.with(message, command));
        }

        @Override
        public void close() throws IOException {
            line.close();
        }
    }

    private byte[] answer(byte[] message, Behind server) throws IOException {
        if (!Wire.isMessage(message)) {
            return altered(server.exchange(message, null), false);
        }
        BsonDocument command = Wire.command(message);
        String name = command.getFirstKey();
        if (MONITORING.contains(name)) {
            return altered(server.exchange(Wire.once(message), null), false);
        }
        counts.merge(name, 1, Integer::sum);
        if (commands.isExceeded()) {
            LockSupport.parkNanos(SECOND);
        }
        Optional<Refusal> refusal = kind.refuses().apply(command).or(() -> limit(command));
        if (refusal.isPresent()) {
            refused.merge(name, 1, Integer::sum);
            return Wire.message(refused(refusal.get()), Wire.number(message));
        }
        byte[] head = Wire.message(command, Wire.number(message));
        byte[] answer = server.exchange(head, rewrites.apply(command.clone()));
        return Wire.isAnswered(message)
                ? altered(Wire.message(Wire.document(answer), Wire.number(message)), ServerKind.isStream(command))
                : answer;
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

    private byte[] altered(byte[] answer, boolean opensStream) {
        BsonDocument said = Wire.document(answer);
        if (opensStream && said.isDocument("cursor")) {
            streams.put(said.getDocument("cursor").getInt64("id").getValue(), System.nanoTime());
        }
        return Wire.with(
                answer,
                said.containsKey("maxWireVersion") ? hello(said) : kind.answer().apply(said));
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

    private BsonDocument refused(Refusal refusal) {
        BsonDocument body = new BsonDocument("ok", new BsonDouble(0))
                .append("errmsg", new BsonString(refusal.message()))
                .append("code", new BsonInt32(refusal.code()))
                .append("codeName", new BsonString(refusal.name()));
        if (!topology.isEmpty()) { // unchanged, so that a driver does not await the news of an election
            body.append("topologyVersion", topology);
        }
        return refusal.labels().isEmpty()
                ? body
                : body.append(
                        "errorLabels",
                        new BsonArray(
                                refusal.labels().stream().map(BsonString::new).toList()));
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

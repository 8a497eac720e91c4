package io.lockkeeper.benchmark.store;

import io.lockkeeper.peers.Peer.Kind;
import io.lockkeeper.test.Place;
import io.lockkeeper.test.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A store of one process: Redis, or ZooKeeper. */
final class SingleServer implements Store {

    private static final String REDIS = System.getenv().getOrDefault("LOCKKEEPER_REDIS", "redis-server");

    private final Kind kind;
    private final String label;
    private final String durability;
    private final ServerProcess server;

    private SingleServer(Kind kind, String label, String durability, ServerProcess server) {
        this.kind = kind;
        this.label = label;
        this.durability = durability;
        this.server = server;
    }

    /** As it comes: a snapshot now and then. */
    static Store redis() throws IOException {
        return redis("Redis", "in memory, and in a snapshot at most once a minute");
    }

    /** The durability that a lock needs, and that no client of it asks for. */
    static Store redisThatSyncs() throws IOException {
        return redis(
                "Redis, fsync always", "on the disk of one server", "--appendonly", "yes", "--appendfsync", "always");
    }

    private static Store redis(String label, String durability, String... options) throws IOException {
        ServerProcess server = ServerProcess.start(Place.LOOPBACK, (port, folder) -> {
            List<String> line = new ArrayList<>(List.of(REDIS, "--port", Integer.toString(port)));
            line.addAll(List.of("--bind", "127.0.0.1", "--dir", folder.toString()));
            line.addAll(List.of(options));
            return line;
        });
        return new SingleServer(Kind.REDIS, label, durability, server);
    }

    /** As it comes, which is with its log forced to disk before it answers; without the web server for administrators. */
    static Store zooKeeper() throws IOException {
        ServerProcess server = ServerProcess.start(Place.LOOPBACK, (port, folder) -> {
            Path settings = folder.resolve("zoo.cfg");
            Files.writeString(settings, String.format(Locale.ROOT, """
                clientPort=%d
                clientPortAddress=127.0.0.1
                dataDir=%s
                tickTime=2000
                admin.enableServer=false
                """, port, folder));
            return Java.line(List.of(), "org.apache.zookeeper.server.ZooKeeperServerMain", settings.toString());
        });
        return new SingleServer(Kind.ZOOKEEPER, "ZooKeeper", "on the disk of one server", server);
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public String durability() {
        return durability;
    }

    @Override
    public String address() {
        return server.address();
    }

    @Override
    public List<ProcessHandle> processes() {
        return List.of(server.handle());
    }

    @Override
    public void close() {
        server.close();
    }
}

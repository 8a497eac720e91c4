package io.lockkeeper.faults.store;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.test.Place;
import io.lockkeeper.test.ServerProcess;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An ensemble of three with the settings of ZooKeeper's guide, which forces its log to disk before it answers. */
final class ZooKeeperStore implements Store {

    private static final String PROGRAM = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
    private static final int SERVERS = 3;
    private static final Duration ELECTION_LIMIT = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int ANSWER_MILLIS = 2_000;

    private final List<ServerProcess> servers = new ArrayList<>();
    private Optional<ServerProcess> killed = Optional.empty();

    private ZooKeeperStore() {}

    static Store start(Network network) throws IOException, InterruptedException {
        List<Place> places =
                IntStream.range(0, SERVERS).mapToObj(network::member).toList();
        int firstPort = ServerProcess.freePort();
        String ensemble = IntStream.range(0, SERVERS)
                .mapToObj(i -> String.format(
                        Locale.ROOT,
                        "server.%d=%s:%d:%d",
                        i,
                        places.get(i).host(),
                        port(firstPort, 1, i),
                        port(firstPort, 2, i)))
                .collect(Collectors.joining("\n"));
        ZooKeeperStore store = new ZooKeeperStore();
        for (int i = 0; i < SERVERS; i++) {
            int id = i;
            store.servers.add(ServerProcess.launch(
                    places.get(i),
                    port(firstPort, 0, i),
                    (port, folder) -> line(places.get(id), id, port, folder, ensemble)));
        }
        store.leader();
        return store;
    }

    private static int port(int first, int use, int server) {
        return first + use * SERVERS + server;
    }

    private static List<String> line(Place place, int id, int port, Path folder, String ensemble) throws IOException {
        Files.writeString(folder.resolve("myid"), Integer.toString(id));
        Path settings = folder.resolve("zoo.cfg");
        Files.writeString(settings, String.format(Locale.ROOT, """
            tickTime=2000
            initLimit=10
            syncLimit=5
            dataDir=%s
            clientPortAddress=%s
            clientPort=%d
            admin.enableServer=false
            %s
            """, folder, place.host(), port, ensemble));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        return List.of(java, "-Xmx256m", "-cp", classPath, PROGRAM, settings.toString());
    }

    @Override
    public String label() {
        return "ZooKeeper, three servers";
    }

    @Override
    public String address() {
        return servers.stream().map(ServerProcess::address).collect(Collectors.joining(","));
    }

    @Override
    public int size() {
        return SERVERS;
    }

    @Override
    public void killLeader() throws InterruptedException {
        ServerProcess leader = leader();
        leader.kill();
        killed = Optional.of(leader);
    }

    @Override
    public void restart() throws IOException, InterruptedException {
        killed.orElseThrow().restart();
        killed = Optional.empty();
    }

    @Override
    public void close() {
        servers.forEach(ServerProcess::close);
    }

    /** Waits until there is one. */
    private ServerProcess leader() throws InterruptedException {
        long limit = System.nanoTime() + ELECTION_LIMIT.toNanos();
        while (System.nanoTime() - limit < 0) {
            Optional<ServerProcess> found =
                    servers.stream().filter(ZooKeeperStore::leads).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(LOOK);
        }
        close();
        throw new IllegalStateException("The ensemble elected no leader");
    }

    private static boolean leads(ServerProcess server) {
        try (Socket socket = new Socket()) {
            socket.connect(server.socketAddress(), ANSWER_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.contains("Mode: leader");
        } catch (IOException notNow) {
            return false;
        }
    }
}

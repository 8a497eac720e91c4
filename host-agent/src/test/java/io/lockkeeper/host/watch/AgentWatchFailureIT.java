package io.lockkeeper.host.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.Succession;
import io.lockkeeper.host.kernel.BootClock;
import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.PeerConnection;
import io.lockkeeper.host.line.PeerMemory;
import io.lockkeeper.host.report.HostFigures;
import io.lockkeeper.host.session.Hello;
import io.lockkeeper.host.session.HostParts;
import io.lockkeeper.host.session.HostSessions;
import io.lockkeeper.host.session.HostSettings;
import io.lockkeeper.host.session.QueueNotices;
import io.lockkeeper.host.state.HostState;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.WatchKey;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.MongoServer;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A watch whose look at the process fails unexpectedly. */
class AgentWatchFailureIT {

    private static final WatchKey KEY = new WatchKey("secret");

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @TempDir
    private Path folder;

    @Test
    void itGoesOnAndTestifiesLater() throws Exception {
        AgentOptions options = AgentOptions.forService("host-agent").withoutHostAgent();
        try (LockAgent agent = LockAgent.connect(MongoServer.shared().client(), database.getName(), options);
                HostLoop loop = new HostLoop(BootClock.ofThisMachine());
                CapturedLog log = CapturedLog.of(HostLoop.class.getName())) {
            loop.start(() -> {});
            HostParts parts = parts(agent, loop);
            DeadAgents deadAgents = new DeadAgents(MongoServer.shared().client(), database.getName(), "web-3");
            PeerConnection connection = connection(parts);
            AgentWatch watch = new AgentWatch(
                    hello(), proof(" 3 0 77 19 20"), asked(), connection, new Watches(parts, deadAgents));
            loop.post(() -> watch.welcome(1));
            await().until(() -> parts.report().answer().toString().contains("\"watches\":1"));

            stat(" no number 0 77 19 20");
            loop.post(() -> watch.disconnected(connection));
            await().untilAsserted(() -> assertThat(log.lines(Level.ERROR, "An action of the host agent failed"))
                    .isNotEmpty());
            Files.delete(folder.resolve("812/stat"));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> parts.report().answer().toString().contains("\"deadAgents\":1"));
        } finally {
            database.drop();
        }
    }

    private HostParts parts(LockAgent agent, HostLoop loop) {
        database.getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                .updateOne(
                        Filters.eq("_id", "dead7"),
                        AgentDocument.beat(
                                new Owner("dead7", "watched", "i", "h", 1, "t", ""),
                                "0.1.0",
                                Duration.ZERO,
                                0,
                                0,
                                new AgentDocument.Settings(null, null, null, KEY)),
                        new UpdateOptions().upsert(true));
        return new HostParts(
                Succession.of(agent),
                new QueueNotices(),
                loop,
                new HostSettings(folder.resolve("s"), null, "shop", false, agent.options(), HostLimits.DEFAULT),
                new HostSessions(),
                kernel(),
                new HostFigures(),
                HostState.open(folder.resolve("state"), kernel(), "shop"));
    }

    private static Hello hello() {
        return new Hello("watched", "", "", new ProcessProof.Claim(812, "pid:[1]", "boot"));
    }

    private static WatchLine asked() {
        return new WatchLine("dead7", KEY, Duration.ofSeconds(5), Duration.ofSeconds(30), false);
    }

    private ProcessProof proof(String rest) throws Exception {
        Files.createDirectory(folder.resolve("812"));
        stat(rest);
        return ProcessProof.of(hello().process(), Files.getOwner(folder).getName(), kernel());
    }

    private ProcessProof.Kernel kernel() {
        return new ProcessProof.Kernel(folder, "boot", "pid:[1]");
    }

    private void stat(String rest) throws Exception {
        Files.writeString(folder.resolve("812/stat"), "812 (java) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16" + rest);
    }

    /** One that stays open. */
    private PeerConnection connection(HostParts parts) throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("peer.sock"));
        try (ServerSocketChannel server =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address)) {
            SocketChannel channel = SocketChannel.open(address);
            PeerConnection connection =
                    new PeerConnection(channel, "ann", parts.loop(), parts.limits(), PeerMemory.of(parts.limits()));
            connection.open(new Unheard());
            assertThat(server.accept()).isNotNull();
            return connection;
        }
    }

    private static final class Unheard implements PeerConnection.Listener {
        @Override
        public void line(Map<String, Object> members) {
            throw new AssertionError(members);
        }

        @Override
        public void malformed() {
            throw new AssertionError("It writes nothing");
        }

        @Override
        public void ended() {
            // the test says when
        }
    }
}

package io.lockkeeper.host;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.session.HostSettings;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A host agent in this JVM on a socket of its own, and an ordinary agent beside it, on one fresh database. */
final class TestHost implements AutoCloseable {

    static final String STORE = "shop";

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final Path folder;
    private final HostAgent host;
    private final LockAgent other;

    TestHost() throws IOException {
        this(HostLimits.DEFAULT);
    }

    TestHost(HostLimits limits) throws IOException {
        this(limits, false, AgentOptions.forService("host-agent"));
    }

    private TestHost(HostLimits limits, boolean direct, AgentOptions options) throws IOException {
        folder = Files.createTempDirectory("lk-host-");
        host = HostAgent.serve(MongoServer.shared().client(), database.getName(), settings(limits, direct, options));
        other = LockAgent.connect(
                MongoServer.shared().client(),
                database.getName(),
                AgentOptions.forService("nightly-billing").withClockSkewAllowance(options.clockSkewAllowance()));
    }

    /** One whose socket has no proxy in front of it. */
    static TestHost direct() throws IOException {
        return new TestHost(HostLimits.DEFAULT, true, AgentOptions.forService("host-agent"));
    }

    /** One for ttls of ten times so much. */
    static TestHost allowing(Duration clockSkew) throws IOException {
        AgentOptions options = AgentOptions.forService("host-agent").withClockSkewAllowance(clockSkew);
        return new TestHost(HostLimits.DEFAULT, false, options);
    }

    HostSettings settings(HostLimits limits) {
        return settings(limits, false, AgentOptions.forService("host-agent"));
    }

    private HostSettings settings(HostLimits limits, boolean direct, AgentOptions options) {
        return new HostSettings(socket(), null, STORE, direct, options.withInstance("web-3"), limits);
    }

    Path socket() {
        return folder.resolve("lockkeeper.sock");
    }

    MongoDatabase database() {
        return database;
    }

    HostAgent host() {
        return host;
    }

    LockAgent other() {
        return other;
    }

    @Override
    public void close() throws IOException {
        host.stop(Duration.ZERO);
        other.close();
        database.drop();
        Files.deleteIfExists(folder.resolve("lockkeeper.sock.lock"));
        Files.deleteIfExists(folder.resolve("proxy.sock"));
        Files.deleteIfExists(folder);
    }
}

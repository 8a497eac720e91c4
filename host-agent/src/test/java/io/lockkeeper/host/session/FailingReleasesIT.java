package io.lockkeeper.host.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.Succession;
import io.lockkeeper.host.kernel.BootClock;
import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.report.HostFigures;
import io.lockkeeper.host.state.HostState;
import io.lockkeeper.test.MongoServer;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The leases of a process that fell silent, of which one cannot be released at first. */
@Timeout(60)
class FailingReleasesIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final AgentOptions options = AgentOptions.forService("host-agent");
    private final LockAgent agent = LockAgent.connect(MongoServer.shared().client(), database.getName(), options);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        agent.close();
        database.drop();
    }

    @Test
    void aReleaseThatFailsIsTriedAgainAndKeepsNoOtherLeaseFromItsEnd() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        Lease first = failing(agent.acquire("first"), tries);
        Lease second = agent.acquire("second");
        List<JsonLine> events = new CopyOnWriteArrayList<>();
        HostParts parts = parts();
        parts.loop().start(() -> events.add(Answers.lost("loop", "failed")));
        parts.loop().post(() -> {
            SessionLeases leases = new SessionLeases(
                    parts,
                    ProcessProof.none(),
                    parts.sessions().room("ann", "1"),
                    new SessionNotes(parts.state(), 1),
                    events::add);
            leases.heard();
            grant(leases, 1, first);
            grant(leases, 2, second);
        });

        await().atMost(Duration.ofSeconds(30)).until(() -> !first.isHeld() && !second.isHeld());
        assertThat(tries).hasValue(2);
        assertThat(events).hasSize(2).allMatch(event -> event.toString().contains("silent"));
        parts.loop().close();
    }

    private static void grant(SessionLeases leases, long id, Lease lease) {
        AcquireLine asked = new AcquireLine(LockRequest.of(lease.name()), 1_000, 0);
        assertThat(leases.granted(id, lease, asked, 0).toString()).contains("granted");
    }

    /** The first release cannot even begin. */
    private static Lease failing(Lease lease, AtomicInteger tries) {
        return (Lease) Proxy.newProxyInstance(
                Lease.class.getClassLoader(), new Class<?>[] {Lease.class}, (self, method, arguments) -> {
                    if (method.getName().equals("releaseAsync") && tries.incrementAndGet() == 1) {
                        throw new StackOverflowError("seeded");
                    }
                    return method.invoke(lease, arguments);
                });
    }

    private HostParts parts() throws Exception {
        ProcessProof.Kernel kernel = ProcessProof.Kernel.ofThisProcess(Path.of("/proc"));
        return new HostParts(
                Succession.of(agent),
                new QueueNotices(),
                new HostLoop(BootClock.ofThisMachine()),
                new HostSettings(folder.resolve("s"), null, "shop", false, options, HostLimits.DEFAULT),
                new HostSessions(),
                kernel,
                new HostFigures(),
                HostState.open(folder.resolve("state"), kernel, "shop"));
    }
}

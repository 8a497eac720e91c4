package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.state.HostState;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One host agent after another, on a real server: what their processes hold and wait for goes on. */
@Timeout(180)
class HandOverIT {

    private static final String LOCK = "job";
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private ChildProcess host;
    private LockAgent other;
    private TestPeer peer;
    private Map<String, Object> welcome;

    @BeforeEach
    void start() throws Exception {
        host = serve();
        other = LockAgent.connect(
                MongoServer.shared().client(), database.getName(), AgentOptions.forService("nightly-billing"));
        peer = new TestPeer(socket());
        welcome = peer.ask(TestPeer.hello("billing"));
        assertThat(welcome).containsEntry("resume", true).containsKey("key");
    }

    @AfterEach
    void end() {
        host.close();
        peer.close();
        other.close();
        database.drop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    void aLeaseGoesOn(String signal) throws Exception {
        Map<String, Object> granted = peer.acquire(LOCK);
        String lease = Objects.requireNonNull((String) granted.get("lease"));
        replace(signal);
        resume(List.of(lease), List.of());
        await().atMost(LONG).until(() -> peer.left(lease) > 20_000);
        assertThat(other.tryAcquire(LOCK)).isEmpty();
        assertThat(other.heldBy(LOCK).getFirst().owner().service()).isEqualTo("billing");
        assertThat(peer.release(lease)).isTrue();
        Lease next = other.acquire(LOCK);
        assertThat(next.token()).isGreaterThan((Long) granted.get("token"));
    }

    /** Its uses are in memory: it is lost, or runs to its deadline if there is nothing else to go on with. It stays locked so long. */
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    void aKeptLeaseDoesNotGoOn(String signal) throws Exception {
        String kept =
                granted(JsonLine.of("acquire", "kept").with("ttlMs", 120_000).with("keepMs", 60_000));
        String lease = granted(JsonLine.of("acquire", LOCK).with("ttlMs", 120_000));
        replace(signal);
        resume(List.of(kept, lease), List.of());
        assertThat(peer.event("lost")).containsEntry("lease", kept).containsEntry("cause", "ended");
        assertThat(peer.release(lease)).isTrue();
        replace(signal);
        resume(List.of(kept), List.of());
        assertThat(TestPeer.object(peer.answer(peer.id()), "error")).containsEntry("code", "resume");
        assertThat(other.tryAcquire("kept")).isEmpty();
    }

    private String granted(JsonLine asked) throws Exception {
        return Objects.requireNonNull(
                (String) TestPeer.object(peer.ask(asked), "granted").get("lease"));
    }

    @Test
    void whatWasNotAnsweredIsSaidAgain() throws Exception {
        String lease = peer.lease(LOCK);
        replace("KILL");
        resume(List.of(lease), List.of());
        assertThat(peer.release(lease)).isTrue(); // also before it is taken up
        assertThat(peer.release(lease)).isFalse();
        other.acquire(LockRequest.of(LOCK).withLongestWait(LONG)).close();
    }

    /** Killed between its note and its remove: the next one sends that, and knows what came of it. */
    @Test
    void aReleaseThatHadBegunIsEndedAndAnsweredTruly() throws Exception {
        String lease = peer.lease(LOCK);
        host.kill();
        await().atMost(LONG).until(() -> !host.isRunning());
        long session = Long.parseLong(
                Objects.requireNonNull((String) welcome.get("session")).substring(1));
        HostState.open(
                        socket().resolveSibling("lockkeeper.sock.state"),
                        ProcessProof.Kernel.ofThisProcess(Path.of("/proc")),
                        "shop")
                .ending(session, Long.parseLong(lease));
        host = serve();
        other.acquire(LockRequest.of(LOCK).withLongestWait(Duration.ofSeconds(15)));
        resume(List.of(lease), List.of());
        assertThat(peer.event("lost")).containsEntry("lease", lease).containsEntry("cause", "ended");
        assertThat(peer.release(lease)).isTrue();
        assertThat(peer.release(lease)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    void aWaitKeepsItsPlace(String signal) throws Exception {
        Lease held = other.acquire(LOCK);
        long wait = peer.send(JsonLine.of("acquire", LOCK));
        peer.queued(wait);
        CompletableFuture<Lease> behind = other.acquireAsync(LockRequest.of(LOCK));
        await().atMost(LONG).until(() -> other.monitor().waiters().size() == 1);
        replace(signal);
        resume(List.of(), List.of(wait));
        peer.queued(wait);
        held.close();
        Map<String, Object> granted = TestPeer.object(peer.answer(wait), "granted");
        assertThat(behind).isNotDone();
        assertThat(peer.release(Objects.requireNonNull((String) granted.get("lease"))))
                .isTrue();
        behind.get(60, TimeUnit.SECONDS).close();
    }

    @Test
    void aWaitThatWasGrantedMeanwhileIsAnswered() throws Exception {
        Lease held = other.acquire(LOCK);
        long wait = peer.send(JsonLine.of("acquire", LOCK));
        peer.queued(wait);
        host.kill();
        held.close();
        host = serve();
        resume(List.of(), List.of(wait, peer.id() + 1));
        assertThat(peer.answer(wait)).containsKey("granted");
    }

    @Test
    void whatIsNotClaimedIsFreeAtOnce() throws Exception {
        peer.acquire(LOCK);
        replace("KILL");
        resume(List.of(), List.of(77L));
        assertThat(TestPeer.object(peer.answer(77), "error")).containsEntry("code", "ending");
        other.acquire(LockRequest.of(LOCK).withLongestWait(Duration.ofSeconds(10)))
                .close();
    }

    @Test
    void theLockOfAProcessThatEndedMeanwhileIsFreeWithTheNextHostAgent() throws Exception {
        try (ScriptProcess holder = ScriptProcess.holder(socket(), "holders", 30_000)) {
            host.kill();
            holder.kill();
            host = serve();
            other.acquire(LockRequest.of("holders").withLongestWait(Duration.ofSeconds(15)))
                    .close();
        }
    }

    @Test
    void anEvictedLeaseIsLostAndOneThatIsUnknownIs() throws Exception {
        String lease = peer.lease(LOCK);
        host.kill();
        database.getCollection("locks").deleteMany(new Document());
        host = serve();
        resume(List.of(lease, "99"), List.of());
        assertThat(peer.event("lost")).containsEntry("lease", "99").containsEntry("cause", "ended");
        assertThat(peer.event("lost")).containsEntry("lease", lease).containsEntry("cause", "takenOver");
    }

    @Test
    void aKeyThatIsNotTheSessionsAndAStateOfAnotherBootOpenNothing() throws Exception {
        String lease = peer.lease(LOCK);
        replace("KILL");
        TestPeer stranger = new TestPeer(socket());
        Map<String, Object> refused = stranger.ask(TestPeer.hello("billing")
                .with("session", welcome.get("session"))
                .with("key", "0".repeat(32))
                .with("leases", List.of(lease)));
        assertThat(TestPeer.object(refused, "error")).containsEntry("code", "resume");
        stranger.awaitEnd();
        host.kill();
        Path state = socket().resolveSibling("lockkeeper.sock.state");
        String text = Files.readString(state, StandardCharsets.UTF_8);
        Files.writeString(state, text.replace("\"boot\":\"", "\"boot\":\"0"));
        host = serve();
        resume(List.of(lease), List.of());
        assertThat(TestPeer.object(peer.answer(peer.id()), "error")).containsEntry("code", "resume");
    }

    /** The end of its first connection is seen later. */
    @Test
    void aSessionGoesOnOnAnotherConnectionWithTheSameHostAgent() throws Exception {
        String lease = peer.lease(LOCK);
        TestPeer first = peer;
        resume(List.of(lease), List.of());
        first.awaitEnd();
        assertThat(peer.left(lease)).isPositive();
        assertThat(peer.release(lease)).isTrue();
    }

    private void replace(String signal) throws Exception {
        ScriptProcess.signal(signal, host.pid());
        peer.awaitEnd();
        await().atMost(LONG).until(() -> !host.isRunning());
        host = serve();
    }

    private void resume(List<String> leases, List<Long> waits) throws Exception {
        TestPeer before = peer;
        peer = TestPeer.resuming(socket(), before, welcome, leases, waits);
        before.close();
    }

    private Path socket() {
        return folder.resolve("own/lockkeeper.sock");
    }

    private ChildProcess serve() throws InterruptedException {
        ChildProcess serving = new ChildProcess(
                ServingProcess.class, MongoServer.shared().uri(), database.getName(), socket().toString());
        assertThat(serving.await("serves")).isEmpty();
        return serving;
    }
}

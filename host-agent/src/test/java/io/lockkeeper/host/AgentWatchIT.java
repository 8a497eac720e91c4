package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.session.HostSettings;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.WatchKey;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What becomes of the locks of processes that embed an agent and are killed, stopped and cut off, where a host agent watches. Its proof frees
 * them at once; nothing else that happens to them or to their connections does.
 */
@Execution(ExecutionMode.CONCURRENT)
class AgentWatchIT {

    private static final String LOCK = "job";
    private static final long LONG_TTL = 30_000;
    private static final long SHORT_TTL = 5_000;
    /** Much less than what is left of the long ttl, and time enough for a loaded machine. */
    private static final long AT_ONCE = LONG_TTL / 2;
    /** Long enough for a removal that must not come. */
    private static final long A_WHILE = 4_000;

    @TempDir
    Path folder;

    private TestHost host;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here: no process was killed.");
        host = new TestHost();
    }

    @AfterEach
    void close() throws Exception {
        if (host != null) {
            host.close();
        }
    }

    @Test
    void theLockOfAKilledProcessIsFreeAtOnce() throws Exception {
        try (ChildProcess holder = holder(host.socket(), LONG_TTL, false)) {
            awaitWatch();
            CompletableFuture<Long> next = next();
            long before = System.currentTimeMillis();
            holder.kill();
            long millis = next.get(60, TimeUnit.SECONDS) - before;
            System.out.println("next grant after the kill of an embedding process: " + millis + " ms");
            assertThat(millis).isLessThan(AT_ONCE);
            awaitQuietly()
                    .untilAsserted(() ->
                            assertThat(ended().getString("seenBy").getValue()).isEqualTo("web-3"));
        }
    }

    /** It is watched before it has the lock. */
    @Test
    void theLockOfAProcessThatIsKilledAsSoonAsItHoldsIsFreeAtOnce() throws Exception {
        try (ChildProcess holder = holder(host.socket(), LONG_TTL, false)) {
            CompletableFuture<Long> next = next();
            long before = System.currentTimeMillis();
            holder.kill();
            long millis = next.get(60, TimeUnit.SECONDS) - before;
            System.out.println("next grant after the kill of a process that has just got the lock: " + millis + " ms");
            assertThat(millis).isLessThan(AT_ONCE);
        }
    }

    @Test
    void theLockOfAProcessThatEndsWithoutClosingItsAgentIsFreeAtOnce() throws Exception {
        try (ChildProcess holder = holder(host.socket(), LONG_TTL, false)) {
            awaitWatch();
            CompletableFuture<Long> next = next();
            long before = System.currentTimeMillis();
            holder.say("exit");
            assertThat(next.get(60, TimeUnit.SECONDS) - before).isLessThan(AT_ONCE);
        }
    }

    @Test
    void theWaitOfAKilledProcessIsGone() throws Exception {
        try (Lease lease = host.other().acquire(LOCK);
                ChildProcess waiter = process(host.socket(), LONG_TTL, false)) {
            awaitWatch();
            awaitQuietly().untilAsserted(() -> assertThat(waiters()).isEqualTo(1));
            long before = System.currentTimeMillis();
            waiter.kill();
            awaitQuietly().untilAsserted(() -> assertThat(waiters()).isZero());
            assertThat(System.currentTimeMillis() - before).isLessThan(AT_ONCE);
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void aStoppedProcessKeepsItsLockToItsExpiry() throws Exception {
        try (ChildProcess holder = holder(host.socket(), SHORT_TTL, false)) {
            awaitWatch();
            CompletableFuture<Long> next = next();
            long before = System.currentTimeMillis();
            holder.pause();
            assertThat(next.get(60, TimeUnit.SECONDS) - before).isGreaterThan(SHORT_TTL / 2);
            await().during(Duration.ofMillis(SHORT_TTL))
                    .atMost(Duration.ofMillis(3 * SHORT_TTL))
                    .until(() -> agents(Filters.exists("ended")) == 0);
            holder.resume();
            holder.say("held?");
            assertThat(holder.await("held ")).isEqualTo("false");
        }
    }

    @Test
    void aKilledProxyEndsNothingOfALivingProcess() throws Exception {
        Path own = host.socket().resolveSibling("proxy.sock");
        try (ScriptProcess proxy = ScriptProcess.start("proxy.py", own, host.socket())) {
            proxy.await("forwards");
            try (ChildProcess holder = holder(own, SHORT_TTL, false)) {
                awaitWatch();
                CompletableFuture<Long> next = next();
                proxy.kill();
                assertThat(next.completeOnTimeout(0L, 2 * SHORT_TTL, TimeUnit.MILLISECONDS)
                                .get())
                        .isZero();
                holder.say("held?");
                assertThat(holder.await("held ")).isEqualTo("true");
            }
        }
    }

    @Test
    void aProcessWhoseThreadsAreAllInterruptedIsStillWatched() throws Exception {
        try (ChildProcess holder = holder(host.socket(), LONG_TTL, false)) {
            awaitWatch();
            holder.say("interrupt");
            holder.say("held?");
            assertThat(holder.await("held ")).isEqualTo("true");
            awaitWatch();
            CompletableFuture<Long> next = next();
            long before = System.currentTimeMillis();
            holder.kill();
            assertThat(next.get(60, TimeUnit.SECONDS) - before).isLessThan(AT_ONCE);
        }
    }

    @Test
    void aStrangerWithoutTheKeyIsRefusedAndItsDeathEndsNothing() throws Exception {
        try (ChildProcess holder = holder(host.socket(), LONG_TTL, false)) {
            awaitWatch();
            String agent = Objects.requireNonNull(host.database()
                            .getCollection(AgentDocument.COLLECTION)
                            .find(Filters.eq("service", "embedding"))
                            .first())
                    .getString("_id");
            try (ScriptProcess stranger = watcher(agent, "guessed", 500, 500)) {
                assertThat(stranger.await("answer ")).isEqualTo("watch");
            }
            requireNothingEnds(next());
            assertThat(holder.isRunning()).isTrue();
        }
    }

    @Test
    void aHostAgentOfAnotherDatabaseIsNotUsed() throws Exception {
        MongoDatabase another = MongoServer.shared().freshDatabase();
        try (CapturedLog log = CapturedLog.of("io.lockkeeper.agent.host.HostWatch");
                LockAgent agent = LockAgent.connect(
                        MongoServer.shared().client(),
                        another.getName(),
                        AgentOptions.forService("elsewhere").withHostAgent(host.socket()))) {
            String refused = "the locks of \"" + TestHost.STORE + "\", and no agent there has this key";
            awaitQuietly().until(() -> log.lines(Level.INFO, refused).size() == 1);
            assertThat(agent.tryAcquire(LOCK)).hasValueSatisfying(Lease::close);
            assertThat(watches()).isEmpty();
        } finally {
            another.drop();
        }
    }

    @Test
    void aClosedAgentSaysFarewell() throws Exception {
        try (ChildProcess holder = holder(host.socket(), LONG_TTL, false)) {
            awaitWatch();
            holder.say("close");
            holder.await("closed");
            awaitQuietly().untilAsserted(() -> assertThat(watches()).isEmpty());
            assertThat(agents(Filters.eq("service", "embedding"))).isZero();
        }
    }

    @Test
    void aHostAgentThatComesLaterIsFound() throws Exception {
        Path later = folder.resolve("lockkeeper.sock");
        try (ChildProcess holder = holder(later, LONG_TTL, false)) {
            awaitQuietly()
                    .untilAsserted(() -> assertThat(agents(Filters.eq("service", "embedding")))
                            .isEqualTo(1));
            HostSettings settings = new HostSettings(
                    later, null, TestHost.STORE, false, AgentOptions.forService("host-agent"), HostLimits.DEFAULT);
            HostAgent agent = HostAgent.serve(
                    MongoServer.shared().client(), host.database().getName(), settings);
            try {
                awaitQuietly().untilAsserted(() -> assertThat(watches(later)).hasSize(1));
                CompletableFuture<Long> next = next();
                long before = System.currentTimeMillis();
                holder.kill();
                assertThat(next.get(60, TimeUnit.SECONDS) - before).isLessThan(AT_ONCE);
            } finally {
                agent.stop(Duration.ZERO);
            }
        }
    }

    @Test
    void aRequestOfTheDeadThatArrivesLateIsEndedToo() throws Exception {
        Owner dead = new Owner("dead7", "watched", "i", "h", 1, "t", "");
        WatchKey key = new WatchKey("secret");
        host.database()
                .getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                .updateOne(
                        Filters.eq("_id", "dead7"),
                        AgentDocument.beat(
                                dead, "0.1.0", Duration.ZERO, 0, 0, new AgentDocument.Settings(null, null, null, key)),
                        new com.mongodb.client.model.UpdateOptions().upsert(true));
        try (ScriptProcess watched = watcher("dead7", "secret", 3_000, LONG_TTL)) {
            assertThat(watched.await("answer ")).isEqualTo("process");
        }
        awaitQuietly()
                .untilAsserted(() -> assertThat(agents(Filters.exists("ended"))).isEqualTo(1));
        Request late = Request.exclusive("dead7.1", Duration.ofMillis(LONG_TTL), dead);
        var change = Settle.change(new Ask.Enqueue(new LockName(LOCK), late), "dead7:1");
        host.database()
                .getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .findOneAndUpdate(change.filter(), change.pipeline(), change.options());
        assertThat(next().get(15, TimeUnit.SECONDS)).isPositive();
    }

    @Test
    void aCommandThatOutlivesItsLauncherKeepsTheLockBeyondItsTtl() throws Exception {
        try (ChildProcess launcher = holder(host.socket(), SHORT_TTL, true)) {
            awaitWatch();
            launcher.say("command");
            long command = Long.parseLong(launcher.await("command "));
            launcher.kill();
            CompletableFuture<Long> next = next();
            requireNothingEnds(next, 3 * SHORT_TTL);
            long before = System.currentTimeMillis();
            ScriptProcess.signal("KILL", command);
            assertThat(next.get(60, TimeUnit.SECONDS) - before).isLessThan(AT_ONCE);
        }
    }

    @Test
    void aLauncherThatIsKilledBeforeItNamesItsCommandKeepsTheLock() throws Exception {
        try (ChildProcess launcher = holder(host.socket(), LONG_TTL, true)) {
            awaitWatch();
            launcher.kill();
            requireNothingEnds(next());
        }
    }

    private static void requireNothingEnds(CompletableFuture<Long> next) throws Exception {
        requireNothingEnds(next, A_WHILE);
    }

    private static void requireNothingEnds(CompletableFuture<Long> next, long millis) throws Exception {
        assertThat(next.copy()
                        .completeOnTimeout(0L, millis, TimeUnit.MILLISECONDS)
                        .get())
                .isZero();
    }

    private ChildProcess holder(Path socket, long ttl, boolean startsCommand) throws Exception {
        ChildProcess holder = process(socket, ttl, startsCommand);
        holder.await("holds ");
        return holder;
    }

    private ChildProcess process(Path socket, long ttl, boolean startsCommand) throws Exception {
        ChildProcess process = new ChildProcess(
                EmbeddingProcess.class,
                MongoServer.shared().uri(),
                host.database().getName(),
                socket.toString(),
                LOCK,
                Long.toString(ttl),
                Boolean.toString(startsCommand));
        process.await("asks");
        return process;
    }

    private ScriptProcess watcher(String agent, String key, long commandMillis, long ttl) throws Exception {
        return ScriptProcess.start("watcher.py", host.socket(), agent, key, commandMillis, ttl);
    }

    private void awaitWatch() {
        awaitQuietly()
                .untilAsserted(() -> assertThat(watches())
                        .singleElement()
                        .satisfies(watch -> assertThat(watch)
                                .containsEntry("proof", "process")
                                .containsEntry("connected", true)));
    }

    private List<Map<String, Object>> watches() throws Exception {
        return watches(host.socket());
    }

    @SuppressWarnings("unchecked") // as the schema has it
    private static List<Map<String, Object>> watches(Path socket) throws Exception {
        try (TestPeer peer = TestPeer.of(socket, "looks")) {
            Object all = Objects.requireNonNull(
                    peer.ask(JsonLine.of("sessions", true)).get("sessions"));
            return ((List<Map<String, Object>>) all)
                    .stream().filter(each -> each.containsKey("watch")).toList();
        }
    }

    private int waiters() {
        Document lock = host.database()
                .getCollection(LockDocument.COLLECTION)
                .find(Filters.eq("_id", LOCK))
                .first();
        return Objects.requireNonNull(lock).getList("queue", Document.class).size();
    }

    private long agents(org.bson.conversions.Bson which) {
        return host.database().getCollection(AgentDocument.COLLECTION).countDocuments(which);
    }

    private BsonDocument ended() {
        return Objects.requireNonNull(host.database()
                        .getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                        .find(Filters.exists("ended"))
                        .first())
                .getDocument("ended");
    }

    private static ConditionFactory awaitQuietly() {
        return await().atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions();
    }

    /** When another agent, which waits in line from now on, has the lock: by the wall clock. */
    private CompletableFuture<Long> next() {
        CompletableFuture<Lease> granted =
                host.other().acquireAsync(LockRequest.of(LOCK).withTtl(Duration.ofSeconds(30)));
        return granted.thenApply(lease -> System.currentTimeMillis());
    }
}

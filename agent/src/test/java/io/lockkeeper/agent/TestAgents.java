package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Agents of several services on one fresh database, closed after each test; and what an operator does beside them. */
final class TestAgents implements LockWorld {

    /** Of leases that are to expire. */
    static final Duration SHORT_TTL = Duration.ofSeconds(1);
    /** Of leases that are to be renewed: a busy machine may stop the agent for a second, and the lease is still held. */
    static final Duration RENEWED_TTL = Duration.ofSeconds(3);

    private final MongoClient client;
    private final String database = "agents_" + new ObjectId();
    private final List<LockAgent> open = new ArrayList<>();

    TestAgents() {
        this(MongoServer.shared().client());
    }

    TestAgents(MongoClient client) {
        this.client = client;
    }

    /** Without a document in the agents collection: tests count commands, and stage the failure of the next. */
    static AgentOptions options(String service) {
        return AgentOptions.forService(service)
                .withClockSkewAllowance(Duration.ofMillis(50))
                .withPresence(false);
    }

    @Override
    public LockAgent agent(String service) {
        return agent(options(service));
    }

    LockAgent agent(AgentOptions options) {
        return agent(client, options);
    }

    LockAgent agent(MongoClient client, AgentOptions options) {
        LockAgent agent = LockAgent.connect(client, database, options);
        open.add(agent);
        return agent;
    }

    String database() {
        return database;
    }

    MongoCollection<BsonDocument> locks() {
        return client.getDatabase(database).getCollection(LockDocument.COLLECTION, BsonDocument.class);
    }

    @Override
    public LockDocument stored(String name) {
        BsonDocument found =
                locks().find(new BsonDocument("_id", new BsonString(name))).first();
        if (found == null) {
            throw new AssertionError("No document of lock " + name);
        }
        return LockMapper.fromBson(found);
    }

    @Override
    public void deleteAll() {
        locks().deleteMany(new BsonDocument());
    }

    @Override
    public long held() {
        return locks().countDocuments(BsonDocument.parse("{ 'holders.0': { $exists: true } }"));
    }

    @Override
    public LockDocument evict(String name, Duration quarantine) {
        Holder seen = holder(name);
        Change change = Settle.evict(name, seen, "ann", "hung on a dead peer", quarantine, "operator:1");
        return operate(change, "operator:1", seen.owner());
    }

    @Override
    public LockDocument evictNow(String name) {
        Holder seen = holder(name);
        return operate(
                Settle.evictNow(name, seen, "ann", "its host burnt down", "operator:1"), "operator:1", seen.owner());
    }

    static CompletableFuture<Lease> acquireLater(LockAgent agent, LockRequest request) {
        CompletableFuture<Lease> future = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                future.complete(agent.acquire(request));
            } catch (InterruptedException | RuntimeException e) {
                future.completeExceptionally(e);
            }
        });
        return future;
    }

    void awaitIdle(String name) {
        await().atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(stored(name).isIdle()).isTrue());
    }

    /** By an operator, for so long from the server's time on. */
    LockDocument pause(String name, Duration time) {
        Instant now = Instant.now(); // of this machine, as the server's
        String id = "pause:" + now;
        return operate(Settle.pause(name, "ann", "the database is moved", now.plus(time), id), id);
    }

    LockDocument resume(String name) {
        return operate(Settle.resume(name, Objects.requireNonNull(stored(name).paused()), "operator:2"), "operator:2");
    }

    /** By an agent that hears of no recall. */
    LockDocument keepDeaf(String name) {
        Owner owner = new Owner("deaf", "deaf", "deaf-1", "h", 1, "main", "");
        Request request =
                new Request("deaf.1", 1, 1, Duration.ofSeconds(60), owner, new Keep(Duration.ofMinutes(10), 10));
        return apply(Settle.change(new Ask.Enqueue(new LockName(name), request), "deaf:1"));
    }

    /** By an operator, whoever waits first. */
    LockDocument takeOutFirst(String name) {
        Waiter first = stored(name).queue().getFirst();
        return operate(
                Settle.takeOut(name, first.acquirer(), "ann", "it waits for the wrong lock", "operator:3"),
                "operator:3",
                first.owner());
    }

    /** As an operator's tool does. */
    private LockDocument operate(Change change, String stamp, Owner... concerned) {
        LockDocument left = apply(change);
        new HintWriter(database, (name, command) -> client.getDatabase(name).runCommand(command, BsonDocument.class))
                .changed(left, stamp, concerned);
        return left;
    }

    LockDocument apply(Change change) {
        BsonDocument answer = locks().findOneAndUpdate(change.filter(), change.pipeline(), change.options());
        if (answer == null) {
            throw new AssertionError("No such lock");
        }
        Snapshot snapshot = Change.answer(answer);
        return snapshot.lock();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        open.forEach(LockAgent::close);
        open.clear();
        client.getDatabase(database).drop();
    }
}

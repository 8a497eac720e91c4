package io.lockkeeper.host.watch;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.MongoCommandException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.WatchKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what dead agents left in the locks, by the change by which they would have ended it themselves. One read finds the locks of all agents
 * that were reported since the one before. There is no index for it, so it is a scan: at most once a second, and a fifth of the time at most.
 *
 * <p>An agent's request may be applied when its process is dead: its locks are looked for again when its commands have timed out, and when their
 * ttl is over.
 */
public final class DeadAgents implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DeadAgents.class);

    private static final Duration APART = Duration.ofSeconds(1);
    private static final int SHARE = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final MongoCollection<BsonDocument> locks;
    private final MongoCollection<BsonDocument> agents;
    private final HintWriter hints;
    private final OrphanedLeases orphaned;
    private final String witness;
    private final ScheduledExecutorService asking = thread("lockkeeper-host-keys");
    private final ScheduledExecutorService ending = thread("lockkeeper-host-deaths");
    private final Queue<DeadAgent> reported = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean planned = new AtomicBoolean();
    private volatile long nextAt = System.nanoTime();

    /** @param witness who has seen the ends, for operators */
    public DeadAgents(MongoClient client, String databaseName, String witness) {
        MongoDatabase database = client.getDatabase(databaseName)
                .withReadConcern(ReadConcern.MAJORITY)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary())
                .withTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        this.locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class);
        this.agents = database.getCollection(AgentDocument.COLLECTION, BsonDocument.class);
        this.hints = new HintWriter(
                databaseName,
                (name, command) -> client.getDatabase(name)
                        .withTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                        .runCommand(command, BsonDocument.class));
        this.witness = witness;
        this.orphaned = new OrphanedLeases(locks);
    }

    OrphanedLeases orphaned() {
        return orphaned;
    }

    private static ScheduledExecutorService thread(String name) {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    /** Whether the document of that agent, in this database, has the hash of the key, which only the agent knows. */
    CompletableFuture<Boolean> knows(String agent, WatchKey key) {
        return CompletableFuture.supplyAsync(
                () -> {
                    BsonDocument document = agents.find(eq("_id", agent)).first();
                    return document != null && key.isOf(document);
                },
                asking);
    }

    /** Ends what it left, now and twice more. */
    void report(DeadAgent dead) {
        add(dead);
        after(dead.commandTimeout(), () -> add(dead));
        after(dead.ttl().plus(dead.commandTimeout()), () -> add(dead));
    }

    private void add(DeadAgent dead) {
        reported.add(dead);
        plan();
    }

    private void plan() {
        if (planned.compareAndSet(false, true)) {
            after(Duration.ofNanos(Math.max(0, nextAt - System.nanoTime())), this::look);
        }
    }

    private void after(Duration delay, Runnable action) {
        if (!ending.isShutdown()) {
            var unused = ending.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void look() {
        long began = System.nanoTime();
        planned.set(false);
        Map<String, DeadAgent> dead = new LinkedHashMap<>();
        for (DeadAgent each = reported.poll(); each != null; each = reported.poll()) {
            dead.put(each.id(), each);
        }
        try {
            endAll(dead);
        } catch (RuntimeException | Error e) {
            log.warn("What dead agents left in the locks could not be ended yet: {}", e.getMessage());
            dead.values().removeIf(each -> each.isForgotten(began));
            reported.addAll(dead.values());
        } finally {
            long now = System.nanoTime();
            nextAt = now + Math.max(APART.toNanos(), SHARE * (now - began));
            if (!reported.isEmpty()) {
                plan();
            }
        }
    }

    private void endAll(Map<String, DeadAgent> dead) {
        if (dead.isEmpty()) {
            return;
        }
        int ended = 0;
        List<MongoCommandException> refused = new ArrayList<>();
        for (BsonDocument found : locks.find(namesAny(dead.keySet())).projection(Change.answerProjection())) {
            ended += endIn(found, dead, refused);
        }
        var unused = agents.updateMany(in("_id", dead.keySet()), AgentDocument.ended(witness));
        if (ended > 0) {
            log.info(
                    "Processes have ended: what they held or waited for is free agents={} entries={}",
                    dead.keySet(),
                    ended);
        }
        if (!refused.isEmpty()) {
            throw refused.getFirst();
        }
    }

    private static Bson namesAny(Collection<String> dead) {
        return or(in("holders.owner.agent", dead), in("queue.owner.agent", dead));
    }

    /** @param refused gets what MongoDB refuses of this lock: the others come first */
    private int endIn(BsonDocument found, Map<String, DeadAgent> dead, List<MongoCommandException> refused) {
        try {
            LeftEntries left = LeftEntries.of(Change.answer(found).lock(), dead.keySet());
            left.end(locks, hints);
            return left.count();
        } catch (DamagedLockException | IllegalArgumentException e) {
            log.debug("A lock that is damaged, or has a name that no agent asks for, is left to operators", e);
            return 0;
        } catch (MongoCommandException e) {
            refused.add(e);
            return 0;
        }
    }

    @Override
    public void close() {
        asking.shutdownNow();
        ending.shutdownNow();
        orphaned.close();
    }
}

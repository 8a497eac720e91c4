package io.lockkeeper.agent.older;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.HeldBy;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** An agent of the version whose class loader loaded this class. */
public final class AgentPeer implements Peer {

    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final Duration KEEP = Duration.ofMinutes(1);

    private final LockAgent agent;
    private final MongoCollection<BsonDocument> locks;

    public AgentPeer(MongoClient client, String database, String service) {
        AgentOptions options = AgentOptions.forService(service).withClockSkewAllowance(Duration.ofMillis(50));
        agent = LockAgent.connect(client, database, options);
        locks = client.getDatabase(database).getCollection(LockDocument.COLLECTION, BsonDocument.class);
    }

    @Override
    public Optional<Held> tryAcquire(Request request) {
        return agent.tryAcquire(of(request)).map(HeldLease::new);
    }

    @Override
    public Held acquire(Request request) throws InterruptedException {
        return new HeldLease(agent.acquire(of(request)));
    }

    @Override
    public CompletableFuture<Held> acquireAsync(Request request) {
        return agent.acquireAsync(of(request)).thenApply(HeldLease::new);
    }

    private static LockRequest of(Request request) {
        LockRequest asked = switch (request.kind()) {
            case EXCLUSIVE -> LockRequest.of(request.lock());
            case READING -> LockRequest.reading(request.lock());
            case WRITING -> LockRequest.writing(request.lock());
            case TWO_OF_THREE_PERMITS -> LockRequest.permits(request.lock(), 2, 3);
        };
        LockRequest timed = asked.withTtl(request.ttl());
        return request.cohort().isZero() ? timed : timed.withKeep(KEEP).withCohort(request.cohort());
    }

    @Override
    public List<String> holders(String lock) {
        return agent.heldBy(lock).stream()
                .map(HeldBy::owner)
                .map(owner -> owner.service())
                .toList();
    }

    @Override
    public void evict(String lock, Duration quarantine) {
        Optional.ofNullable(locks.find(new BsonDocument("_id", new BsonString(lock)))
                        .first())
                .flatMap(found -> LockMapper.fromBson(found).holders().stream().findFirst())
                .map(seen -> Settle.evict(lock, seen, "ann", "hung on a dead peer", quarantine, "operator:1"))
                .ifPresent(change -> locks.findOneAndUpdate(change.filter(), change.pipeline(), change.options()));
    }

    @Override
    public void close() {
        var unused = agent.close(GRACE);
    }

    private record HeldLease(Lease lease) implements Held {

        @Override
        public boolean isHeld() {
            return lease.isHeld();
        }

        @Override
        public long token() {
            return lease.token();
        }

        @Override
        public boolean release() {
            return lease.release();
        }

        @Override
        public Optional<String> loss() {
            return lease.loss().map(loss -> loss.getClass().getSimpleName());
        }
    }
}

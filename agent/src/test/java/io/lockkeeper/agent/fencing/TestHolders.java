package io.lockkeeper.agent.fencing;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.Objects;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Two services that compete for locks, on one fresh database. */
final class TestHolders implements AfterEachCallback {

    private static final Duration SHORT_TTL = Duration.ofSeconds(1);

    private final MongoDatabase database;
    private final LockAgent one;
    private final LockAgent other;

    TestHolders() {
        this(MongoServer.shared().client());
    }

    TestHolders(MongoClient client) {
        database = client.getDatabase("fencing_" + new ObjectId());
        one = LockAgent.connect(client, database.getName(), options("billing"));
        other = LockAgent.connect(client, database.getName(), options("mail"));
        database.createCollection("accounts"); // two transactions that both create it would wait for each other
    }

    MongoDatabase database() {
        return database;
    }

    MongoCollection<Document> accounts() {
        return database.getCollection("accounts");
    }

    Document first(String collection, Bson filter) {
        return Objects.requireNonNull(
                database.getCollection(collection).find(filter).first());
    }

    Lease acquire(String name) throws InterruptedException {
        return one.acquire(name);
    }

    /** A lease that ends by itself soon, as that of a process which is halted. */
    Lease acquireAndHang(String name) throws InterruptedException {
        return one.acquire(LockRequest.of(name).withTtl(SHORT_TTL).withManualRenewal());
    }

    /** Waits until the lease of whoever hangs has expired, and has the lock. */
    Lease takeOver(String name) throws InterruptedException {
        return other.acquire(name);
    }

    /** Two leases of one lock in the order of their tokens, of which only the later one is live. */
    Succession succession(String name) throws InterruptedException {
        Lease late = one.acquire(name);
        late.release();
        return new Succession(late, other.acquire(name));
    }

    record Succession(Lease late, Lease live) {}

    private static AgentOptions options(String service) {
        return AgentOptions.forService(service).withClockSkewAllowance(Duration.ofMillis(50));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        one.close();
        other.close();
        database.drop();
    }
}

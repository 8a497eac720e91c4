package io.lockkeeper.commandline.doctor;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.commandline.Database;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;

/**
 * Adds to a number in the database by a read and a write that depends on it, which loses what another adds in between: under a lock, or
 * without one as the control that shows that losses are seen.
 */
final class Increments {

    static final String LOCK = "proof:exclusion";

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoCollection<BsonDocument> numbers;
    private final LockAgent agent;

    Increments(Database database, LockAgent agent) {
        this.numbers = database.collection(database.name(), "proof_numbers");
        this.agent = agent;
    }

    /** Adds one that many times, and writes down the tokens; without the lock if it is not asked for. */
    void add(boolean locked, int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            if (locked) {
                add();
            } else {
                add("control", null);
            }
        }
    }

    private void add() throws InterruptedException {
        try (Lease lease = agent.acquire(ProofPeerCommand.request(LOCK))) {
            add("locked", lease.token());
        } catch (LockException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private void add(String number, @Nullable Long token) throws InterruptedException {
        BsonDocument read = find(number);
        Thread.sleep(2); // what others add now is lost
        long sum = read.getNumber("sum", new BsonInt64(0)).longValue() + 1;
        numbers.updateOne(
                Filters.eq(number),
                token == null
                        ? Updates.set("sum", sum)
                        : Updates.combine(Updates.set("sum", sum), Updates.push("tokens", token)),
                UPSERT);
    }

    /** The number, with the tokens of those that added. */
    BsonDocument find(String number) {
        BsonDocument found = numbers.find(Filters.eq(number)).first();
        return found == null ? new BsonDocument() : found;
    }
}

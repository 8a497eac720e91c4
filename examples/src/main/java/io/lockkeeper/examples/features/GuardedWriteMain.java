package io.lockkeeper.examples.features;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.inc;
import static io.lockkeeper.examples.features.Example.check;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.fencing.GuardedCollection;
import io.lockkeeper.agent.fencing.StaleTokenException;
import org.bson.Document;
import org.bson.conversions.Bson;

/** A holder is paused, its lease runs out and is taken over; what it writes when it wakes up, MongoDB refuses. */
final class GuardedWriteMain {

    private static final LockRequest LOCK = LockRequest.of("example:guarded-write");
    private static final Bson ANN = eq("ann");

    private GuardedWriteMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (MongoClient client = Example.client();
                LockAgent slow = Example.agent(client, "slow");
                LockAgent quick = Example.agent(client, "quick")) {
            MongoCollection<Document> plain = client.getDatabase("lockkeeper").getCollection("exampleAccounts");
            plain.replaceOne(ANN, new Document("balance", 100), new ReplaceOptions().upsert(true));
            GuardedCollection<Document> accounts = GuardedCollection.of(plain, "fence");

            Lease paused = slow.acquire(LOCK.withManualRenewal()); // not renewed, as in a process that is halted
            check(accounts.updateOne(paused, ANN, inc("balance", -10)), "the holder writes");
            try (Lease next = quick.acquire(LOCK)) { // granted once the lease has run out
                check(accounts.updateOne(next, ANN, inc("balance", -20)), "the next holder writes");
                checkRefused(accounts, paused);
                Document ann = accounts.findOneAndRaise(next, ANN).orElseThrow();
                check(ann.getInteger("balance") == 70, "and nothing of it is there");
            }
            plain.drop();
        }
    }

    private static void checkRefused(GuardedCollection<Document> accounts, Lease paused) {
        try {
            accounts.updateOne(paused, ANN, inc("balance", -10));
        } catch (StaleTokenException e) {
            check(e.token() == paused.token() && e.seen() > e.token(), "the late write is refused: " + e.getMessage());
            return;
        }
        throw new IllegalStateException("A late write was taken");
    }
}

package io.lockkeeper.examples.micronaut;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.Locked;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.bson.Document;

/** Numbers invoices without a gap, across all instances. */
@Singleton
class Invoices {

    private final LockAgent agent;
    private final MongoCollection<Document> invoices;

    Invoices(LockAgent agent, MongoClient client) {
        this.agent = agent;
        this.invoices = client.getDatabase("books").getCollection("invoices");
    }

    /** The number of a new invoice: one more than the last. */
    @Locked("invoice-numbers")
    public long issue(String customer) {
        Document last = invoices.find().sort(new Document("_id", -1)).first();
        long number = last == null ? 1 : last.getLong("_id") + 1;
        invoices.insertOne(new Document("_id", number).append("customer", customer));
        return number;
    }

    /** Whether this instance closed the day: the others skip it. */
    public boolean closeDay(Runnable closing) {
        Optional<Lease> granted = agent.tryAcquire("close-day");
        if (granted.isEmpty()) {
            return false;
        }
        try (Lease lease = granted.get()) {
            closing.run();
            return lease.isHeld();
        }
    }
}

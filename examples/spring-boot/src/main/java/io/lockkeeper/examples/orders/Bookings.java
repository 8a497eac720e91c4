package io.lockkeeper.examples.orders;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.fencing.Fences;
import io.lockkeeper.agent.methods.Locked;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Service;

/** Books one order at a time, however many instances are asked to: the lock keeps them in turn, and the fence keeps out one that comes back late. */
@Service
class Bookings {

    private final MongoClient client;
    private final MongoTemplate mongo;
    private final Fences fences;

    Bookings(MongoClient client, MongoTemplate mongo, Fences fences) {
        this.client = client;
        this.mongo = mongo;
        this.fences = fences;
    }

    /** Whether this call booked it. */
    @Locked(value = "order-#{#id}", longestWait = "5s", note = "booking")
    boolean book(String id, @Nullable Lease lease) {
        try (ClientSession session = client.startSession()) {
            return fences.transact(session, Objects.requireNonNull(lease), () -> book(id, mongo.withSession(session)));
        }
    }

    private static boolean book(String id, MongoOperations transaction) {
        Order order = Objects.requireNonNull(transaction.findById(id, Order.class), () -> "There is no order " + id);
        if (order.booked()) {
            return false;
        }
        transaction.save(new Order(id, order.item(), true));
        transaction.upsert(Query.query(Criteria.where("_id").is(order.item())), new Update().inc("taken", 1), "stock");
        return true;
    }
}

package io.lockkeeper.examples.boot3;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Service;

/** Books one order at a time, however many instances are asked to. */
@Service
class Bookings {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final LockAgent agent;
    private final MongoTemplate mongo;

    Bookings(LockAgent agent, MongoTemplate mongo) {
        this.agent = agent;
        this.mongo = mongo;
    }

    /** Whether this call booked it. */
    boolean book(String id) throws InterruptedException {
        LockRequest order = LockRequest.of("order-" + id).withLongestWait(LONGEST_WAIT);
        return agent.withLock(order, lease -> isNew(id, lease.token()));
    }

    private boolean isNew(String id, long token) {
        Query booking = Query.query(Criteria.where("_id").is(id));
        return mongo.upsert(booking, new Update().setOnInsert("token", token), "bookings")
                        .getUpsertedId()
                != null;
    }
}

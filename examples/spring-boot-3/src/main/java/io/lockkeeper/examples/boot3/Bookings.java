package io.lockkeeper.examples.boot3;

import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Service;

/** Books one order at a time, however many instances are asked to. */
@Service
class Bookings {

    private final MongoTemplate mongo;

    Bookings(MongoTemplate mongo) {
        this.mongo = mongo;
    }

    /** Whether this call booked it. */
    @Locked(value = "order-#{#id}", longestWait = "5s")
    boolean book(String id) {
        Query booking = Query.query(Criteria.where("_id").is(id));
        long token = CurrentLease.get().token();
        return mongo.upsert(booking, new Update().setOnInsert("token", token), "bookings")
                        .getUpsertedId()
                != null;
    }
}

package io.lockkeeper.benchmark;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The plainest lock that the driver alone makes: one document, {@code $set} of one field, majority write concern. It has no
 * expiry, no queue, no token and no answer that says who holds it; it is the least that a lock can cost.
 */
final class BareLock {

    private static final FindOneAndUpdateOptions UPSERT = new FindOneAndUpdateOptions().upsert(true);

    private final MongoCollection<Document> locks;
    private final Bson name;
    private final String self;

    BareLock(MongoDatabase database, String name, String self) {
        this.locks = database.getCollection("bare").withWriteConcern(WriteConcern.MAJORITY);
        this.name = eq(name);
        this.self = self;
    }

    /** Takes the lock; who else may have it is not looked at. Changes nothing if it is taken already. */
    void acquire() {
        locks.findOneAndUpdate(name, set("holder", self), UPSERT);
    }

    void release() {
        locks.findOneAndUpdate(name, set("holder", releasedBy(self)));
    }

    /** Takes the lock if it is as {@code other} left it. */
    boolean acquireAfter(String other) {
        return locks.findOneAndUpdate(and(name, eq("holder", releasedBy(other))), set("holder", self)) != null;
    }

    /** The releases by {@code other}, as they happen. */
    MongoCursor<ChangeStreamDocument<Document>> releasesBy(String other) {
        return locks.watch(List.of(Aggregates.match(eq("updateDescription.updatedFields.holder", releasedBy(other)))))
                .iterator();
    }

    private static String releasedBy(String who) {
        return "released by " + who;
    }
}

package io.lockkeeper.console.ground.store;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import org.bson.RawBsonDocument;

/** Copies a collection out of the locks' database, byte for byte, and leaves the original where it is. */
record CopyStep(int number, MongoDatabase from, String name, MongoDatabase to, String newName)
        implements MigrationStep {

    private static final int BATCH = 500;
    private static final int DUPLICATE = 11000;
    private static final InsertManyOptions UNORDERED = new InsertManyOptions().ordered(false);

    @Override
    public String what() {
        return "copy of %s.%s to %s".formatted(from.getName(), name, newName);
    }

    @Override
    public void apply() {
        MongoCollection<RawBsonDocument> target = to.getCollection(newName, RawBsonDocument.class);
        List<RawBsonDocument> batch = new ArrayList<>();
        try (MongoCursor<RawBsonDocument> found = from.getCollection(name, RawBsonDocument.class)
                .find()
                .sort(Sorts.ascending("_id"))
                .batchSize(BATCH)
                .iterator()) {
            while (found.hasNext()) {
                batch.add(found.next());
                if (batch.size() == BATCH || !found.hasNext()) {
                    insert(target, batch);
                    batch.clear();
                }
            }
        }
    }

    /** What an earlier attempt has copied is there already. */
    private static void insert(MongoCollection<RawBsonDocument> target, List<RawBsonDocument> batch) {
        try {
            target.insertMany(batch, UNORDERED);
        } catch (MongoBulkWriteException e) {
            if (e.getWriteConcernError() != null
                    || e.getWriteErrors().stream().anyMatch(error -> error.getCode() != DUPLICATE)) {
                throw e;
            }
        }
    }
}

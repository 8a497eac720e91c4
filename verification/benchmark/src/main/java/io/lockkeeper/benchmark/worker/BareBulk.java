package io.lockkeeper.benchmark.worker;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.peers.MongoConnection;
import java.util.stream.IntStream;
import org.bson.Document;

/** What any combining of calls can reach at best: plain updates of as many documents, one unordered bulk write after the other. */
final class BareBulk implements AutoCloseable {

    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoConnection connection;
    private final MongoCollection<Document> locks;

    BareBulk(String address) {
        connection = MongoConnection.to(address);
        locks = connection.handle().getCollection("bulk").withWriteConcern(WriteConcern.MAJORITY);
    }

    /** Takes so many locks, and frees them. */
    void pairs(int size) {
        write(size, "held");
        write(size, "free");
    }

    private void write(int size, String holder) {
        locks.bulkWrite(
                IntStream.range(0, size)
                        .mapToObj(i -> new UpdateOneModel<Document>(eq("bulk-" + i), set("holder", holder), UPSERT))
                        .toList(),
                UNORDERED);
    }

    @Override
    public void close() {
        connection.close();
    }
}

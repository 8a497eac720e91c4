package io.lockkeeper.console.watch.board;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.mongodb.UntoldTimeException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;

/** The moment up to which a majority has committed everything, as change streams count time. */
public final class CommittedTime {

    private static final String OPERATION_TIME = "operationTime";

    private CommittedTime() {}

    /**
     * Now: what is committed by then is in every majority read that follows. A replica set's primary says so by itself; a mongos says it of
     * the reads that it passes on.
     *
     * @param collection one that the console may read
     */
    public static BsonTimestamp of(MongoDatabase database, String collection) {
        BsonDocument last =
                run(database, BsonDocument.parse("{ hello: 1 }")).getDocument("lastWrite", new BsonDocument());
        return last.isDocument("majorityOpTime")
                ? last.getDocument("majorityOpTime").getTimestamp("ts")
                : read(database, collection);
    }

    /** The latest committed time of all shards: the second read waits until each of them has reached it. */
    private static BsonTimestamp read(MongoDatabase database, String collection) {
        BsonDocument majority = new BsonDocument("level", new BsonString("majority"));
        BsonTimestamp latest = time(run(database, first(collection, majority)));
        BsonDocument since = majority.clone().append("afterClusterTime", latest);
        BsonDocument unused = run(database, first(collection, since));
        return latest;
    }

    private static BsonDocument first(String collection, BsonDocument concern) {
        return new BsonDocument("find", new BsonString(collection))
                .append("projection", new BsonDocument("_id", new BsonInt32(1)))
                .append("limit", new BsonInt32(1))
                .append("readConcern", concern);
    }

    private static BsonTimestamp time(BsonDocument answer) {
        if (answer.isTimestamp(OPERATION_TIME)) {
            return answer.getTimestamp(OPERATION_TIME);
        }
        throw new UntoldTimeException();
    }

    private static BsonDocument run(MongoDatabase database, BsonDocument command) {
        return database.runCommand(command, ReadPreference.primary(), BsonDocument.class);
    }

    /** The next moment: what happened at the moment itself is in a reading, be it the end of the collection. */
    public static BsonTimestamp after(BsonTimestamp moment) {
        return new BsonTimestamp(moment.getTime(), moment.getInc() + 1);
    }
}

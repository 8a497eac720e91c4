package io.lockkeeper.console.ground.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;

/**
 * Finds how far back a collection's change stream can begin, by the right to open one: a server refuses a moment that its oplog does
 * not reach, at once.
 */
public final class StreamReach {

    private static final Set<Integer> LOST = Set.of(286, 280, 222, 260);

    /** The server forgot the oldest part of its oplog while it looked there. */
    private static final int FORGOTTEN_MEANWHILE = 136;

    /** A server that looks for a first change does not refuse the moment. */
    private static final int LOOK_MILLIS = 200;

    private StreamReach() {}

    /** Whether the server no longer knows what happened since the place. */
    public static boolean isLost(MongoCommandException e) {
        return LOST.contains(e.getErrorCode());
    }

    /**
     * The moment, or the earliest later one from which the server knows what happened, to a second.
     *
     * @param now what is committed by now
     */
    public static BsonTimestamp from(
            BsonTimestamp moment, BsonTimestamp now, MongoDatabase database, String collection) {
        MongoNamespace of = new MongoNamespace(database.getName(), collection);
        if (moment.compareTo(now) >= 0) {
            return now;
        }
        if (isKnown(moment, database, of)) {
            return moment;
        }
        int lost = moment.getTime();
        int known = now.getTime();
        while (known - lost > 1) {
            int middle = lost + (known - lost) / 2;
            if (isKnown(new BsonTimestamp(middle, 1), database, of)) {
                known = middle;
            } else {
                lost = middle;
            }
        }
        return known == now.getTime() ? now : new BsonTimestamp(known, 1);
    }

    private static boolean isKnown(BsonTimestamp moment, MongoDatabase database, MongoNamespace of) {
        try {
            BsonDocument cursor = database.runCommand(
                            open(moment, of.getCollectionName()), ReadPreference.primary(), BsonDocument.class)
                    .getDocument("cursor");
            close(cursor.getInt64("id"), database, of);
            return true;
        } catch (MongoExecutionTimeoutException e) {
            return true;
        } catch (MongoCommandException e) {
            if (isLost(e) || e.getErrorCode() == FORGOTTEN_MEANWHILE) {
                return false;
            }
            throw e;
        }
    }

    private static BsonDocument open(BsonTimestamp moment, String collection) {
        BsonDocument stream = new BsonDocument("$changeStream", new BsonDocument("startAtOperationTime", moment));
        BsonDocument small = new BsonDocument("$project", new BsonDocument("_id", new BsonInt32(1)));
        return new BsonDocument("aggregate", new BsonString(collection))
                .append("pipeline", new BsonArray(List.of(stream, small)))
                .append("cursor", new BsonDocument("batchSize", new BsonInt32(1)))
                .append("maxTimeMS", new BsonInt32(LOOK_MILLIS));
    }

    private static void close(BsonInt64 cursor, MongoDatabase database, MongoNamespace of) {
        if (cursor.getValue() != 0) {
            database.runCommand(
                    new BsonDocument("killCursors", new BsonString(of.getCollectionName()))
                            .append("cursors", new BsonArray(List.of(cursor))),
                    ReadPreference.primary());
        }
    }
}

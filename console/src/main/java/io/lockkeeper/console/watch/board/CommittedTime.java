package io.lockkeeper.console.watch.board;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;

/** The moment up to which a majority has committed everything, as change streams count time. */
public final class CommittedTime {

    private CommittedTime() {}

    /** Now: what is committed by then is in every majority read that follows. */
    public static BsonTimestamp of(MongoDatabase database) {
        BsonDocument hello =
                database.runCommand(BsonDocument.parse("{ hello: 1 }"), ReadPreference.primary(), BsonDocument.class);
        return hello.getDocument("lastWrite").getDocument("majorityOpTime").getTimestamp("ts");
    }

    /** The next moment: what happened at the moment itself is in a reading, be it the end of the collection. */
    public static BsonTimestamp after(BsonTimestamp moment) {
        return new BsonTimestamp(moment.getTime(), moment.getInc() + 1);
    }
}

package io.lockkeeper.console.watch.dialect;

import com.mongodb.client.MongoCollection;
import org.bson.BsonDocument;

/** Documents of other libraries, for tests of other packages. */
public final class ForeignDocuments {

    private ForeignDocuments() {}

    public static Dialects dialects() {
        return new Dialects("");
    }

    /** Writes what a library writes until it holds its lock. */
    public static void hold(String dialect, MongoCollection<BsonDocument> collection) {
        Fixture.hold(dialect, collection);
    }
}

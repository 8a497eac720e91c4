package io.lockkeeper.examples;

import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** Who holds or waits for a lock, as the documents of a database have it. */
final class Entries {

    private Entries() {}

    static List<Document> in(MongoDatabase database) {
        List<Document> entries = new ArrayList<>();
        for (Document lock : database.getCollection("locks").find()) {
            entries.addAll(lock.getList("holders", Document.class));
            entries.addAll(lock.getList("queue", Document.class));
        }
        return entries;
    }
}

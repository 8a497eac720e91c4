package io.lockkeeper.benchmark.worker;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandSucceededEvent;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** When the change stream of a client brought its latest event, by {@link System#nanoTime}. */
final class HeardEvents implements CommandListener {

    private volatile long at;

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        if (event.getCommandName().equals("getMore")) {
            long now = System.nanoTime();
            BsonDocument cursor = event.getResponse().getDocument("cursor", new BsonDocument());
            if (!cursor.getArray("nextBatch", new BsonArray()).isEmpty()) {
                at = now;
            }
        }
    }

    long at() {
        return at;
    }
}

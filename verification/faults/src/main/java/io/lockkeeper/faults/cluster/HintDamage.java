package io.lockkeeper.faults.cluster;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** What becomes of the collections of hints while agents write and read them. */
public enum HintDamage {
    DROPPED {
        @Override
        void to(MongoDatabase database, String collection) {
            database.getCollection(collection).drop();
        }
    },
    EMPTIED {
        @Override
        void to(MongoDatabase database, String collection) {
            database.getCollection(collection).drop();
            var unused = database.runCommand(HintPlace.create(collection));
        }
    },
    /** As an insert makes one that is missing. */
    MADE_ORDINARY {
        @Override
        void to(MongoDatabase database, String collection) {
            database.getCollection(collection).drop();
            insert(database, collection, List.of(new Hint("another", "another.1")));
        }
    },
    /** Filled several times over at once, so that no cursor keeps up. */
    ROLLED_OVER {
        @Override
        void to(MongoDatabase database, String collection) {
            Hint large = new Hint("another", "x".repeat(HintPlace.BYTES / MANY));
            insert(database, collection, Collections.nCopies(4 * MANY, large));
        }
    };

    private static final int MANY = 500;

    abstract void to(MongoDatabase database, String collection);

    /** The driver's own insert is sent as one that may be repeated, which {@code local} refuses. */
    private static void insert(MongoDatabase database, String collection, List<Hint> hints) {
        var unused = database.runCommand(Hint.insert(collection, hints));
    }

    /** Does it to all that there are for locks of that database. */
    public void strike(MongoClient client, String locks) {
        Stream.of(HintPlace.values())
                .forEach(place -> collections(client, locks, place)
                        .forEach(each -> to(client.getDatabase(place.database(locks)), each)));
    }

    private static List<String> collections(MongoClient client, String locks, HintPlace place) {
        String prefix = place == HintPlace.LOCAL ? HintPlace.PREFIX + "." + locks + "." : HintPlace.PREFIX + ".";
        return client.getDatabase(place.database(locks)).listCollectionNames().into(new ArrayList<>()).stream()
                .filter(each -> each.startsWith(prefix))
                .toList();
    }
}

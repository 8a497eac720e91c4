package io.lockkeeper.commandline.console;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;

/** The locks in use of a source in the console's order: the expired first, then the longest held. Used under its owner's monitor. */
final class LocksInUse {

    private final Map<String, Place> places = new HashMap<>();
    /** JSON, which takes a tenth of a document's memory: few are ever shown. */
    private final TreeMap<Place, String> locks = new TreeMap<>();

    private record Place(boolean live, Instant since, String name) implements Comparable<Place> {

        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::live).thenComparing(Place::since).thenComparing(Place::name);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** Stores the lock's present state. */
    void put(String json) {
        BsonDocument lock = BsonDocument.parse(json);
        String name = AnsweredFields.text(lock, "name");
        remove(name);
        boolean expired = AnsweredFields.text(lock, "state").startsWith("expired");
        Place place = new Place(!expired, since(lock), name);
        places.put(name, place);
        locks.put(place, json);
    }

    private static Instant since(BsonDocument lock) {
        return lock.isString("heldSince") ? Instant.parse(AnsweredFields.text(lock, "heldSince")) : Instant.MAX;
    }

    void remove(String name) {
        Place place = places.remove(name);
        if (place != null) {
            locks.remove(place);
        }
    }

    int size() {
        return locks.size();
    }

    List<BsonDocument> first(int most) {
        return locks.values().stream().limit(most).map(BsonDocument::parse).toList();
    }
}

package io.lockkeeper.commandline.locks;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/** Reads locks with the server's time. */
final class LockReader {

    private static final Bson IN_USE = Filters.and(
            Filters.or(Filters.exists("holders.0"), Filters.exists("queue.0")),
            Filters.expr(BsonDocument.parse("{ $gt: ['$expiresAt', '$$NOW'] }")));
    private static final Bson LONGEST_HELD = Sorts.ascending("holders.0.acquiredAt", "_id");

    private final MongoCollection<BsonDocument> locks;

    LockReader(Database database) {
        this.locks = database.locks();
    }

    /**
     * The locks that were found.
     *
     * @param more whether there are more than were asked for
     */
    record Found(List<LockEntry> locks, boolean more) {}

    /** Locks in use whose name contains the text, the longest held first. */
    Found inUse(String contained, int limit) {
        Bson named = contained.isEmpty() ? Filters.empty() : Filters.regex("_id", Pattern.quote(contained), "i");
        List<LockEntry> found =
                read(locks.find(Filters.and(IN_USE, named)).sort(LONGEST_HELD).limit(limit + 1));
        return found.size() > limit ? new Found(found.subList(0, limit), true) : new Found(found, false);
    }

    Optional<LockEntry> named(String name) {
        return read(locks.find(Filters.eq("_id", name)).limit(1)).stream().findFirst();
    }

    private static List<LockEntry> read(FindIterable<BsonDocument> found) {
        return found.projection(Change.answerProjection()).map(LockEntry::of).into(new ArrayList<>());
    }
}

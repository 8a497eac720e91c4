package io.lockkeeper.agent.hints;

import com.mongodb.CursorType;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.cursor.TimeoutMode;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.store.Wakes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/**
 * A tailable cursor over one collection of hints, for one agent. It is open when the server has answered its {@code find}; the hints in
 * that answer are older, and are dropped. It counts as broken as soon as another member is primary: a cursor outlives that, and receives
 * nothing.
 */
final class HintCursor implements Wakes {

    /** More than a collection holds. */
    private static final int ALL = 10_000;

    /** The longest word in a hint: an acquirer and two numbers. */
    private static final int LONGEST = 500;

    private final MongoCursor<BsonDocument> hints;
    private final Supplier<String> primary;
    private final String openedUnder;

    private HintCursor(MongoCursor<BsonDocument> hints, Supplier<String> primary, String openedUnder) {
        this.hints = hints;
        this.primary = primary;
        this.openedUnder = openedUnder;
    }

    static HintCursor open(
            MongoCollection<BsonDocument> collection, String agent, Duration silence, Supplier<String> primary) {
        String openedUnder = primary.get(); // before it is opened: if that changes, the cursor may be at the former one
        MongoCursor<BsonDocument> hints = collection
                .find(Filters.eq("to", agent)) // and no other condition: hints of several clocks are in no order
                .cursorType(CursorType.TailableAwait)
                .timeoutMode(TimeoutMode.ITERATION)
                .maxAwaitTime(silence.toMillis(), TimeUnit.MILLISECONDS)
                .batchSize(ALL)
                .cursor();
        while (hints.available() > 0) {
            var unused = hints.tryNext();
        }
        return new HintCursor(hints, primary, openedUnder);
    }

    boolean isAlive() {
        return hints.getServerCursor() != null;
    }

    @Override
    public Optional<String> next() {
        BsonDocument hint = hints.tryNext();
        if (hint == null && !isAlive()) {
            throw new MongoException("The cursor over hints has ended");
        }
        if (!primary.get().equals(openedUnder)) {
            throw new MongoException("Another member is primary");
        }
        return Optional.ofNullable(hint)
                .filter(each -> each.isString("wake"))
                .filter(each -> each.getString("wake").getValue().length() <= LONGEST)
                .map(each -> unique(each) + " " + each.getString("wake").getValue());
    }

    /** An id, because the same words may be sent again, and then count again. */
    private static String unique(BsonDocument hint) {
        return hint.isObjectId("_id") ? hint.getObjectId("_id").getValue().toHexString() : "hint";
    }

    @Override
    public void close() {
        hints.close();
    }
}
